package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.Book.Line;
import io.freightsdk.internal.spend.Book.Ring;
import io.freightsdk.internal.spend.Book.Slot;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendRefusal;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How reservations count in scopes and windows, and whether another one fits. Pure. */
final class Counting {
  /** Money of a key is counted at most so much later than its entry was made. */
  private static final long COUNTED_LATE = Duration.ofHours(25).toNanos() / 1000;

  private Counting() {}

  /** Lets scopes and windows count one reservation in place of another; null stands for none. */
  static void replace(Book book, @Nullable Reservation before, @Nullable Reservation after) {
    boolean same = before != null && after != null && before.countsLike(after);
    if (!same && before != null) count(book, before, -before.amount());
    if (!same && after != null) count(book, after, after.amount());

    // A charge without a key has nothing to be recognised by.
    boolean isKept = after != null && !(after.isCharged() && after.key() == null);
    if (after != null && isKept) {
      book.reservations().save(after);
    } else if (before != null) {
      book.reservations().delete(before);
    }
  }

  private static void count(Book book, Reservation reservation, long amount) {
    if (amount == 0) return;
    List<String> scopes = reservation.scopes();
    Operation operation = reservation.operation();
    if (reservation.isHeld()) {
      book.scopes().add(scopes, operation, Sums.held(amount));
      return;
    }
    book.scopes().add(scopes, operation, Sums.spent(amount));
    for (Ring ring : book.scopes().tracked(scopes, book.now())) {
      add(book, ring, reservation.countedAt(), amount);
    }
  }

  /** What has left the window takes nothing out of it, and puts nothing in. */
  private static void add(Book book, Ring ring, long countedAt, long amount) {
    long slot = ring.window().slotOf(countedAt);
    if (slot >= ring.oldestSlot()) book.scopes().add(ring, slot, amount);
  }

  /** Adds a line to the ledger and to its totals. */
  static void enter(Book book, Line line) {
    total(book, line.entry(), 1);
    dropped(book, book.lines().add(line));
  }

  /** Replaces a line and corrects the totals. */
  static void replace(Book book, Line before, Line after) {
    total(book, before.entry(), -1);
    total(book, after.entry(), 1);
    dropped(book, book.lines().replace(after));
  }

  private static void total(Book book, SpendEntry entry, int sign) {
    List<String> scopes = ScopePaths.upwards(entry.scope());
    book.scopes().add(scopes, entry.operation(), Sums.of(entry, sign));
  }

  /** What is dropped was counted at most as late as this. */
  private static void dropped(Book book, @Nullable Line line) {
    if (line != null) book.header(book.header().dropped(line.countedAt()));
  }

  /**
   * Begins to track the windows of limits that their scopes do not track yet, with what the ledger
   * says they hold. Lines that were dropped count as spent when the last of them was.
   *
   * @return whether there was one
   */
  static boolean track(Book book, List<SpendLimit> limits) {
    boolean any = false;
    for (SpendLimit limit : limits) {
      Ring ring = SpendRequest.ring(limit, book.now());
      if (ring == null || book.scopes().sum(ring) >= 0) continue;
      any = true;
      book.scopes().track(ring);
      if (spent(book, ring.scope()) > 0) fill(book, ring);
    }
    return any;
  }

  private static void fill(Book book, Ring ring) {
    String scope = ring.scope();
    long start = ring.window().startOf(ring.oldestSlot());
    boolean someDropped = book.header().droppedUntil() >= start;
    long forgotten = book.scopes().forgottenUpTo(scope);
    long since = someDropped ? 0 : start;
    long[] known = {0};
    book.lines()
        .chargedSince(
            scope,
            since - COUNTED_LATE,
            since,
            line -> {
              if (!line.countsIn(scope) || line.id() <= forgotten) return;
              known[0] += line.amount();
              add(book, ring, line.countedAt(), line.amount());
            });
    for (Reservation unknown : book.reservations().uncertain()) {
      if (unknown.isHeld() || !unknown.countsIn(scope)) continue;
      known[0] += unknown.amount();
      add(book, ring, unknown.countedAt(), unknown.amount());
    }
    long dropped = spent(book, scope) - known[0];
    if (someDropped && dropped > 0) add(book, ring, book.header().droppedUntil(), dropped);
  }

  private static long spent(Book book, String scope) {
    return book.scopes().sums(scope, null).spent();
  }

  /**
   * Null if the amount fits every limit.
   *
   * @param own money of the same key, which is not counted twice
   */
  static @Nullable SpendRefusal refusal(
      Book book, SpendRequest request, long amount, @Nullable Reservation own) {
    for (SpendLimit limit : request.limits()) {
      Ring ring = SpendRequest.ring(limit, book.now());
      long cap = NanoUsd.cap(limit.capUsd());
      boolean perCall = limit.kind() == SpendLimit.Kind.PER_CALL;
      long counted = perCall ? 0 : counted(book, limit, ring) - part(own, limit.scope(), ring);
      long more = perCall ? NanoUsd.spent(request.amountUsd()) : amount;
      long missing = counted + more - cap;
      if (missing <= 0) continue;

      Instant freesAt = ring == null || more > cap ? null : freesAt(book, ring, missing, own);
      // What does not fit may be what the key was lost at, and not the price of now.
      BigDecimal counts = own == null ? request.amountUsd() : NanoUsd.toUsd(more);
      return new SpendRefusal(limit, counts, NanoUsd.toUsd(Math.max(0, cap - counted)), freesAt);
    }
    return null;
  }

  /** What is left under each of the limits; empty if one of their windows is not tracked yet. */
  static List<SpendLedger.Remaining> remaining(
      Book book, List<String> scopes, List<SpendLimit> limits) {
    List<Ring> rings = SpendRequest.rings(limits, book.now());
    book.expect(scopes, rings, null);
    for (Ring ring : rings) if (book.scopes().sum(ring) < 0) return List.of();
    return limits.stream()
        .map(limit -> new SpendLedger.Remaining(limit, NanoUsd.toUsd(remaining(book, limit))))
        .toList();
  }

  private static long remaining(Book book, SpendLimit limit) {
    Ring ring = SpendRequest.ring(limit, book.now());
    return Math.max(0, NanoUsd.cap(limit.capUsd()) - counted(book, limit, ring));
  }

  private static long counted(Book book, SpendLimit limit, @Nullable Ring ring) {
    Sums sums = book.scopes().sums(limit.scope(), null);
    return switch (limit.kind()) {
      case PER_CALL -> 0;
      case TOTAL -> sums.held() + sums.spent();
      // Held money does not age: the service may take it at any moment until the call ends.
      case WINDOW, CALENDAR_DAY -> sums.held() + (ring == null ? 0 : book.scopes().sum(ring));
    };
  }

  /** What of a limit's count is this reservation. */
  private static long part(@Nullable Reservation own, String scope, @Nullable Ring ring) {
    if (own == null || !own.countsIn(scope)) return 0;
    boolean left = !own.isHeld() && ring != null && slot(own, ring) < ring.oldestSlot();
    return left ? 0 : own.amount();
  }

  private static long slot(Reservation own, Ring ring) {
    return ring.window().slotOf(own.countedAt());
  }

  private static @Nullable Instant freesAt(
      Book book, Ring ring, long missing, @Nullable Reservation own) {
    long freed = 0;
    for (Slot slot : book.scopes().slots(ring)) {
      freed += slot.amount();
      boolean isOwn = own != null && !own.isHeld() && slot.slot() == slot(own, ring);
      if (isOwn) freed -= part(own, ring.scope(), ring);
      if (freed >= missing) return ring.window().freesAt(slot.slot());
    }
    return null;
  }
}
