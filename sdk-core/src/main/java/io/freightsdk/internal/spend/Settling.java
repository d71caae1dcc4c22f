package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.Book.Line;
import io.freightsdk.internal.spend.Reservation.Call;
import io.freightsdk.internal.spend.Reservation.State;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a reservation when one of its calls says what its attempts did. Pure. */
final class Settling {
  private final Book book;
  private final SpendHold hold;
  private final List<Line> booked = new ArrayList<>(1);
  private Reservation money;

  private Settling(Book book, SpendHold hold, Reservation money) {
    this.book = book;
    this.hold = hold;
    this.money = money;
  }

  /**
   * Ends a hold and books its attempts; told twice, it is booked once.
   *
   * @return the attempts as booked: numbered, and not charged where another entry of the same key
   *     carries the money
   */
  static List<SpendEntry> settle(Book book, SpendHold hold, List<SpendEntry> attempts) {
    Reservation before =
        hold.reservation() == 0
            ? book.reservations().byCall(hold.token())
            : book.reservations().find(hold.reservation());
    if (before == null || !before.has(hold.token())) {
      return settleLate(book, hold, attempts, before);
    }
    return new Settling(book, hold, before.without(hold.token())).book(before, attempts);
  }

  /**
   * The call has been settled already, or its hold was given up as dead and resolved since. What
   * the call itself says then counts more than what a balance seemed to say.
   */
  private static List<SpendEntry> settleLate(
      Book book, SpendHold hold, List<SpendEntry> attempts, @Nullable Reservation before) {
    boolean neverReserved = hold.reservation() == 0;
    if (neverReserved) return List.of();

    List<SpendEntry> stored = new ArrayList<>();
    Line dead = null;
    boolean isShared = false;
    boolean isReplay = hold.charged() != null;
    for (Line line : book.lines().of(hold.token(), hold.reservation(), hold.lastEntry())) {
      boolean own = line.call().equals(hold.token());
      if (own && line.entry().attempt() > 0) stored.add(line.entry());
      if (own && line.entry().attempt() == 0) dead = line;
      if (!own) isReplay |= line.isCharged();
      // Another call of the key has spoken since: what was charged may be its money.
      isShared |= !own && dead != null && line.reservation() == hold.reservation();
    }
    boolean nothingToSay = dead == null && attempts.isEmpty();
    if (!stored.isEmpty() || nothingToSay) return stored;

    boolean carries = dead != null && dead.isCharged();
    isReplay |= carries && isShared;
    if (dead != null && carries && !isShared) {
      Reservation carried = before != null && before.isCharged() ? before : null;
      Reservation counted = carried != null ? carried : countedBy(dead);
      List<String> paths = notForgotten(book, counted.paths(), dead.id());
      Counting.replace(book, counted.withPaths(paths), null);
      Counting.replace(book, dead, dead.settledAs(SpendOutcome.NOT_CHARGED, 0, 0, List.of()));
      if (carried != null) before = null;
    }
    Reservation money = before != null ? before : fresh(book, hold, isReplay);
    return new Settling(book, hold, money).book(before, attempts);
  }

  /** What scopes count for a charged line that no reservation carries any more. */
  private static Reservation countedBy(Line line) {
    SpendEntry entry = line.entry();
    List<String> paths = new ArrayList<>(line.paths());
    if (!paths.contains(entry.scope())) paths.add(entry.scope());
    long at = line.countedAt();
    long amount = line.amount();
    return Reservation.of(
        0, null, entry.operation(), paths, State.CHARGED, amount, amount, List.of(), at, at);
  }

  /** Scopes that count a line; those around them where they were forgotten after it. */
  private static List<String> notForgotten(Book book, List<String> paths, long line) {
    return paths.stream()
        .map(
            path -> {
              String counts = path;
              while (book.scopes().forgottenUpTo(counts) >= line) {
                counts = counts.substring(0, counts.lastIndexOf('/'));
              }
              return counts;
            })
        .distinct()
        .toList();
  }

  private static Reservation fresh(Book book, SpendHold hold, boolean isReplay) {
    String key = isReplay ? null : hold.key();
    State state = isReplay ? State.CHARGED : State.HELD;
    long firstSeen = Times.micros(hold.keyGoodUntil()) - SpendRules.KEY_LIFE;
    List<String> paths = List.of(hold.scope());
    long id = book.nextReservation();
    long least = Long.MAX_VALUE;
    return Reservation.of(
        id, key, hold.operation(), paths, state, 0, least, List.of(), 0, firstSeen);
  }

  private List<SpendEntry> book(@Nullable Reservation before, List<SpendEntry> attempts) {
    long lostBefore = money.lostAt();
    for (SpendEntry attempt : attempts) enter(attempt);
    boolean mayBeKnown = money.unknownEntry() != 0 && money.lostAt() == 0;
    if (mayBeKnown && money.calls().stream().noneMatch(Call::dead)) closeUnknown();

    @Nullable Reservation after = money;
    boolean open = !money.isCharged() && money.earliestEnd() == Long.MAX_VALUE;
    if (open && money.unknownEntry() != 0) {
      // It may have been taken until now, unless it was dead before and nothing new was lost.
      boolean since = money.isHeld() || money.lostAt() > lostBefore;
      long at = since ? book.now() : money.countedAt();
      after = money.with(State.UNKNOWN, money.amount(), at);
    } else if (open) {
      // That this call cost nothing says nothing about an earlier one.
      after = money.isGuessed() ? money.with(State.UNKNOWN, 0, money.lostAt()) : null;
    }
    Counting.replace(book, before, after);
    long excess = book.lines().excessUnknown();
    if (excess != 0)
      Reconciling.resolve(book, excess, SpendOutcome.CHARGED, null, ChargedSet.Trust.GUESS);
    book.changed();
    return booked.stream().map(Line::entry).toList();
  }

  private void enter(SpendEntry attempt) {
    // The key's one charge is carried by another entry.
    SpendEntry told = money.isCharged() ? attempt.settledAs(SpendOutcome.NOT_CHARGED) : attempt;
    SpendEntry entry = told.bookedAs(book.nextEntry(), Times.instant(book.now()));
    long priced = NanoUsd.spent(entry.amountUsd());
    long amount = priced;
    if (entry.outcome() == SpendOutcome.UNKNOWN && money.unknownEntry() != 0) {
      // What was lost before may be what was taken, at the price of then.
      amount = Math.max(amount, money.amount());
      entry = entry.settledAs(SpendOutcome.UNKNOWN, NanoUsd.toUsd(amount));
    }
    if (entry.outcome() != SpendOutcome.NOT_CHARGED && money.unknownEntry() != 0) {
      Reconciling.doubtOpening(book, money.unknownEntry());
      closeUnknown();
    }
    switch (entry.outcome()) {
      case NOT_CHARGED -> {}
      case CHARGED -> money = money.with(State.CHARGED, amount, book.now()).lost(0, 0);
      case UNKNOWN ->
          money =
              money
                  .lost(book.now(), entry.id())
                  .with(
                      money.state(),
                      Math.max(amount, money.amount()),
                      Math.min(money.least(), priced),
                      money.countedAt());
    }
    boolean elsewhere = money.paths().size() > 1 || !money.paths().contains(entry.scope());
    List<String> paths = elsewhere ? money.paths() : List.of();
    Line line = new Line(entry, money.id(), hold.token(), book.now(), paths);
    Counting.enter(book, line);
    booked.add(line);
  }

  /** Another entry carries the money now, or it turned out that none was taken. */
  private void closeUnknown() {
    Line line = book.lines().find(money.unknownEntry());
    money = money.lost(money.lostAt(), 0);
    if (line == null || !line.isUnknown()) return;

    Line closed = line.settledAs(SpendOutcome.NOT_CHARGED, 0, line.countedAt(), line.paths());
    Counting.replace(book, line, closed);
    booked.replaceAll(own -> own.id() == closed.id() ? closed : own);
  }
}
