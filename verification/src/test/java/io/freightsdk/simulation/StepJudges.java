package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.simulation.CallLog.Attempt;
import io.freightsdk.simulation.CallLog.Stage;
import io.freightsdk.simulation.Violation.Rule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What must be true of each step of a call, looked at in the moment when it is taken. */
final class StepJudges {
  private static final long MILLISECOND = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;

  /** A step is taken so long after what it waited for, at most. */
  private static final long HOP = MILLISECOND;

  /** So long a call without a limit waits for a new price while it has an older one. */
  private static final long PATIENCE = 500 * MILLISECOND;

  /** So long, or for half of its time, it waits for the first one. */
  private static final long PATIENCE_AT_FIRST = 5 * SECOND;

  /** A list that could not be read is not asked for again within this. */
  private static final long LIST_RESTS = 6 * SECOND;

  /** What an ended call may still wait for: its request is given up within this. */
  static final long GIVEN_UP = 50 * MILLISECOND;

  static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(60);

  private final SimulatedWorld world;
  private final Settings settings;

  StepJudges(SimulatedWorld world) {
    this.world = world;
    this.settings = world.settings;
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    world.violate(rule, String.format(Locale.ROOT, fact, arguments), null);
  }

  private long now() {
    return world.time.now();
  }

  // --- what it asks its guard for ---

  void asks(Held asked) {
    CallLog call = asked.call;
    Held before = call.held.isEmpty() ? null : call.held.get(call.held.size() - 1);
    Attempt last = call.last();
    call.held.add(asked);
    if (before != null && before.isOpen()) {
      violate(Rule.A_RESERVATION_ENDS_ONCE, "%s has two at a time", call);
    }
    if (asked.purchase.attempt() != call.attempts.size() + 1) {
      violate(
          Rule.A_RESERVATION_LASTS,
          "%s reserves for attempt %d after %d",
          call,
          asked.purchase.attempt(),
          call.attempts.size());
    }
    boolean isPricedAnew = before != null && last == null && before.isPriceTooOld();
    if (before != null && before.isReserved() && !isPricedAnew) hasAReason(call, before, last);
    boolean isItsFirst = before == null || (last != null && last.result == AttemptResult.FUNDS);
    if (isItsFirst || isPricedAnew) isTheNewestPrice(call, asked);
    else isTheSamePrice(call, before, asked);
  }

  /** Only a wait for a top-up ends the life of a call's price, once something was sent. */
  private void isTheSamePrice(CallLog call, Held before, Held asked) {
    Quote price = asked.purchase.quote();
    if (Objects.equals(price, before.purchase.quote())) return;
    violate(
        Rule.A_CALL_HAS_ONE_PRICE, "%s reserves %s after %s", call, price, before.purchase.quote());
  }

  /** Why it reserves again: after a 402, or for what may have been charged. */
  private void hasAReason(CallLog call, Held before, Attempt last) {
    boolean wasSent = last != null && last.held == before;
    boolean afterA402 = wasSent && last.result == AttemptResult.FUNDS;
    boolean mayHaveCost = before.mayHaveCost() && call.onceChargedKey() == null;
    if (wasSent && (afterA402 || mayHaveCost)) return;
    violate(Rule.A_RESERVATION_LASTS, "%s reserves again without a reason", call);
  }

  private void isTheNewestPrice(CallLog call, Held asked) {
    Quote quote = asked.purchase.quote();
    if (quote == null) return;
    CallLog reading = asked.reading;
    if (reading == null) return;
    // Between its price and its question it may wait for the word of the guard on the one before.
    long word = wordOfTheGuard();
    long age = now() - word - reading.endedAt;
    if (age > Settings.MAX_PRICE_AGE.toNanos()) {
      violate(Rule.A_PRICE_IS_NEW, "%s goes by a price that is %d s old", call, age / SECOND);
    }
    if (age > Settings.PRICE_LIFE.toNanos() && !listCouldNotBeRead(call.process, word)) {
      violate(
          Rule.A_PRICE_IS_NEW,
          "%s goes by a price that is %d s old, though the list can be read",
          call,
          age / SECOND);
    }
  }

  private boolean listCouldNotBeRead(SimulatedProcess process, long ago) {
    if (process.out >= settings.places()) return true;
    for (int i = world.calls.size() - 1; i >= 0; i--) {
      CallLog call = world.calls.get(i);
      boolean isReading = call.process == process && call.isPriceReading();
      if (!isReading) continue;
      if (!call.hasEnded()) return true;
      return now() - call.endedAt < (call.succeeded() ? ago : LIST_RESTS + ago);
    }
    return true;
  }

  // --- what it sends ---

  void sends(CallLog call, Attempt attempt, Attempt before) {
    long tooLong = attempt.timeout.toNanos() - (call.endNanos() - now());
    if (tooLong > HOP * (1 + call.topUps)) {
      violate(
          Rule.A_CALL_ENDS_IN_TIME,
          "%s is sent, and may take %d ms longer than its deadline",
          call,
          tooLong / MILLISECOND);
    }
    Duration own = call.options.timeout();
    long whole = (own == null ? settings.timeout() : own).toNanos();
    long given = Math.min(whole, call.earliestEndNanos() - now());
    if (!call.isOwn() && attempt.timeout.toNanos() < given - HOP) {
      violate(
          Rule.AN_ATTEMPT_HAS_ITS_WHOLE_TIME,
          "%s is sent for %d ms, and has %d ms",
          call,
          attempt.timeout.toMillis(),
          given / MILLISECOND);
    }
    if (now() > call.endNanos() + HOP * call.topUps) {
      violate(
          Rule.NOTHING_IS_SENT_TOO_LATE,
          "%s is sent %d ms after its deadline",
          call,
          (now() - call.endNanos()) / MILLISECOND);
    }
    if (call.process.closedNanos < now()) {
      violate(Rule.A_CLOSED_CLIENT_SENDS_NOTHING, "%s is sent by a client that is closed", call);
    }
    boolean isReserved = settings.hasLedger() && call.isReserved(world.habits.confirmationsCost());
    if (isReserved) isReserved(call, attempt);
    if (before != null) mayBeRepeated(call, attempt, before);
    else if (!settings.hasLedger()) needsNoPrice(call);
  }

  /** What nothing limits does not wait long for a price; for a place it may. */
  private void needsNoPrice(CallLog call) {
    boolean mayNeedIt = call.maxPrice() != null || call.isShared() || call.isOwn();
    boolean hadPlace = call.process.gaveBackNanos < call.begunAt;
    long waited = now() - call.begunAt;
    long atFirst = Math.min(PATIENCE_AT_FIRST, (call.endNanos() - call.begunAt) / 2);
    if (mayNeedIt || !hadPlace || waited <= Math.max(PATIENCE, atFirst) + HOP) return;
    violate(
        Rule.A_PRICE_IS_NOT_AWAITED_LONG,
        "%s waited %d ms for a price that it does not need",
        call,
        waited / MILLISECOND);
  }

  private void isReserved(CallLog call, Attempt attempt) {
    Held held = attempt.held;
    if (held == null) {
      violate(Rule.NOTHING_IS_SENT_UNRESERVED, "%s is sent, and nothing is reserved for it", call);
      return;
    }
    Quote quote = held.purchase.quote();
    BigDecimal most = call.maxPrice();
    if (most != null && (quote == null || quote.usd().compareTo(most) > 0)) {
      violate(
          Rule.NO_CALL_COSTS_MORE_THAN_IT_MAY,
          "%s may cost %s USD, and is sent at %s",
          call,
          most,
          quote == null ? "no price" : quote.usd());
    }
    if (held.attempts.size() > 1 && call.onceChargedKey() == null) {
      Attempt before = held.attempts.get(held.attempts.size() - 2);
      if (!before.result.isSurelyFree()) {
        violate(Rule.NOTHING_IS_SENT_UNRESERVED, "%s is sent again for the same money", call);
      }
    }
  }

  private void mayBeRepeated(CallLog call, Attempt attempt, Attempt before) {
    boolean toppedUp = before.result.isWorthATopUp(call.repeat);
    if (!toppedUp && !before.result.mayBeRepeated(call.repeat, call.policy().retryUnknownReads())) {
      violate(Rule.WHAT_MAY_COST_IS_NOT_REPEATED, "%s is sent again after %s", call, before.result);
    }
    if (before.asksToWait == null) return;
    waitsTooLong(call, before.asksToWait);
    long waited = attempt.sentAt - before.endedAt;
    if (waited < before.asksToWait.toNanos()) {
      violate(
          Rule.NOTHING_IS_SENT_EARLIER_THAN_ASKED,
          "%s is sent again after %d ms, and was asked to wait %s",
          call,
          waited / MILLISECOND,
          before.asksToWait);
    }
  }

  // --- what it waits for ---

  /** A call that was refused for want of money, and has had the time to give up what it holds. */
  void awaitsTopUp(CallLog call) {
    boolean waits = call.stage == Stage.AWAITING_TOP_UP && call.process.isOpen();
    if (waits && call.open() != null) {
      violate(Rule.WHO_WAITS_FOR_MONEY_RESERVES_NONE, "%s waits for a top-up", call);
    }
  }

  /** It is about to come to the next stage. */
  void leaves(CallLog call, Stage next) {
    if (call.stage != Stage.AWAITING_TOP_UP || next == call.stage) return;
    long over = call.sinceBalance(now());
    // Who is refused again when its time is up ends at once.
    if (over - call.topUpSince <= GIVEN_UP) return;
    long waited = over - call.firstTopUpNanos;
    long most = settings.topUps().maxWait().toNanos() + GIVEN_UP + wordOfTheGuard();
    if (waited > most) {
      violate(
          Rule.A_TOP_UP_IS_AWAITED_SO_LONG,
          "%s waited for a top-up until %d s after the first refusal",
          call,
          waited / SECOND);
    }
  }

  /** How long a call may wait for what its guard says to the end of a reservation. */
  private long wordOfTheGuard() {
    return world.habits.slowGuard() ? 10 * SECOND : 2 * SECOND;
  }

  private void waitsTooLong(CallLog call, Duration asked) {
    if (asked.compareTo(LONGEST_RETRY_AFTER) <= 0) return;
    violate(
        Rule.NOTHING_IS_SENT_EARLIER_THAN_ASKED,
        "%s waits, though it was asked to wait %s and waits no longer than %s",
        call,
        asked,
        LONGEST_RETRY_AFTER);
  }

  // --- what the caller of a shared read is told ---

  void isTold(UserCall user, @Nullable Object got, @Nullable Throwable thrown) {
    if (got instanceof FreightResponse<?> answer) {
      isYoung(user, answer);
      hidesNoCharge(user, answer.charge());
    } else if (thrown instanceof FreightException failure) {
      hidesNoCharge(user, failure.charge());
    }
  }

  /** A position is older than its caller takes it only if it was being read when he asked. */
  private void isYoung(UserCall user, FreightResponse<?> answer) {
    Duration oldest =
        user.options.orStale() == null ? user.options.maxAge() : user.options.orStale();
    long age = user.askedAt - Duration.between(SimulatedWorld.START, answer.readAt()).toNanos();
    if (age <= oldest.toNanos() || wasBeingRead(user)) return;
    violate(
        Rule.A_POSITION_IS_YOUNG,
        "who asked for %s takes a position of %s, and was told one of %d s",
        user.loadNumber(),
        oldest,
        age / SECOND);
  }

  private boolean wasBeingRead(UserCall user) {
    return world.calls.stream()
        .anyMatch(
            call ->
                call.isShared()
                    && call.process == user.process
                    && call.loadNumber().equals(user.loadNumber())
                    && call.endedAt >= user.askedAt);
  }

  /** A caller whose own read was sent learns its charge, even with the position of another read. */
  private void hidesNoCharge(UserCall user, Charge told) {
    CallLog own = user.call;
    if (own == null || !own.hasEnded() || told.equals(own.told())) return;
    violate(
        Rule.LISTENERS_ARE_TOLD_THE_SAME,
        "the caller of %s was told %s, and its listeners %s",
        own,
        told,
        own.told());
  }

  // --- how it ends ---

  void ends(CallLog call) {
    Held open = call.open();
    // Who ends before its guard has decided cannot know of it; then the decision comes too late.
    if (open != null) {
      violate(Rule.EVERY_HOLD_ENDS, "%s has ended, and %s has not", call, open);
    }
    // Its guard keeps it as long as it likes.
    long late = now() - call.endNanos() - call.guardNanos - GIVEN_UP;
    if (late > 0) {
      violate(
          Rule.A_CALL_ENDS_IN_TIME,
          "%s ends %d ms after its deadline: %s",
          call,
          (now() - call.endNanos()) / MILLISECOND,
          call.said());
    }
    if (call.failure() instanceof FreightException failure) endsWith(call, failure);
  }

  private void endsWith(CallLog call, FreightException failure) {
    boolean isRefusal =
        failure instanceof SpendLimitExceededException
            || failure instanceof PriceLimitExceededException
            || failure instanceof PriceUnavailableException;
    if (isRefusal && failure.charge().kind() == Charge.Kind.UNKNOWN) {
      violate(Rule.A_REFUSAL_HIDES_NOTHING, "%s may have cost, and says: %s", call, call.said());
    }
    boolean saysOnlyTime =
        failure instanceof FreightTimeoutException late
            && late.neverSent()
            && call.last() != null
            && call.last().result != AttemptResult.NEVER_SENT;
    if (saysOnlyTime) {
      violate(Rule.A_REFUSAL_HIDES_NOTHING, "%s was sent, and says: %s", call, call.said());
    }
    boolean isOfTheWire =
        failure instanceof FreightCancelledException
            || failure instanceof FreightTimeoutException
            || failure instanceof FreightConnectionException;
    boolean isToFetch =
        call.repeat == RepeatCost.ONCE_PER_KEY && failure.charge().kind() != Charge.Kind.NONE;
    if (isOfTheWire && isToFetch && failure.nextStep() != NextStep.RETRY_WITH_SAME_KEY) {
      violate(
          Rule.NEXT_STEP_ENDS_WELL,
          "%s may be paid for, and its next step is %s",
          call,
          failure.nextStep());
    }
    // What refused it afterwards, and is not told as its failure, is suppressed in that.
    boolean isRefusedLater = failure.getSuppressed().length > 0;
    if (failure instanceof InsufficientFundsException && !isRefusedLater) waitedForMoney(call);
    boolean wasEnded = failure instanceof FreightCancelledException || call.cancelled;
    Attempt last = call.last();
    if (wasEnded || last == null || last.result == null) return;
    isRepeatedWhileItMay(call, last);
    if (last.asksToWait != null && waitedAfter(call, last, false))
      waitsTooLong(call, last.asksToWait);
  }

  /** Who waits for a balance that covers it fails when it has waited as long as it may. */
  private void waitedForMoney(CallLog call) {
    boolean awaits = settings.topUps() == Settings.TopUps.AWAIT && call.topUps > 0;
    if (!awaits || call.process.isClosing()) return;
    long left =
        Math.min(
            call.earliestEndNanos() - now(),
            call.firstTopUpNanos + settings.topUps().maxWait().toNanos() - now());
    if (left < SECOND) return;
    violate(
        Rule.A_TOP_UP_HELPS_WHO_WAITS,
        "%s had %d ms left to wait for money: %s",
        call,
        left / MILLISECOND,
        call.said());
  }
  /** What costs nothing is sent again, as long as there are attempts and time left. */
  private void isRepeatedWhileItMay(CallLog call, Attempt last) {
    int failures = call.failures();
    boolean mayBe = last.result.mayBeRepeated(call.repeat, call.policy().retryUnknownReads());
    // A pause may be shorter than a millisecond, and nothing of it shows then.
    boolean hasNoKey = call.failure().getCause() instanceof SimulatedProcess.NoKey;
    boolean wasMeantTo = hasNoKey || waitedAfter(call, last, true);
    if (!mayBe || wasMeantTo || failures >= call.policy().maxAttempts()) return;
    Duration longest = longestPause(call.policy(), failures);
    Duration asked = last.asksToWait;
    if (asked != null && asked.compareTo(LONGEST_RETRY_AFTER) > 0) return;
    long pause = Math.max(longest.toNanos(), asked == null ? 0 : asked.toNanos());
    if (call.earliestEndNanos() - last.endedAt <= pause + HOP) return;
    violate(
        Rule.WHAT_COSTS_NOTHING_IS_REPEATED,
        "%s gave up after attempt %d of %d, which ended as %s: %s",
        call,
        failures,
        call.policy().maxAttempts(),
        last.result,
        call.said());
  }

  /**
   * Whether it took its time after an attempt, to send another one.
   *
   * @param withoutWord whether it did if its guard took its time with the last reservation
   */
  private static boolean waitedAfter(CallLog call, Attempt last, boolean withoutWord) {
    Held held = last.held;
    if (held == null) return call.endedAt > last.endedAt;
    boolean keptIt = held.completedAt > last.endedAt;
    // Without a pause it asks in the moment in which the attempt ended.
    boolean askedAgain = call.held.indexOf(held) < call.held.size() - 1;
    if (keptIt || askedAgain) return true;
    // Who is about to end waits for the word of its guard, and a pause may hide behind it.
    boolean hasWord = held.toldAt >= 0 && held.toldAt - held.completedAt <= HOP;
    return hasWord ? call.endedAt - held.toldAt > HOP : withoutWord;
  }

  /** Its longest pause after so many failures, if nobody asks for another one. */
  private static Duration longestPause(RetryPolicy policy, int failures) {
    return policy.initialBackoff().multipliedBy(1L << Math.min(failures - 1, 5));
  }
}
