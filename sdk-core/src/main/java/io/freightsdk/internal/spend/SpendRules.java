package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Book.Line;
import io.freightsdk.internal.spend.Book.Ring;
import io.freightsdk.internal.spend.Reservation.Call;
import io.freightsdk.internal.spend.Reservation.State;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of money: what is set aside, counted, given back and booked. Pure: the book is one
 * transaction of a storage, which decides nothing. Every rule stands here or in {@link Settling},
 * {@link Counting} and {@link Reconciling}, once for all storages.
 */
public final class SpendRules {
  /**
   * The service forgets a key 24 hours after its first use (API description, section 4.1). Five
   * minutes earlier the books refuse it: a request may be on its way that long.
   */
  static final long KEY_LIFE = Duration.ofHours(24).minusMinutes(5).toNanos() / 1000;

  private static final long KEYS_KEPT = Duration.ofDays(2).toNanos() / 1000;
  private static final long CLEAN_UP_EVERY = 256;

  private SpendRules() {}

  /**
   * Refuses, without changing anything, what surely does not fit. Null if only {@link #reserve} can
   * say.
   */
  static @Nullable SpendRefusal look(Book book, SpendRequest request) {
    List<Ring> rings = SpendRequest.rings(request.limits(), book.now());
    book.expect(request.scopes(), rings, request.key());
    boolean keyIsKnown = request.key() != null && book.reservations().byKey(request.key()) != null;
    boolean someAreDead = book.reservations().earliestEnd(book.now()) <= book.now();
    if (keyIsKnown || someAreDead) return null;
    for (Ring ring : rings) if (book.scopes().sum(ring) < 0) return null;
    return Counting.refusal(book, request, NanoUsd.spent(request.amountUsd()), null);
  }

  /**
   * Sets the amount aside under every limit, or refuses and changes nothing.
   *
   * @param ownCharge whether the call itself brought what its key was charged, if it was
   */
  static SpendDecision reserve(Book book, SpendRequest request, boolean ownCharge) {
    Reservation stored = book.mayBeRepeated() ? book.reservations().byCall(request.token()) : null;
    if (stored != null) {
      boolean usedBefore = stored.lostAt() != 0 || stored.calls().size() > 1;
      return hold(book, stored, request, usedBefore && !stored.isCharged(), ownCharge);
    }

    List<Ring> rings = SpendRequest.rings(request.limits(), book.now());
    book.expect(request.scopes(), rings, request.key());
    boolean someEnded = endDead(book);
    boolean changed = Counting.track(book, request.limits()) || someEnded;
    if (changed) book.expect(request.scopes(), rings, request.key());

    Reservation own = known(book, request.key());
    if (own == null && isTooOld(book, request.key())) {
      // Sent again it would buy a second load.
      return new SpendDecision.KeyTooOld();
    }
    long amount = NanoUsd.spent(request.amountUsd());
    // A replay costs nothing. What was lost may have cost what it did then, or costs this now.
    boolean isReplay = own != null && own.isCharged();
    if (own != null) amount = isReplay ? own.amount() : Math.max(amount, own.amount());
    SpendRefusal refusal = isReplay ? null : Counting.refusal(book, request, amount, own);
    if (refusal != null) return new SpendDecision.Refused(refusal);
    Call call = new Call(request.token(), book.now() + request.atMostMicros(), false);
    Reservation reserved;
    if (own == null) {
      reserved = fresh(book, request, amount, call);
    } else {
      reserved = joined(own, request.scope(), call);
      long least = Math.min(own.least(), request.least());
      if (!isReplay) reserved = reserved.with(State.HELD, amount, least, 0);
    }
    Counting.replace(book, own, reserved);
    book.changed();
    boolean otherPrice = own != null && isOtherPrice(own, request);
    return hold(book, reserved, request, otherPrice, ownCharge);
  }

  /** Whether the key's money may have been taken at a price that is not the request's. */
  private static boolean isOtherPrice(Reservation own, SpendRequest request) {
    boolean same = request.priced() && own.isSurely(NanoUsd.spent(request.amountUsd()));
    return !own.isCharged() && !same;
  }

  /** The money of a key, as long as the service surely knows the key. */
  private static @Nullable Reservation known(Book book, @Nullable String key) {
    Reservation known = key == null ? null : book.reservations().byKey(key);
    boolean forgotten = known != null && book.now() - known.firstSeen() >= KEY_LIFE;
    return forgotten ? null : known;
  }

  /** Whether the service may have forgotten a key that the books still remember. */
  private static boolean isTooOld(Book book, @Nullable String key) {
    Reservation forgotten = key == null ? null : book.reservations().byKey(key);
    return forgotten != null && book.now() - forgotten.lastSeen() < KEYS_KEPT;
  }

  private static Reservation fresh(Book book, SpendRequest request, long amount, Call call) {
    long id = book.nextReservation();
    if (id % CLEAN_UP_EVERY == 0) book.reservations().dropKeys(book.now() - KEYS_KEPT);
    return Reservation.of(
        id,
        request.key(),
        request.operation(),
        List.of(request.scope()),
        State.HELD,
        amount,
        request.least(),
        List.of(call),
        0,
        book.now());
  }

  /** One more call uses the money, so the call's scopes count it too. */
  private static Reservation joined(Reservation base, String scope, Call call) {
    Reservation joined = base.withCall(call);
    // What was charged is counted where it was.
    if (base.isCharged() || base.paths().contains(scope)) return joined;

    List<String> paths = new ArrayList<>(base.paths());
    paths.add(scope);
    return joined.withPaths(List.copyOf(paths));
  }

  private static SpendHold hold(
      Book book,
      Reservation reserved,
      SpendRequest request,
      boolean otherPrice,
      boolean ownCharge) {
    SpendHold.Earlier charged =
        reserved.isCharged()
            ? new SpendHold.Earlier(NanoUsd.toUsd(reserved.amount()), ownCharge)
            : null;
    return new SpendHold(
        reserved.id(),
        request.token(),
        request.operation(),
        request.key(),
        request.scope(),
        book.header().entries(),
        Times.instant(reserved.firstSeen() + KEY_LIFE),
        otherPrice,
        charged);
  }

  /** Calls that should be over are dead: nobody knows what they cost. */
  static boolean endDead(Book book) {
    if (book.reservations().earliestEnd(book.now()) > book.now()) return false;
    List<Reservation> ended = book.reservations().ended(book.now());
    for (; !ended.isEmpty(); ended = book.reservations().ended(book.now())) {
      for (Reservation reservation : ended) endDead(book, reservation);
    }
    return true;
  }

  private static void endDead(Book book, Reservation before) {
    List<Call> calls = new ArrayList<>();
    long lastEnd = before.lostAt();
    boolean running = false;
    for (Call call : before.calls()) {
      boolean dead = call.dead() || call.end() <= book.now();
      running |= !dead;
      if (dead) lastEnd = Math.max(lastEnd, call.end());
      if (dead && before.isCharged()) continue;
      calls.add(new Call(call.token(), call.end(), dead));
    }
    Reservation after = before.withCalls(calls);
    if (!before.isCharged()) {
      boolean isFirst = before.unknownEntry() == 0;
      if (isFirst) after = after.lost(before.lostAt(), enterDead(book, after));
      else loseAgain(book, before);
      if (!running) after = after.with(State.UNKNOWN, after.amount(), lastEnd);
    }
    Counting.replace(book, before, after);
  }

  /** What was lost before may have been taken since, at the price of the calls that died. */
  private static void loseAgain(Book book, Reservation money) {
    Reconciling.doubtOpening(book, money.unknownEntry());
    Line line = book.lines().find(money.unknownEntry());
    if (line == null || !line.isUnknown() || line.amount() >= money.amount()) return;
    Line raised =
        line.settledAs(Charge.Kind.UNKNOWN, money.amount(), line.countedAt(), line.paths());
    Counting.replace(book, line, raised);
  }

  private static long enterDead(Book book, Reservation dead) {
    String scope = dead.paths().get(dead.paths().size() - 1);
    String token = dead.calls().stream().filter(Call::dead).findFirst().orElseThrow().token();
    SpendEntry entry =
        new SpendEntry(
            book.nextEntry(),
            Times.instant(book.now()),
            dead.operation(),
            null,
            dead.key(),
            null,
            0,
            Charge.Kind.UNKNOWN,
            NanoUsd.toUsd(dead.amount()),
            scope);
    Counting.enter(book, new Line(entry, dead.id(), token, book.now(), List.of()));
    return entry.id();
  }

  /**
   * Tells the books of money they cannot see.
   *
   * @param token names the telling: told twice, it is booked once
   */
  static void adjust(Book book, long amount, String token) {
    if (isDone(book, token)) return;
    done(book, token);
    book.header(book.header().adjusted(amount));
  }

  /** Whether an earlier run of the same change was committed, its answer lost. */
  static boolean isDone(Book book, String token) {
    return book.reservations().byKey(token) != null;
  }

  /**
   * Notes that a change was made. A charge of nothing is remembered as keys are, which is longer
   * than anybody makes the same change again.
   */
  static void done(Book book, String token) {
    book.reservations()
        .save(
            Reservation.of(
                book.nextReservation(),
                token,
                Operation.TOP_UP_BY_CARD,
                List.of(SpendScope.CLIENT),
                State.CHARGED,
                0,
                0,
                List.of(),
                book.now(),
                book.now()));
  }

  /** Forgets what limits count for a scope and those inside it; what is around them goes on. */
  static void forget(Book book, String scope) {
    String around = scope.substring(0, scope.lastIndexOf('/'));
    for (Reservation reservation : book.reservations().uncertain()) {
      if (reservation.paths().stream().noneMatch(path -> ScopePaths.isInside(path, scope)))
        continue;
      List<String> paths =
          reservation.paths().stream()
              .map(path -> ScopePaths.isInside(path, scope) ? around : path)
              .distinct()
              .toList();
      Counting.replace(book, reservation, reservation.withPaths(paths));
    }
    book.scopes().forget(scope, book.header().entries());
    book.changed();
  }

  /** Drops some old lines; limits and totals go on counting them. False if none is left. */
  public static boolean purge(Book book, long before) {
    long until = Math.min(before, book.now() + 1);
    // A key may be used again, and a call that sleeps may still say what became of it.
    long surelyOver = Math.min(until, book.now() - KEYS_KEPT);
    book.reservations().dropKeys(surelyOver);
    if (!book.lines().drop(until, surelyOver)) return false;
    book.header(book.header().dropped(until));
    return true;
  }

  static SpendTotals totals(Book book, SpendFilter filter) {
    String scope = filter.scope() == null ? SpendScope.CLIENT : filter.scope();
    boolean running = filter.loadNumber() == null && filter.from() == null && filter.to() == null;
    if (running && book.scopes().isComplete(scope)) {
      return book.scopes().sums(scope, filter.operation()).totals(true);
    }
    long droppedUntil = book.header().droppedUntil();
    boolean isKept = filter.from() != null && Times.micros(filter.from()) > droppedUntil;
    return book.lines().sum(filter).totals(droppedUntil == 0 || isKept);
  }
}
