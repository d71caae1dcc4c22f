package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.Cell;
import io.freightsdk.spend.store.Line;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules of money: what is set aside, counted, given back and booked. Pure: a book is one
 * transaction of a storage, which decides nothing. What a balance or a person says stands in {@link
 * Reconciling}, a change of a price in {@link Repricing}.
 */
final class Rules {
  /**
   * The service forgets a key 24 hours after its first use (API description, section 4.1). Five
   * minutes earlier the books refuse it: a request may be on its way that long.
   */
  static final long KEY_LIFE = micros(Duration.ofHours(24).minusMinutes(5));

  /** Everything that is told twice within this time is booked once. */
  static final long TOLD_TWICE = micros(Duration.ofDays(2));

  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());
  private static final int PAGE = 500;

  /**
   * A wish to spend the price of one call.
   *
   * @param key the key under which the service takes the price at most once; null if every attempt
   *     may be charged
   * @param digest of the body under the key; empty if there is none
   * @param paths the path of the call's scope and of every scope around it, innermost first
   * @param brought the limits that the call brings for these paths
   * @param own the limits of the client
   * @param token names the call, in whatever process
   * @param atMostMicros after this long the call is surely over, or its process dead
   * @param priced false if the amount is a guess, because nobody knows the price
   */
  record Request(
      Operation operation,
      BigDecimal amountUsd,
      @Nullable String key,
      String digest,
      List<String> paths,
      List<SpendLimit> brought,
      List<SpendLimit> own,
      String token,
      long atMostMicros,
      boolean priced) {

    String scope() {
      return paths.get(0);
    }

    /** What the rules read. */
    List<String> ids() {
      List<String> ids = new ArrayList<>(paths.size() * 3 + 1);
      for (String path : paths) {
        ids.add(Cells.SCOPE + path);
        ids.add(Cells.LIMITS + path);
      }
      for (SpendLimit limit : brought) window(limit, ids);
      for (SpendLimit limit : own) window(limit, ids);
      if (key != null) ids.add(Cells.KEY + key);
      return ids;
    }

    private static void window(SpendLimit limit, List<String> ids) {
      Window window = Window.of(limit);
      if (window != null) ids.add(Ring.id(limit.scope(), window.name()));
    }
  }

  private final Accounts accounts;
  private final Book book;
  private final Head head;
  private final long now;

  Rules(Book book, long now) {
    this.book = book;
    this.accounts = new Accounts(book, now);
    this.head = accounts.head;
    this.now = accounts.now;
  }

  Accounts accounts() {
    return accounts;
  }

  /** Whether an earlier run of this change may have been committed. */
  boolean mayBeRepeated() {
    return book.mayBeRepeated();
  }

  /** Ends a change: whoever reads the version sees that something is different now. */
  void changed() {
    head.version++;
    book.write(head);
  }

  // --- set aside ---

  /**
   * Refuses, without changing anything, what surely does not fit. Null if only {@link #reserve} can
   * say.
   */
  @Nullable SpendRefusal look(Request request) {
    book.expect(request.ids());
    boolean keyIsKnown = request.key != null && book.read(Cells.KEY + request.key) != null;
    if (keyIsKnown || !book.ended(now).isEmpty()) return null;
    List<SpendLimit> limits = accounts.limits(request.paths, request.brought, request.own, false);
    if (!accounts.tracks(limits)) return null;
    long price = NanoUsd.spent(request.amountUsd);
    return accounts.refusal(limits, price, price, null);
  }

  /**
   * Sets the amount aside under every limit, or refuses and changes nothing.
   *
   * @param ownCharge whether the call itself brought what its key was charged, if it was
   */
  SpendDecision reserve(Request request, boolean ownCharge) {
    book.expect(request.ids());
    endDead();
    String id = request.key == null ? Cells.CALL + request.token : Cells.KEY + request.key;
    boolean mayBeThere = request.key != null || book.mayBeRepeated();
    Money known = mayBeThere && book.read(id) instanceof Money stored ? stored : null;
    // Told twice: the first one was committed, its answer lost.
    if (known != null && known.holds.containsKey(request.token)) {
      return hold(known, request, known.least < known.amount, ownCharge);
    }
    // Nothing is left of a key whose calls surely cost nothing.
    if (known != null && known.isOver()) known = null;
    if (known != null && age(known) >= KEY_LIFE) return new SpendDecision.KeyTooOld();
    if (known != null && isOfAnotherBody(known, request.digest)) {
      return new SpendDecision.KeyOfAnotherBody();
    }
    List<SpendLimit> limits = accounts.limits(request.paths, request.brought, request.own, true);
    boolean isReplay = known != null && known.isCharged();
    if (!limits.isEmpty() && !request.priced && !isReplay) return new SpendDecision.PriceNeeded();

    accounts.track(limits);
    long price = priceOf(request);
    long amount = known == null ? price : Math.max(price, known.amount);
    // Only what was surely charged makes a repeat free: the service takes a key once.
    SpendRefusal refusal = isReplay ? null : accounts.refusal(limits, price, amount, known);
    if (refusal != null) return new SpendDecision.Refused(refusal);

    // Without a price nobody can say that it is the one of before.
    boolean samePrice =
        known != null && request.priced && known.least == price && known.amount == price;
    boolean otherPrice = known != null && !isReplay && !samePrice;
    Money money = known != null ? known : new Money(id, request.operation, now, accounts.wall(now));
    accounts.count(money, -1);
    money.join(request.scope(), head.last, request.token, now + request.atMostMicros);
    if (!isReplay) {
      money.amount = amount;
      money.least = Math.min(money.least, request.priced ? price : 0);
      if (!request.digest.isEmpty()) money.digest = request.digest;
      if (known != null) repeated(money);
    }
    accounts.count(money, 1);
    book.write(money);
    changed();
    return hold(money, request, otherPrice, ownCharge);
  }

  /** The price of the call, or a higher one that another process has read. */
  private long priceOf(Request request) {
    long price = NanoUsd.spent(request.amountUsd);
    Reading known = request.priced ? head.reading : null;
    Long read = known == null ? null : known.nano().get(request.operation);
    return read == null ? price : Math.max(price, read);
  }

  /** The greater age by both clocks: a clock that was set back makes no key younger. */
  private long age(Money money) {
    return Math.max(now - money.born, accounts.wall(now) - money.bornWall);
  }

  private static boolean isOfAnotherBody(Money known, String digest) {
    return !digest.isEmpty() && !known.digest.isEmpty() && !known.digest.equals(digest);
  }

  /** A key that was unknown when the books were opened may be charged after that now. */
  private void repeated(Money money) {
    Line open = lineOf(money);
    if (open != null && open.isOpen() && open.entry().id() <= head.openedAfter) head.opening = null;
  }

  private SpendHold hold(Money money, Request request, boolean otherPrice, boolean ownCharge) {
    SpendHold.Earlier charged =
        money.isCharged()
            ? new SpendHold.Earlier(NanoUsd.toUsd(money.amount), money.load, ownCharge)
            : null;
    return new SpendHold(
        request.token,
        request.operation,
        request.key,
        request.scope(),
        head.last,
        NanoUsd.toUsd(priceOf(request)),
        Times.instant(money.bornWall + KEY_LIFE),
        otherPrice && charged == null,
        charged);
  }

  // --- book ---

  /**
   * Ends a hold and books its attempts; told twice, it is booked once.
   *
   * @return the attempts as booked: numbered, and not charged where another entry of the same key
   *     carries the money
   */
  List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
    String id = hold.key() == null ? Cells.CALL + hold.token() : Cells.KEY + hold.key();
    expect(hold, id);
    Money money = book.read(id) instanceof Money stored ? stored : null;
    boolean runs = money != null && money.holds.containsKey(hold.token());
    if (money == null || !runs) return late(money, id, hold, attempts);
    return ended(money, hold, attempts);
  }

  private void expect(SpendHold hold, String id) {
    List<String> ids = new ArrayList<>(4);
    ids.add(id);
    for (String path : ScopePaths.upwards(hold.scope())) ids.add(Cells.SCOPE + path);
    book.expect(ids);
    List<String> windows = new ArrayList<>();
    for (String path : ScopePaths.upwards(hold.scope())) {
      for (String window : accounts.scope(path).windows) windows.add(Ring.id(path, window));
    }
    book.expect(windows);
  }

  private List<SpendEntry> ended(Money money, SpendHold hold, List<SpendEntry> attempts) {
    accounts.count(money, -1);
    money.holds.remove(hold.token());
    return entered(money, hold, attempts);
  }

  /**
   * The call has been settled already, or its hold ended before it said a word. Its own word counts
   * more than what was presumed, and more than what a balance seemed to say.
   */
  private List<SpendEntry> late(
      @Nullable Money money, String id, SpendHold hold, List<SpendEntry> attempts) {
    List<Line> lines = accounts.lines(hold.token());
    Line presumed = null;
    List<SpendEntry> told = new ArrayList<>();
    for (Line line : lines) {
      if (line.entry().attempt() == 0) presumed = line;
      else told.add(line.entry());
    }
    boolean wasDead = presumed != null || (money != null && money.dead.contains(hold.token()));
    if (!told.isEmpty() || (!wasDead && attempts.isEmpty())) return told;

    Word says = Word.NOT_CHARGED;
    for (SpendEntry attempt : attempts) says = says.or(Word.of(attempt.outcome()));
    if (money == null) {
      if (presumed != null) {
        if (says == Word.UNKNOWN) return List.of(presumed.entry());
        contradict(presumed, says);
        accounts.replace(presumed, Word.NOT_CHARGED, 0, 0);
      }
      long born = Times.micros(hold.keyGoodUntil()) - KEY_LIFE;
      money = new Money(id, hold.operation(), born, born);
      money.paths.put(hold.scope(), hold.since());
      money.amount = NanoUsd.spent(hold.amountUsd());
      money.least = money.amount;
      return entered(money, hold, attempts);
    }
    accounts.count(money, -1);
    money.dead.remove(hold.token());
    Line carrying = money.isCharged() ? null : lineOf(money);
    if (carrying != null && says == Word.UNKNOWN) {
      // It knows no more than was presumed.
      money.said = money.said.or(Word.UNKNOWN);
      accounts.count(money, 1);
      book.write(money);
      changed();
      return List.of(carrying.entry());
    }
    boolean contradicts =
        says == Word.CHARGED || (says == Word.NOT_CHARGED && money.word() == Word.NOT_CHARGED);
    if (carrying != null && contradicts) contradict(carrying, says);
    return entered(money, hold, attempts);
  }

  /** A word against what a balance or a person said, or about money of before the opening. */
  private void contradict(Line line, Word says) {
    SpendEntry entry = line.entry();
    Word was = Word.of(entry.outcome());
    boolean settledOtherwise = was != Word.UNKNOWN && was != says;
    boolean before = entry.id() <= head.openedAfter && says == Word.CHARGED;
    if (!settledOtherwise && !before) return;
    head.opening = null;
    if (settledOtherwise) {
      LOG.log(
          System.Logger.Level.ERROR,
          "entry %d of %s was settled as %s, and its call says %s; the call is believed, and the next reconcile() opens the ledger again"
              .formatted(entry.id(), entry.operation().id(), was, says));
    }
  }

  private List<SpendEntry> entered(Money money, SpendHold hold, List<SpendEntry> attempts) {
    List<SpendEntry> booked = new ArrayList<>(attempts.size());
    for (SpendEntry attempt : attempts) {
      Line line =
          money.hasKey() ? enterKeyed(money, hold, attempt) : enterCall(money, hold, attempt);
      booked.add(line.entry());
    }
    if (money.hasKey() && money.word() == Word.NOT_CHARGED) close(money);
    // A later attempt may carry what an earlier one did.
    if (booked.size() > 1) {
      booked.replaceAll(
          entry -> {
            Line now = accounts.line(hold.token(), entry.attempt());
            return now == null ? entry : now.entry();
          });
    }
    accounts.count(money, 1);
    boolean gone = !money.hasKey() ? money.holds.isEmpty() : money.isOver();
    if (gone) book.delete(money.id());
    else book.write(money);
    changed();
    return booked;
  }

  /** Every attempt without a key may be a charge of its own. */
  private Line enterCall(Money money, SpendHold hold, SpendEntry attempt) {
    Word word = Word.of(attempt.outcome());
    long priced = NanoUsd.spent(attempt.amountUsd());
    long most = money.repriced ? Math.max(priced, money.amount) : priced;
    long least = money.repriced ? Math.min(priced, money.least) : priced;
    return enter(hold, attempt, word, least, most);
  }

  private Line enterKeyed(Money money, SpendHold hold, SpendEntry attempt) {
    long priced = NanoUsd.spent(attempt.amountUsd());
    Word word = Word.of(attempt.outcome());
    if (word == Word.NOT_CHARGED) return enter(hold, attempt, word, 0, 0);
    if (isAnotherCharge(money, attempt)) return enterAnother(money, hold, attempt, priced);
    // The answer was another request's, so nobody knows what became of this one.
    boolean foreign = isOfAnotherKey(money, attempt);
    if (foreign) word = Word.UNKNOWN;
    // The service takes a key once, and another entry carries that.
    if (money.isCharged()) {
      if (money.load == null) money.load = attempt.loadNumber();
      return enter(hold, attempt, Word.NOT_CHARGED, 0, 0);
    }
    boolean charged = word == Word.CHARGED;
    boolean range = money.repriced || !charged;
    long most = range ? Math.max(priced, money.amount) : priced;
    long least = range ? Math.min(priced, money.least) : priced;
    close(money);
    Line line = enter(hold, attempt, word, least, most);
    money.carriedBy(hold.token(), attempt.attempt());
    money.amount = most;
    money.least = least;
    money.at = now;
    money.said = money.said.or(word);
    money.settled = Word.UNKNOWN;
    if (charged) money.load = attempt.loadNumber();
    return line;
  }

  /** Whether an answer names another load than the one that the key bought. */
  private static boolean isAnotherCharge(Money money, SpendEntry attempt) {
    String load = attempt.loadNumber();
    String bought = money.isCharged() ? money.load : null;
    return load != null && bought != null && !bought.equals(load);
  }

  /** Whether an answer names a load that another key has bought. */
  private boolean isOfAnotherKey(Money money, SpendEntry attempt) {
    String load = attempt.loadNumber();
    if (load == null || money.isCharged()) return false;
    SpendFilter filter = new SpendFilter(money.operation, load, null, null, null);
    for (Line line : book.lines(new Book.Query(filter, false, null, 0), PAGE)) {
      boolean ofAnotherKey =
          line.entry().outcome() == Charge.Kind.CHARGED
              && !Objects.equals(line.entry().idempotencyKey(), money.key());
      if (ofAnotherKey) return true;
    }
    return false;
  }

  /** Nobody knows what was charged for it; scopes count it besides what the key has cost. */
  private Line enterAnother(Money money, SpendHold hold, SpendEntry attempt, long priced) {
    LOG.log(
        System.Logger.Level.ERROR,
        "%s with key %s was answered with load %s, and the key has bought load %s; it is booked as unknown, and may have bought a second load"
            .formatted(
                attempt.operation().id(),
                attempt.idempotencyKey(),
                attempt.loadNumber(),
                money.load));
    long most = Math.max(priced, money.amount);
    SpendEntry unkeyed =
        new SpendEntry(
            0,
            attempt.at(),
            attempt.operation(),
            attempt.loadNumber(),
            null,
            attempt.requestId(),
            attempt.attempt(),
            attempt.outcome(),
            attempt.amountUsd(),
            attempt.scope(),
            BigDecimal.ZERO);
    return enter(hold, unkeyed, Word.UNKNOWN, 0, most);
  }

  /**
   * The line that carries the key's money no longer does: another one does, or nothing was taken.
   */
  private void close(Money money) {
    Line line = lineOf(money);
    if (line == null || line.mostNano() == 0) return;
    accounts.replace(line, Word.NOT_CHARGED, 0, 0);
  }

  @Nullable Line lineOf(Money money) {
    return money.lineToken.isEmpty() ? null : accounts.line(money.lineToken, money.lineAttempt);
  }

  private Line enter(SpendHold hold, SpendEntry attempt, Word word, long least, long most) {
    long from = word == Word.CHARGED ? least : 0;
    long to = word == Word.NOT_CHARGED ? 0 : most;
    SpendEntry entry =
        new SpendEntry(
            0,
            Times.instant(accounts.wall(now)),
            attempt.operation(),
            attempt.loadNumber(),
            attempt.idempotencyKey(),
            attempt.requestId(),
            attempt.attempt(),
            word.outcome(),
            NanoUsd.toUsd(to),
            attempt.scope(),
            NanoUsd.toUsd(from));
    return accounts.append(new Line(entry, hold.token(), hold.since(), from, to));
  }

  // --- the dead ---

  /** Calls that should be over are dead: nobody knows what they cost. */
  void endDead() {
    for (List<Cell> ended = book.ended(now); !ended.isEmpty(); ended = book.ended(now)) {
      for (Cell cell : ended) {
        if (cell instanceof Money money) endDead(money);
        else book.delete(cell.id());
      }
      changed();
    }
  }

  private void endDead(Money money) {
    accounts.count(money, -1);
    List<String> tokens = new ArrayList<>(1);
    for (Map.Entry<String, Long> hold : money.holds.entrySet()) {
      if (hold.getValue() <= now) tokens.add(hold.getKey());
    }
    for (String token : tokens) {
      long end = Objects.requireNonNull(money.holds.remove(token));
      // A repeat of what was charged costs nothing.
      if (money.isCharged()) continue;
      if (money.hasKey()) money.dead.add(token);
      presume(money, token, end);
    }
    accounts.count(money, 1);
    boolean gone = !money.hasKey() && money.holds.isEmpty();
    if (gone) book.delete(money.id());
    else book.write(money);
  }

  private void presume(Money money, String token, long end) {
    Map.Entry<String, Long> in = null;
    for (Map.Entry<String, Long> path : money.paths.entrySet()) in = path;
    SpendEntry entry =
        new SpendEntry(
            0,
            Times.instant(accounts.wall(end)),
            money.operation,
            null,
            money.key(),
            null,
            0,
            Charge.Kind.UNKNOWN,
            NanoUsd.toUsd(money.amount),
            in == null ? SpendScope.CLIENT : in.getKey(),
            BigDecimal.ZERO);
    if (money.hasKey()) close(money);
    accounts.append(new Line(entry, token, in == null ? 0 : in.getValue(), 0, money.amount));
    money.carriedBy(token, 0);
    money.at = Math.max(money.at, end);
    money.settled = Word.UNKNOWN;
  }

  // --- the rest ---

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
    if (book.read(Cells.TOLD + token) != null) return false;
    book.write(new Cells.Told(token, now + TOLD_TWICE));
    return true;
  }

  /** Forgets what limits count for a scope and those inside it; what is around them goes on. */
  void forget(String path) {
    Scope scope = accounts.scope(path);
    head.last++;
    scope.forgotten = head.last;
    scope.reset(head.last);
    book.write(scope);
    changed();
  }

  void removeLimits(String path) {
    book.delete(Cells.LIMITS + path);
    changed();
  }

  /**
   * Drops some old lines, keys that nobody will use, and scopes that count nothing; false if
   * nothing is left to drop.
   */
  boolean purge(long before) {
    endDead();
    // A call that sleeps may still say what became of it, and what is told twice is booked once.
    long until = Math.min(before, now - TOLD_TWICE);
    boolean more = purgeKeys(until);
    long drop = accounts.wall(until);
    if (book.drop(drop)) {
      head.droppedUntil = Math.max(head.droppedUntil, drop);
      more = true;
    }
    if (!more) purgeScopes(until);
    changed();
    return more;
  }

  private boolean purgeKeys(long until) {
    boolean any = false;
    List<Cell> page = book.list(Cells.KEY, "", PAGE);
    while (!page.isEmpty()) {
      for (Cell cell : page) {
        Money money = (Money) cell;
        boolean old = money.born < until && money.at < until && money.holds.isEmpty();
        boolean open = money.isSpent() && !money.isCharged();
        if (!old || open) continue;
        book.delete(money.id());
        any = true;
      }
      page = book.list(Cells.KEY, page.get(page.size() - 1).id(), PAGE);
    }
    return any;
  }

  /** A scope whose limits count nothing any more begins again when it is used. */
  private void purgeScopes(long until) {
    List<Cell> page = book.list(Cells.SCOPE, "", PAGE);
    while (!page.isEmpty()) {
      for (Cell cell : page) {
        Scope scope = accounts.scope(((Scope) cell).path);
        boolean named = !scope.path.equals(SpendScope.CLIENT);
        boolean idle = scope.isIdle() && scope.spentAt < until;
        if (named && idle && !hasTotal(scope.path) && isEmpty(scope)) drop(scope);
      }
      page = book.list(Cells.SCOPE, page.get(page.size() - 1).id(), PAGE);
    }
  }

  private boolean hasTotal(String path) {
    Cell caps = book.read(Cells.LIMITS + path);
    if (!(caps instanceof Caps known)) return false;
    return known.limits().stream().anyMatch(limit -> limit.kind() == SpendLimit.Kind.TOTAL);
  }

  private boolean isEmpty(Scope scope) {
    for (String window : scope.windows) {
      Ring ring = accounts.ring(scope, window);
      if (ring != null && !accounts.isEmpty(ring)) return false;
    }
    return true;
  }

  private void drop(Scope scope) {
    // What was held until now does not count in a scope of the same name.
    head.last++;
    for (String window : scope.windows) book.delete(Ring.id(scope.path, window));
    book.delete(scope.id());
  }

  SpendTotals totals(SpendFilter filter) {
    String path = filter.scope() == null ? SpendScope.CLIENT : filter.scope();
    boolean running = filter.loadNumber() == null && filter.from() == null && filter.to() == null;
    Cell cell = book.read(Cells.SCOPE + path);
    if (running && cell instanceof Scope scope) {
      return scope.total(filter.operation()).totals(true);
    }
    Sums sums = new Sums();
    long after = 0;
    List<Line> page = book.lines(new Book.Query(filter, false, null, after), PAGE);
    while (!page.isEmpty()) {
      for (Line line : page) sums.add(line, 1);
      after = page.get(page.size() - 1).entry().id();
      page = book.lines(new Book.Query(filter, false, null, after), PAGE);
    }
    boolean isKept = filter.from() != null && Times.micros(filter.from()) > head.droppedUntil;
    return sums.totals(head.droppedUntil == 0 || isKept);
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1000;
  }
}
