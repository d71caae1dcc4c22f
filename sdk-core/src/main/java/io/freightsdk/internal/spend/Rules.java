package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.Charge.Kind;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Line;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules of money: what is set aside, counted, given back and booked. Pure: a book is one
 * transaction of a storage, which decides nothing. Calls that do not end in time stand in {@link
 * Sleepers}, what a balance or a person says in {@link Reconciling}, a change of a price in {@link
 * Repricing}, what becomes old in {@link Keeping}.
 */
final class Rules {
  /**
   * The service forgets a key 24 hours after its first use (API description, section 4.1). Five
   * minutes earlier the books refuse it: a request may be on its way that long.
   */
  static final long KEY_LIFE = Times.micros(Duration.ofHours(24).minusMinutes(5));

  /** Everything that is told twice within this time is booked once. */
  static final long TOLD_TWICE = Times.micros(Duration.ofDays(2));

  /** After its deadline a call is surely over, or its process dead. */
  private static final long GRACE = Times.micros(Duration.ofMinutes(1));

  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());
  private static final int PAGE = 500;

  /**
   * A wish to spend the price of one call.
   *
   * @param own the limits of the client
   * @param token names the call, in whatever process
   * @param inMemory whether the books know no key of an earlier process
   */
  record Request(
      Purchase what, BigDecimal amountUsd, List<SpendLimit> own, String token, boolean inMemory) {
    String id() {
      return Rules.id(what.idempotencyKey(), token);
    }

    /** Whether an earlier process may have paid: the books begin with this one. */
    boolean mayBePaid() {
      return inMemory && !what.digest().isEmpty();
    }

    /** What the rules read. */
    List<String> ids() {
      List<String> ids = counting(what.scope().paths());
      for (String path : what.scope().paths()) ids.add(Row.LIMITS + path);
      ids.add(id());
      return ids;
    }
  }

  /** Scopes and all their windows. */
  private static List<String> counting(List<String> paths) {
    List<String> ids = new ArrayList<>(paths.size() * 3 + 3);
    for (String path : paths) {
      ids.add(Row.SCOPE + path);
      ids.add(Ring.id(path, ""));
    }
    return ids;
  }

  /** The row that has the money of a call. */
  private static String id(@Nullable String key, String token) {
    return key == null ? Row.CALL + token : Row.KEY + key;
  }

  final Accounts accounts;
  final Head head;
  private final Book book;
  private final long now;

  Rules(Book book, long now) {
    this.book = book;
    this.accounts = new Accounts(book, now);
    this.head = accounts.head;
    this.now = now;
  }

  /** Ends a change. */
  void changed() {
    book.write(head);
  }

  // --- set aside ---

  /**
   * Refuses, without changing anything, what surely does not fit. Null if only {@link #reserve} can
   * say.
   */
  @Nullable SpendRefusal look(Request request) {
    book.expect(request::ids);
    if (book.read(request.id()) != null || !book.ended(now).isEmpty()) return null;
    if (!news(request).isEmpty()) return null;
    List<SpendLimit> limits = limits(request);
    if (!request.what.young() || !accounts.tracks(limits)) return null;
    long price = NanoUsd.spent(request.amountUsd);
    return accounts.refusal(limits, price, price, null);
  }

  /**
   * Sets the amount aside under every limit, or refuses and changes nothing.
   *
   * @param ownCharge whether the call itself brought what its key was charged, if it was
   */
  SpendDecision reserve(Request request, boolean ownCharge) {
    book.expect(request::ids);
    new Sleepers(this).endDead();
    Purchase what = request.what;
    boolean mayBeThere = what.idempotencyKey() != null || book.mayBeRepeated();
    Money known = mayBeThere && book.read(request.id()) instanceof Money stored ? stored : null;
    long price = priceOf(request);
    // Told twice: the first one was committed, its answer lost.
    if (known != null && known.holds.containsKey(request.token)) {
      boolean others = known.holds.size() > 1 || known.word() != Kind.NONE;
      boolean otherPrice = known.least < known.amount || (others && !known.isPriced());
      return hold(known, request, price, otherPrice, lostAt(known), ownCharge);
    }
    // Nothing is left of a key whose calls surely cost nothing.
    if (known != null && known.isOver()) known = null;
    if (known != null && age(known) >= KEY_LIFE) return new SpendDecision.KeyTooOld();
    boolean otherBody =
        known != null
            && !what.digest().isEmpty()
            && !known.digest.isEmpty()
            && !known.digest.equals(what.digest());
    if (otherBody) return new SpendDecision.KeyOfAnotherBody();
    news(request).forEach(book::write);
    List<SpendLimit> limits = limits(request);
    boolean isReplay = known != null && known.isBought();
    if (!limits.isEmpty() && !what.young() && !isReplay) return new SpendDecision.PriceNeeded();

    long amount = known == null ? price : Math.max(price, known.amount);
    // Only what was surely charged makes a repeat free: the service takes a key once.
    SpendRefusal refusal = isReplay ? null : accounts.refusal(limits, price, amount, known);
    if (refusal != null) return new SpendDecision.Refused(refusal);

    Money lost = isReplay ? null : known;
    BigDecimal lostAt = lost == null ? null : lostAt(lost);
    // A call that learns its price later compares it then.
    boolean samePrice =
        lost != null
            && lostAt != null
            && (!what.priced()
                || (lost.amount == price && price == NanoUsd.spent(request.amountUsd)));
    boolean mayBePaid = known == null && request.mayBePaid() && (amount > 0 || !what.priced());
    boolean otherPrice = mayBePaid || (lost != null && !samePrice);
    Money money = known != null ? known : newMoney(request);
    if (known != null) accounts.count(known, -1);
    long end = now + Times.micros(what.atMost()) + GRACE;
    money.join(what.scope().path(), head.last, request.token, end);
    if (!isReplay) {
      money.amount = amount;
      // An earlier call that knew no price may have cost any.
      long least = mayBePaid || (known != null && !known.isPriced()) ? 0 : price;
      if (mayBePaid || what.priced()) money.least = Math.min(money.least, least);
      if (!what.digest().isEmpty()) money.digest = what.digest();
      if (known != null) repeated(money);
    }
    accounts.count(money, 1);
    book.write(money);
    changed();
    return hold(money, request, price, otherPrice, lostAt, ownCharge);
  }

  /** The one price of all calls of a key so far; null if they differ or are not known. */
  private static @Nullable BigDecimal lostAt(Money known) {
    return known.least == known.amount ? NanoUsd.toUsd(known.amount) : null;
  }

  private List<Caps> news(Request request) {
    SpendScope scope = request.what.scope();
    return accounts.news(scope.paths(), scope.limits());
  }

  private List<SpendLimit> limits(Request request) {
    SpendScope scope = request.what.scope();
    return accounts.limits(scope.paths(), scope.limits(), request.own);
  }

  private Money newMoney(Request request) {
    return new Money(request.id(), request.what.operation(), now, accounts.wall(now));
  }

  /** The price of the call, or a higher one that a process of the books has read. */
  private long priceOf(Request request) {
    long price = NanoUsd.spent(request.amountUsd);
    Reading known = head.reading;
    Long read = known == null ? null : known.prices().get(request.what.operation().priceKey());
    return read == null ? price : Math.max(price, read);
  }

  /** The greater age by both clocks: a clock that was set back makes no key younger. */
  private long age(Money money) {
    return Math.max(now - money.born, accounts.wall(now) - money.bornWall);
  }

  /** A key that was unknown when the books were opened may be charged after that now. */
  private void repeated(Money money) {
    Line open = accounts.line(money.line);
    if (open != null && open.isOpen() && open.entry().id() <= head.openedAfter) head.opening = null;
  }

  private SpendHold hold(
      Money money,
      Request request,
      long price,
      boolean otherPrice,
      @Nullable BigDecimal lostAt,
      boolean ownCharge) {
    SpendHold.Earlier charged =
        money.isBought() ? new SpendHold.Earlier(chargeOf(money), money.load, ownCharge) : null;
    return new SpendHold(
        request.token,
        request.what.operation(),
        request.what.idempotencyKey(),
        request.what.scope().path(),
        head.last,
        NanoUsd.toUsd(price),
        Times.instant(money.bornWall + KEY_LIFE),
        otherPrice && charged == null,
        lostAt,
        charged);
  }

  private static Charge chargeOf(Money money) {
    if (money.word() == Kind.NONE) return Charge.NONE;
    return money.isCharged() || money.settled == Kind.CHARGED
        ? Charge.charged(NanoUsd.toUsd(money.amount))
        : Charge.UNKNOWN;
  }

  // --- book ---

  /**
   * Ends a hold and books its attempts; told twice, it is booked once.
   *
   * @return the attempts as booked: numbered, and not charged where another entry of the same key
   *     carries the money
   */
  List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
    String id = id(hold.key(), hold.token());
    book.expect(
        () -> {
          List<String> ids = counting(ScopePaths.upwards(hold.scope()));
          ids.add(id);
          return ids;
        });
    Money money = book.read(id) instanceof Money stored ? stored : null;
    if (money == null || !money.holds.containsKey(hold.token())) {
      return new Sleepers(this).late(money, id, hold, attempts);
    }
    accounts.count(money, -1);
    money.holds.remove(hold.token());
    return enter(money, hold, attempts);
  }

  /** Books the attempts of a call that no longer holds the money, which nothing counts. */
  List<SpendEntry> enter(Money money, SpendHold hold, List<SpendEntry> attempts) {
    List<SpendEntry> booked = new ArrayList<>(attempts.size());
    for (SpendEntry attempt : attempts) {
      Line line = money.hasKey() ? keyed(money, hold, attempt) : unkeyed(money, hold, attempt);
      booked.add(line.entry());
    }
    if (money.hasKey() && money.word() == Kind.NONE) close(money);
    // A later attempt may carry what an earlier one did.
    for (int i = 0; i < booked.size() - 1; i++) {
      Line line = accounts.line(booked.get(i).id());
      if (line != null) booked.set(i, line.entry());
    }
    accounts.count(money, 1);
    boolean gone = !money.hasKey() ? money.holds.isEmpty() : money.isOver();
    if (gone) book.delete(money.id());
    else book.write(money);
    changed();
    return booked;
  }

  /** Every attempt without a key may be a charge of its own. */
  private Line unkeyed(Money money, SpendHold hold, SpendEntry attempt) {
    return enter(money, hold, attempt, attempt.outcome(), money.repriced);
  }

  private Line keyed(Money money, SpendHold hold, SpendEntry attempt) {
    Kind word = attempt.outcome();
    if (word == Kind.NONE) {
      // What was bought for nothing stays bought when the price rises.
      boolean mayBeFree = money.isOver() && !money.repriced;
      if (mayBeFree && !isOfAnotherKey(money, attempt)) money.load = attempt.loadNumber();
      return enter(money, hold, attempt, word, false);
    }
    if (isAnotherCharge(money, attempt)) return enterAnother(money, hold, attempt);
    // The service takes a key once, and another entry carries that.
    if (money.isBought() && (money.said == Kind.NONE || word.compareTo(money.said) <= 0)) {
      if (money.load == null) money.load = attempt.loadNumber();
      return enter(money, hold, attempt, Kind.NONE, false);
    }
    // The answer was another request's, so nobody knows what became of this one; or another call
    // was told of the load first, and nobody knows what that one cost.
    boolean isOurs = !isOfAnotherKey(money, attempt);
    if (!isOurs || money.isBought()) word = Kind.UNKNOWN;
    close(money);
    Line line = enter(money, hold, attempt, word, money.repriced || word == Kind.UNKNOWN);
    money.line = line.entry().id();
    money.at = now;
    money.ahead = accounts.ahead;
    money.said = Money.greater(money.said, word);
    money.settled = Kind.UNKNOWN;
    if (isOurs && attempt.loadNumber() != null) money.load = attempt.loadNumber();
    return line;
  }

  /** Books an attempt, at what the key may have cost besides if its price is not sure. */
  private Line enter(Money money, SpendHold hold, SpendEntry attempt, Kind word, boolean unsure) {
    long priced = NanoUsd.spent(attempt.amountUsd());
    long most = unsure ? Math.max(priced, money.amount) : priced;
    // Of a call that did not know its price, the attempt may have learned it.
    long told = money.isPriced() ? priced : NanoUsd.spent(attempt.leastUsd());
    long least = unsure ? Math.min(told, money.least) : priced;
    if (money.hasKey() && word != Kind.NONE) {
      money.amount = most;
      money.least = least;
    }
    return append(hold, attempt, money.key(), word, least, most);
  }

  private Line append(
      SpendHold hold, SpendEntry attempt, @Nullable String key, Kind word, long least, long most) {
    long from = word == Kind.CHARGED ? least : 0;
    long to = word == Kind.NONE ? 0 : most;
    SpendEntry entry = accounts.entry(attempt, key, word, from, to);
    return accounts.append(entry, hold.token(), hold.since(), from, to);
  }

  /** Whether an answer names another load than the one that the key bought. */
  private static boolean isAnotherCharge(Money money, SpendEntry attempt) {
    String load = attempt.loadNumber();
    return load != null && money.load != null && !money.load.equals(load);
  }

  /** Whether an answer names a load that another key has bought. */
  private boolean isOfAnotherKey(Money money, SpendEntry attempt) {
    String load = attempt.loadNumber();
    if (load == null) return false;
    SpendFilter filter = new SpendFilter(money.operation, load, null, null, null);
    for (Line line : book.lines(new Book.Query(filter, false, null, 0), PAGE)) {
      String key = line.entry().idempotencyKey();
      boolean bought = line.entry().outcome() != Kind.NONE && key != null;
      if (bought && !Objects.equals(key, money.key())) return true;
    }
    return false;
  }

  /** Nobody knows what was charged for it; scopes count it besides what the key has cost. */
  private Line enterAnother(Money money, SpendHold hold, SpendEntry attempt) {
    LOG.log(
        System.Logger.Level.ERROR,
        "%s with key %s was answered with load %s, and the key has bought load %s; it is booked as unknown, and may have bought a second load"
            .formatted(attempt.operation().id(), money.key(), attempt.loadNumber(), money.load));
    long most = Math.max(NanoUsd.spent(attempt.amountUsd()), money.amount);
    return append(hold, attempt, null, Kind.UNKNOWN, 0, most);
  }

  /**
   * The line that carries the key's money no longer does: another one does, or nothing was taken.
   */
  void close(Money money) {
    Line line = accounts.line(money.line);
    if (line != null && line.mostNano() > 0) accounts.replace(line, Kind.NONE, 0, 0);
  }

  // --- what is told once ---

  /**
   * Tells the books of money that they cannot see.
   *
   * @param token names the telling: told twice, it is booked once
   */
  void adjust(long amount, String token) {
    if (!first(token)) return;
    head.adjusted += amount;
    changed();
  }

  /** Whether this is the first time that something is done; it is noted. */
  boolean first(String token) {
    if (book.read(Row.TOLD + token) != null) return false;
    book.write(new Row.Mark(Row.TOLD + token, 0, now + TOLD_TWICE));
    return true;
  }
}
