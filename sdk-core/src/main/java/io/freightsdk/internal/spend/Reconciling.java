package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Book.Header;
import io.freightsdk.internal.spend.Book.Line;
import io.freightsdk.internal.spend.ChargedSet.Trust;
import io.freightsdk.internal.spend.Reservation.State;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a balance says about the books, and what is booked of it. Pure. */
final class Reconciling {
  private Reconciling() {}

  /**
   * The books before the balance is read.
   *
   * @param open unknown lines whose fate the balance can tell
   * @param unknown what all unknown lines stand for
   * @param priced whether each open line's key was sent at one price, which somebody knew
   * @param holds whether calls are running
   * @param prices what calls of an operation may have cost
   * @param money of unknown entries, by entry
   */
  record Position(
      Header header,
      long now,
      long charged,
      List<Line> open,
      long unknown,
      boolean priced,
      boolean holds,
      Map<Operation, List<Long>> prices,
      Map<Long, Reservation> money) {
    long openAmount() {
      return open.stream().mapToLong(Line::amount).sum();
    }

    long lastCounted() {
      return money.values().stream().mapToLong(Reservation::countedAt).max().orElse(0);
    }
  }

  static Position position(Book book) {
    SpendRules.endDead(book);
    Header header = book.header();
    List<Line> open = new ArrayList<>();
    Map<Operation, List<Long>> prices = new EnumMap<>(Operation.class);
    long unknown = 0;
    boolean priced = true;
    for (Line line : book.lines().unknown()) {
      unknown += line.amount();
      // What was unknown when the books were opened is in the opening balance, or not.
      if (line.id() <= header.openedAt()) continue;
      open.add(line);
      priced &= line.amount() != 0;
      prices.computeIfAbsent(
          line.entry().operation(), some -> book.lines().pricesCharged(some, line.id()));
    }
    Map<Long, Reservation> money = new HashMap<>();
    boolean holds = false;
    for (Reservation uncertain : book.reservations().uncertain()) {
      money.put(uncertain.unknownEntry(), uncertain);
      holds |= uncertain.isHeld();
    }
    for (Line line : open) {
      Reservation own = money.get(line.id());
      // Between the least and the most that it may have cost there may be prices that nobody kept.
      if (own != null) priced &= own.isSurely(line.amount());
    }
    long charged = book.scopes().sums(SpendScope.CLIENT, null).charged();
    return new Position(header, book.now(), charged, open, unknown, priced, holds, prices, money);
  }

  /**
   * Books what a balance says that was read after the position.
   *
   * @param pricesNow what calls cost now; null if it could not be read
   */
  static Reconciliation settle(
      Book book,
      Position position,
      BigDecimal balanceUsd,
      @Nullable Map<Operation, Long> pricesNow,
      Duration settledAfter) {
    Report report = new Report(balanceUsd, position);
    boolean changed = position.holds || book.header().version() != position.header.version();
    if (changed) return report.of(Verdict.BUSY, null, 0, true);

    long balance = NanoUsd.of(balanceUsd);
    long mayStillBeTaken = position.now - settledAfter.toNanos() / 1000;
    boolean young = position.open.stream().anyMatch(line -> at(line) > mayStillBeTaken);
    Long opening = position.header.opening();
    if (opening == null) {
      if (young) return report.of(Verdict.NOT_OPENED, null, 0, true);
      // Nothing that is unknown now can be told from the balance any more.
      book.header(book.header().opened(balance - position.header.adjusted() + position.charged));
      return report.of(Verdict.OPENED, balance, 0, true);
    }
    long expected = opening + position.header.adjusted() - position.charged;
    long taken = expected - balance;
    ChargedSet charged =
        taken < 0
            ? null
            : ChargedSet.adding(position.open, position.money, taken, position.prices, pricesNow);
    boolean allTaken = charged != null && charged.amounts().size() == position.open.size();
    if (taken >= 0 && young && !allTaken) return report.of(Verdict.TOO_EARLY, expected, 0, true);
    if (charged == null) {
      boolean tooMuch = taken > position.openAmount();
      long unexplained = tooMuch ? taken - position.openAmount() : taken;
      return report.of(Verdict.DIFFERENT, expected, unexplained, true);
    }
    // Without a price of its time an entry may have cost what no book has seen, but not nothing.
    boolean priced = position.priced || taken == 0;
    boolean known = priced && pricesStood(book, position, pricesNow);
    Trust trust = known ? charged.trust() : Trust.GUESS;
    // What may have been other calls at other prices is counted as if it had been the last one.
    long earliest = charged.oneWay() ? Long.MIN_VALUE : position.lastCounted();
    for (Line line : position.open) {
      Long amount = charged.amounts().get(line.id());
      Charge.Kind outcome = amount == null ? Charge.Kind.NONE : Charge.Kind.CHARGED;
      resolve(book, line.id(), outcome, amount, trust, earliest);
    }
    // From here on only what comes later can be explained in two ways.
    boolean isNews = position.header.openedAt() != position.header.entries();
    if (isNews) book.header(book.header().opened(opening));
    return report.balanced(expected, taken, charged, trust);
  }

  /** Whether a report tells of something that the same comparison would not find again. */
  static boolean booked(Position position, Reconciliation found) {
    boolean settled = found.verdict() == Verdict.BALANCED && !position.open.isEmpty();
    return settled || found.verdict() == Verdict.OPENED;
  }

  /**
   * Whether every entry since the books agreed last surely cost what it says. A price that was read
   * is believed for a while, so that an entry from about the time of a change may have cost more or
   * less; its difference would be taken for the fate of an unknown one.
   */
  private static boolean pricesStood(
      Book book, Position position, @Nullable Map<Operation, Long> pricesNow) {
    if (position.open.isEmpty() || pricesNow == null) return true;
    long since = position.header.openedAt();
    for (Map.Entry<Operation, Long> now : pricesNow.entrySet()) {
      for (long price : book.lines().pricesCharged(now.getKey(), since)) {
        if (price != now.getValue()) return false;
      }
    }
    return true;
  }

  /**
   * An unknown entry has become known.
   *
   * @param amount what was charged; null if it is what the entry says
   * @param trust how sure that is
   * @param earliest when a charge is counted at the earliest
   */
  static void resolve(
      Book book,
      long entry,
      Charge.Kind outcome,
      @Nullable Long amount,
      Trust trust,
      long earliest) {
    Line line = book.lines().find(entry);
    if (line == null || !line.isUnknown()) return;

    boolean charged = outcome == Charge.Kind.CHARGED;
    if (charged) doubtOpening(book, entry);
    long paid = amount == null ? line.amount() : amount;
    Reservation before = book.reservations().find(line.reservation());
    if (before == null || before.unknownEntry() != entry) {
      Counting.replace(book, line, line.settledAs(outcome, paid, line.countedAt(), line.paths()));
      return;
    }
    List<Reservation.Call> running = before.calls().stream().filter(call -> !call.dead()).toList();
    // One of several dead calls may say later that it is the one which was charged.
    boolean isShared = charged && line.isOfDead() && before.calls().size() > 1;
    Reservation after = before.withCalls(running).lost(0, isShared ? entry : 0);
    long at = before.isHeld() ? book.now() : before.countedAt();
    if (charged) at = Math.max(earliest, at);
    if (charged) after = after.with(State.CHARGED, paid, at);
    boolean runs = !running.isEmpty();
    // A guess takes nothing out of the limits.
    boolean isGuess = trust == Trust.GUESS && !runs;
    if (!isGuess) Counting.replace(book, before, charged || runs ? after : null);
    boolean wasGuessed = before.isGuessed() && !charged;
    if ((trust != Trust.CERTAIN || wasGuessed) && !runs) {
      book.reservations().delete(before);
      // A key that may not have been charged has to be counted when it is sent again, and one that
      // may have been must not be sent once the service has forgotten it. A call without a key may
      // wake and contradict the guess.
      Reservation guessed =
          after.lost(before.countedAt(), 0).with(State.UNKNOWN, 0, Reservation.GUESSED, at);
      book.reservations().save(guessed);
    }
    Line settled = line.settledAs(outcome, charged ? paid : 0, at, before.paths());
    Counting.replace(book, line, line.isOfDead() ? settled.ofCalls(before.calls()) : settled);
  }

  /**
   * An entry's money may have been taken by a later call, or is carried by one now. Where the entry
   * was unknown when the books were opened, the opening balance may contain that money or not, so
   * that no later balance could tell anything for certain: the next one opens the books again.
   */
  static void doubtOpening(Book book, long entry) {
    if (entry <= book.header().openedAt()) openAgain(book);
  }

  /** What the books say now may not add up to the balance; the next one opens them again. */
  static void openAgain(Book book) {
    if (book.header().opening() != null) book.header(book.header().notOpened());
  }

  private static long at(Line line) {
    return Times.micros(line.entry().at());
  }

  /** Puts findings into words for people. */
  private record Report(BigDecimal balanceUsd, Position position) {
    Reconciliation of(Verdict verdict, @Nullable Long expected, long unexplained, boolean certain) {
      return new Reconciliation(
          verdict,
          balanceUsd,
          expected == null ? null : NanoUsd.toUsd(expected),
          BigDecimal.ZERO,
          BigDecimal.ZERO,
          NanoUsd.toUsd(position.unknown),
          NanoUsd.toUsd(unexplained),
          certain);
    }

    Reconciliation balanced(long expected, long taken, ChargedSet charged, Trust trust) {
      long notTaken =
          position.open.stream()
              .filter(line -> !charged.amounts().containsKey(line.id()))
              .mapToLong(Line::amount)
              .sum();
      return new Reconciliation(
          Verdict.BALANCED,
          balanceUsd,
          NanoUsd.toUsd(expected),
          NanoUsd.toUsd(taken),
          NanoUsd.toUsd(notTaken),
          NanoUsd.toUsd(position.unknown - position.openAmount()),
          BigDecimal.ZERO,
          trust == Trust.CERTAIN);
    }
  }
}
