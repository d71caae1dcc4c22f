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
import io.freightsdk.simulation.RecordedCall.Attempt;
import io.freightsdk.simulation.RecordedCall.Stage;
import io.freightsdk.simulation.Violation.Rule;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rules for each step of a call, checked when the call makes the step. */
final class StepInvariants {
  private static final long MILLISECOND = 1_000_000L;

  /** Maximum time between the end of a wait and the next step. */
  private static final long MAX_STEP_DELAY = MILLISECOND;

  /** Maximum time in which the request of an ended call is aborted. */
  static final long MAX_ABORT_TIME = 50 * MILLISECOND;

  /** Maximum time after its deadline at which a call ends if its ledger does not respond. */
  private static final long MAX_LEDGER_WAIT = 5_000 * MILLISECOND;

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

  void onReserve(RecordedReservation reservation) {
    RecordedCall call = reservation.call;
    if (call.openReservation() != null) {
      violate(Rule.RESERVATION_ENDS_ONCE, "%s has two open reservations", call);
    }
    call.reservations.add(reservation);
  }

  // --- requests ---

  void onSend(RecordedCall call, Attempt attempt, Attempt before) {
    long late = now() + attempt.timeout.toNanos() - call.latestEnd();
    if (late > MAX_STEP_DELAY * (1 + call.topUpWaits)) {
      violate(
          Rule.DEADLINE_HOLDS,
          "%s is sent, and may take %d ms longer than its deadline",
          call,
          late / MILLISECOND);
    }
    if (call.process.closedAt < now()) {
      violate(Rule.CLOSED_CLIENT_SENDS_NOTHING, "%s is sent by a client that is closed", call);
    }
    if (settings.hasLedger() && call.isPaidOperation()) checkReservation(call, attempt);
    if (before != null) checkRepeat(call, attempt, before);
  }

  private void checkReservation(RecordedCall call, Attempt attempt) {
    RecordedReservation reservation = attempt.reservation;
    if (reservation == null) {
      violate(Rule.PAID_REQUEST_HAS_RESERVATION, "%s is sent without a reservation", call);
      return;
    }
    Quote quote = reservation.purchase.quote();
    BigDecimal max = call.maxPrice();
    if (max != null && (quote == null || quote.usd().compareTo(max) > 0)) {
      violate(
          Rule.MAX_PRICE_HOLDS,
          "%s may cost %s USD, and is sent at %s",
          call,
          max,
          quote == null ? "no price" : quote.usd());
    }
    if (reservation.attempts.size() > 1 && call.keyChargedOnce() == null) {
      Attempt before = reservation.attempts.get(reservation.attempts.size() - 2);
      if (!before.result.isCertainlyFree()) {
        violate(
            Rule.PAID_REQUEST_HAS_RESERVATION, "%s is sent again with the same reservation", call);
      }
    }
  }

  private void checkRepeat(RecordedCall call, Attempt attempt, Attempt before) {
    boolean toppedUp = before.result.mayBeRepeatedAfterTopUp(call.repeatCost);
    if (!toppedUp
        && !before.result.mayBeRepeated(call.repeatCost, settings.retriesUnknownReads())) {
      violate(Rule.PAID_REQUEST_NOT_REPEATED, "%s is sent again after %s", call, before.result);
    }
    if (before.retryAfter == null) return;
    long waited = attempt.sentAt - before.endedAt;
    if (waited < before.retryAfter.toNanos()) {
      violate(
          Rule.RETRY_AFTER_HONORED,
          "%s is sent again after %d ms, and Retry-After was %s",
          call,
          waited / MILLISECOND,
          before.retryAfter);
    }
  }

  /** Checks a call that waits for a top-up: it has had the time to end its reservation. */
  void onTopUpWait(RecordedCall call) {
    boolean waits = call.stage == Stage.AWAITING_TOP_UP && call.process.isOpen();
    if (waits && call.openReservation() != null) {
      violate(
          Rule.WAITING_CALL_RESERVES_NOTHING,
          "%s waits for a top-up with an open reservation",
          call);
    }
  }

  // --- results of shared reads ---

  /** A caller whose own read was sent gets its charge, even with the position of another read. */
  void onSharedResult(UserCall user, @Nullable Object got, @Nullable Throwable thrown) {
    Charge charge =
        got instanceof FreightResponse<?> response
            ? response.charge()
            : thrown instanceof FreightException failure ? failure.charge() : null;
    RecordedCall own = user.call;
    if (charge == null || own == null || !own.hasEnded()) return;
    if (charge.equals(own.reportedCharge())) return;
    violate(
        Rule.LISTENER_AND_CALLER_AGREE,
        "the caller of %s got %s, and its listeners %s",
        own,
        charge,
        own.reportedCharge());
  }

  // --- ends ---

  void onEnd(RecordedCall call) {
    RecordedReservation open = call.openReservation();
    if (open != null) {
      violate(Rule.RESERVATION_ENDS, "%s has ended, and %s has not", call, open);
    }
    boolean mayBeSilent = world.ledgerWasUnavailable(call.startedAt, now());
    long late = now() - call.latestEnd() - MAX_ABORT_TIME - (mayBeSilent ? MAX_LEDGER_WAIT : 0);
    if (late > 0) {
      violate(
          Rule.DEADLINE_HOLDS,
          "%s ends %d ms after its deadline: %s",
          call,
          (now() - call.latestEnd()) / MILLISECOND,
          call.resultText());
    }
    if (call.failure() instanceof FreightException failure) checkFailure(call, failure);
  }

  private void checkFailure(RecordedCall call, FreightException failure) {
    boolean isRefusal =
        failure instanceof SpendLimitExceededException
            || failure instanceof PriceLimitExceededException
            || failure instanceof PriceUnavailableException;
    if (isRefusal && failure.charge().kind() == Charge.Kind.UNKNOWN) {
      violate(
          Rule.REFUSAL_HIDES_NO_CHARGE,
          "%s may have been charged, and fails with: %s",
          call,
          call.resultText());
    }
    boolean claimsNotProcessed =
        failure instanceof FreightTimeoutException late
            && late.notProcessed()
            && call.lastAttempt() != null
            && call.lastAttempt().result != AttemptResult.NEVER_SENT;
    if (claimsNotProcessed) {
      violate(
          Rule.REFUSAL_HIDES_NO_CHARGE, "%s was sent, and fails with: %s", call, call.resultText());
    }
    boolean isTransportFailure =
        failure instanceof FreightCancelledException
            || failure instanceof FreightTimeoutException
            || failure instanceof FreightConnectionException;
    boolean mayHaveLoad =
        call.repeatCost == RepeatCost.ONCE_PER_KEY && failure.charge().kind() != Charge.Kind.NONE;
    if (isTransportFailure && mayHaveLoad && failure.nextStep() != NextStep.RETRY_WITH_SAME_KEY) {
      violate(
          Rule.NEXT_STEP_SUCCEEDS,
          "%s may have been charged, and its next step is %s",
          call,
          failure.nextStep());
    }
  }
}
