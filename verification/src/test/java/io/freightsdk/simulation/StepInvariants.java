package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.simulation.CallLog.Attempt;
import io.freightsdk.simulation.CallLog.Stage;
import io.freightsdk.simulation.Violation.Rule;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What must be true of each step of a call, looked at in the moment when it is taken. */
final class StepInvariants {
  private static final long MILLISECOND = 1_000_000L;

  /** A step is taken so long after what it waited for, at most. */
  private static final long HOP = MILLISECOND;

  /** What an ended call may still wait for: its request is given up within this. */
  static final long GIVEN_UP = 50 * MILLISECOND;

  /** The latest end of a call whose ledger says nothing, after its deadline. */
  private static final long SILENCE = 5_000 * MILLISECOND;

  private final SimulatedWorld world;
  private final WorldSettings settings;

  StepInvariants(SimulatedWorld world) {
    this.world = world;
    this.settings = world.settings;
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    world.violate(rule, String.format(Locale.ROOT, fact, arguments), null);
  }

  private long now() {
    return world.time.now();
  }

  void asks(ReservationLog asked) {
    CallLog call = asked.call;
    if (call.open() != null) {
      violate(Rule.A_RESERVATION_ENDS_ONCE, "%s has two at a time", call);
    }
    call.held.add(asked);
  }

  // --- what it sends ---

  void sends(CallLog call, Attempt attempt, Attempt before) {
    long late = now() + attempt.timeout.toNanos() - call.latestEnd();
    if (late > HOP * (1 + call.topUps)) {
      violate(
          Rule.A_CALL_ENDS_IN_TIME,
          "%s is sent, and may take %d ms longer than its deadline",
          call,
          late / MILLISECOND);
    }
    if (call.process.closedAt < now()) {
      violate(Rule.A_CLOSED_CLIENT_SENDS_NOTHING, "%s is sent by a client that is closed", call);
    }
    if (settings.hasLedger() && call.isReserved()) isReserved(call, attempt);
    if (before != null) mayBeRepeated(call, attempt, before);
  }

  private void isReserved(CallLog call, Attempt attempt) {
    ReservationLog held = attempt.held;
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
    if (!toppedUp && !before.result.mayBeRepeated(call.repeat, settings.retriesReads())) {
      violate(Rule.WHAT_MAY_COST_IS_NOT_REPEATED, "%s is sent again after %s", call, before.result);
    }
    if (before.asksToWait == null) return;
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

  /** A call that was refused for want of money, and has had the time to give up what it holds. */
  void awaitsTopUp(CallLog call) {
    boolean waits = call.stage == Stage.AWAITING_TOP_UP && call.process.isOpen();
    if (waits && call.open() != null) {
      violate(Rule.WHO_WAITS_FOR_MONEY_RESERVES_NONE, "%s waits for a top-up", call);
    }
  }

  // --- what the caller of a shared read is told ---

  /** A caller whose own read was sent learns its charge, even with the position of another read. */
  void isTold(UserCall user, @Nullable Object got, @Nullable Throwable thrown) {
    Charge told =
        got instanceof FreightResponse<?> answer
            ? answer.charge()
            : thrown instanceof FreightException failure ? failure.charge() : null;
    CallLog own = user.call;
    if (told == null || own == null || !own.hasEnded() || told.equals(own.told())) return;
    violate(
        Rule.LISTENERS_ARE_TOLD_THE_SAME,
        "the caller of %s was told %s, and its listeners %s",
        own,
        told,
        own.told());
  }

  // --- how it ends ---

  void ends(CallLog call) {
    ReservationLog open = call.open();
    if (open != null) {
      violate(Rule.EVERY_HOLD_ENDS, "%s has ended, and %s has not", call, open);
    }
    boolean mayBeSilent = world.booksWereAway(call.begunAt, now());
    long late = now() - call.latestEnd() - GIVEN_UP - (mayBeSilent ? SILENCE : 0);
    if (late > 0) {
      violate(
          Rule.A_CALL_ENDS_IN_TIME,
          "%s ends %d ms after its deadline: %s",
          call,
          (now() - call.latestEnd()) / MILLISECOND,
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
            && late.notProcessed()
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
  }
}
