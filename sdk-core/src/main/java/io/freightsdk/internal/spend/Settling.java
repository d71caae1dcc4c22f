package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Book.Line;
import io.freightsdk.internal.spend.Reservation.Call;
import io.freightsdk.internal.spend.Reservation.State;
import io.freightsdk.spend.SpendEntry;
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
    Reservation carried = before != null && before.isCharged() ? before : null;
    Line dead = carried == null ? null : book.lines().find(carried.unknownEntry());
    boolean othersSpoke = false;
    boolean isReplay = hold.charged() != null;
    for (Line line : book.lines().of(hold.token(), hold.reservation(), hold.lastEntry())) {
      boolean own = line.call().equals(hold.token());
      if (line.isOfDead() && (own || line.isShared())) {
        dead = line;
      } else if (own) {
        stored.add(line.entry());
      } else {
        isReplay |= line.isCharged();
        // What another call of the key said was booked as what is charged already.
        othersSpoke |= dead != null && line.reservation() == hold.reservation();
      }
    }
    boolean nothingToSay = dead == null && attempts.isEmpty();
    if (!stored.isEmpty() || nothingToSay) return stored;

    boolean saysCharged =
        hold.charged() == null
            && attempts.stream().anyMatch(attempt -> attempt.outcome() == Charge.Kind.CHARGED);
    List<Call> replays = List.of();
    long amount = 0;
    if (dead != null && dead.isCharged()) {
      // That this call cost nothing says nothing about another one of its key.
      boolean speaksForKey = !dead.isShared() && !othersSpoke;
      boolean takesBack = saysCharged || speaksForKey;
      isReplay |= !takesBack;
      if (takesBack) {
        // What a guess booked for this call it may have taken from another.
        if (before != null && before.isGuessed()) Reconciling.openAgain(book);
        takeBack(book, dead, carried != null ? carried : countedBy(dead));
        if (carried != null) {
          replays = carried.calls();
          amount = replays.isEmpty() ? 0 : carried.amount();
          before = null;
        }
      }
    }
    if (before == null && !isReplay) before = sinceThen(book, hold);
    Reservation money = before != null ? before : again(hold, isReplay, replays, amount);
    return new Settling(book, hold, money).book(before, attempts);
  }

  /** Takes a charge out of the books that a balance seemed to tell. */
  private static void takeBack(Book book, Line charged, Reservation counted) {
    List<String> paths = notForgotten(book, counted.paths(), charged.id());
    Counting.replace(book, counted.withPaths(paths), null);
    Counting.replace(book, charged, charged.settledAs(Charge.Kind.NONE, 0, 0, List.of()));
  }

  /** The money of a call's key that was used again after what the call had was resolved. */
  private static @Nullable Reservation sinceThen(Book book, SpendHold hold) {
    Reservation latest = hold.key() == null ? null : book.reservations().byKey(hold.key());
    boolean sameLife = latest != null && latest.firstSeen() < Times.micros(hold.keyGoodUntil());
    return sameLife ? latest : null;
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

  /**
   * Money of a call that the books no longer have, under its old number, by which the other calls
   * that had it find it.
   *
   * @param replays calls that still run, because the key had seemed to be charged
   * @param amount what they may cost
   */
  private static Reservation again(
      SpendHold hold, boolean isReplay, List<Call> replays, long amount) {
    return Reservation.of(
        hold.reservation(),
        isReplay ? null : hold.key(),
        hold.operation(),
        List.of(hold.scope()),
        isReplay ? State.CHARGED : State.HELD,
        amount,
        Long.MAX_VALUE,
        replays,
        0,
        Times.micros(hold.keyGoodUntil()) - SpendRules.KEY_LIFE);
  }

  private List<SpendEntry> book(@Nullable Reservation before, List<SpendEntry> attempts) {
    long lostBefore = money.lostAt();
    boolean wasGuessed = money.isGuessed() && !money.isCharged();
    for (SpendEntry attempt : attempts) enter(attempt);
    // The guess may have booked it already, for this call or for another.
    if (wasGuessed && money.isCharged()) Reconciling.openAgain(book);
    boolean carried = money.unknownEntry() != 0 && !money.isCharged();
    boolean mayBeKnown = carried && money.lostAt() == 0;
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
      Reconciling.resolve(
          book, excess, Charge.Kind.CHARGED, null, ChargedSet.Trust.GUESS, Long.MIN_VALUE);
    book.changed();
    return booked.stream().map(Line::entry).toList();
  }

  private void enter(SpendEntry attempt) {
    // The key's one charge is carried by another entry.
    SpendEntry told = money.isCharged() ? attempt.settledAs(Charge.Kind.NONE) : attempt;
    SpendEntry entry = told.bookedAs(book.nextEntry(), Times.instant(book.now()));
    long priced = NanoUsd.spent(entry.amountUsd());
    long amount = priced;
    if (entry.outcome() == Charge.Kind.UNKNOWN && money.unknownEntry() != 0) {
      // What was lost before may be what was taken, at the price of then.
      amount = Math.max(amount, money.amount());
      entry = entry.settledAs(Charge.Kind.UNKNOWN, NanoUsd.toUsd(amount));
    }
    if (entry.outcome() != Charge.Kind.NONE && money.unknownEntry() != 0) {
      Reconciling.doubtOpening(book, money.unknownEntry());
      closeUnknown();
    }
    switch (entry.outcome()) {
      case NONE -> {}
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

    Line closed = line.settledAs(Charge.Kind.NONE, 0, line.countedAt(), line.paths());
    Counting.replace(book, line, closed);
    booked.replaceAll(own -> own.id() == closed.id() ? closed : own);
  }
}
