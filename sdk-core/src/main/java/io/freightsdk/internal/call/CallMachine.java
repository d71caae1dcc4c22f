package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.call.AttemptClassifier.Attempt;
import io.freightsdk.internal.call.AttemptClassifier.Attempt.Failed;
import io.freightsdk.internal.call.AttemptClassifier.Attempt.Succeeded;
import io.freightsdk.internal.call.AttemptClassifier.Heard;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a call does next: one method for each thing that can happen to it. It holds the
 * price, the charge, the deadline and the attempts of one call; it does no I/O, reads no clock and
 * waits for nothing.
 *
 * <pre>
 * AskPrice -> Reserve -> Send -> Succeed, Fail
 *    ^                     |
 *    |_______ Pause _______|
 *    |_____ AwaitTopUp ____|
 * </pre>
 *
 * <p>A price is asked for when something has to be reserved, and then stays the price of the call
 * until that reservation ends. Not safe for concurrent use.
 */
final class CallMachine<T> {
  private final CallSpec<T> spec;
  private final RetryPolicy policy;
  private final Retries retries;
  private Retries.@Nullable Attempts repeats;
  private final Duration timeout;
  private final Duration deadline;
  private final boolean ownDeadline;
  private final boolean mayCost;

  /** The highest price of a call that states none; null for no limit. */
  private final @Nullable BigDecimal usual;

  private final boolean needsPrice;
  private final RepeatClass repeat;
  private final boolean keyed;
  private final String callId;

  private final long startNanos;
  private long endNanos;
  private long topUpSince;

  private int attempts;

  private Charge total = Charge.NONE;
  private @Nullable Attempt<T> last;
  private @Nullable Failed<T> lastFailed;

  /** What an attempt costs if it is charged; null when that is not known. */
  private @Nullable Price price;

  /** What the key is known to have bought; null for nothing. */
  private SpendGuard.@Nullable Earlier earlier;

  /** Whether the next attempt may be sent with what is reserved. */
  private boolean reserved;

  /** Whether the reservation was made again because the attempt had waited long for its turn. */
  private boolean renewed;

  private String timeoutName = "attempt timeout";
  private Duration timeoutTime = Duration.ZERO;

  /**
   * A call that begins now.
   *
   * @param needsPrice whether its guard or {@code maxPrice} binds it, so that it is not sent
   *     unpriced
   */
  CallMachine(
      CallSpec<T> spec,
      CallRunner.Limits limits,
      Retries retries,
      boolean needsPrice,
      String callId,
      long nowNanos) {
    this.spec = spec;
    RetryPolicy own = spec.options().retryPolicy();
    Duration ownTimeout = spec.options().timeout();
    Duration callsDeadline = spec.options().deadline();
    this.policy = own == null ? limits.retryPolicy() : own;
    this.retries = retries;
    this.timeout = ownTimeout == null ? limits.timeout() : ownTimeout;
    this.ownDeadline = callsDeadline != null;
    this.deadline = callsDeadline == null ? limits.deadline() : callsDeadline;
    this.mayCost = spec.mayCost();
    this.usual = limits.maxPrice();
    this.needsPrice = needsPrice;
    this.repeat = spec.repeat();
    this.keyed = repeat == RepeatClass.KEYED;
    this.callId = callId;
    this.startNanos = nowNanos;
    this.endNanos = nowNanos + deadline.toNanos();
  }

  Next<T> start(long now) {
    if (mayCost) return new Next.AskPrice<>();

    price = new Price(spec.topUpUsd() == null ? BigDecimal.ZERO : spec.topUpUsd(), null);
    return send(now);
  }

  // --- the facts of the call, for booking and reporting ---

  /** How the last attempt ended; null when none has, or when it was reported already. */
  @Nullable Attempt<T> takeLast() {
    Attempt<T> ended = last;
    last = null;
    return ended;
  }

  /** Those that have left. */
  int attempts() {
    return attempts;
  }

  /** How long the call may wait for a top-up if its policy allows this long. */
  Duration topUpWait(Duration policys, long now) {
    Duration left = left(now);
    return ownDeadline && left.compareTo(policys) < 0 ? left : policys;
  }

  boolean needsPrice() {
    return needsPrice;
  }

  Charge total() {
    return total;
  }

  /** Whether the key was known as charged when the call reserved last. */
  boolean isReplay() {
    return earlier != null;
  }

  /** What the attempt costs if it is charged; null when that is not known. */
  @Nullable Price price() {
    return price;
  }

  /** The same without the time of its reading. */
  @Nullable BigDecimal priceUsd() {
    return price == null ? null : price.usd();
  }

  /** What is left of the deadline; zero when it has passed. */
  Duration left(long now) {
    return Duration.ofNanos(Math.max(0, endNanos - now));
  }

  Duration elapsed(long now) {
    return Duration.ofNanos(now - startNanos);
  }

  /**
   * The result of a success.
   *
   * @param told what the guard says of it, see {@link CallMoney#told}; null if the call was right
   */
  CallResult<T> result(Succeeded<T> success, @Nullable Charge told, Instant beganAt, long now) {
    boolean doubtful = told != null && told.kind() == Charge.Kind.UNKNOWN;
    boolean replay = told != null && !doubtful;
    Charge charge = doubtful ? Charge.UNKNOWN : replay ? Charge.NONE : total;
    boolean own = charge.kind() == Charge.Kind.CHARGED;
    // An answer that names another load than the key's is no replay, whatever was charged for it.
    boolean another = doubtful || success.charge().kind() == Charge.Kind.UNKNOWN;
    Charge known = earlier == null ? null : earlier.charge();
    Charge before = replay ? told : own || another ? null : known;
    T value = success.reading().result().of(attempts, charge, before);
    return new CallResult<>(
        value,
        success.answer().status(),
        success.answer().headers(),
        attempts,
        charge,
        Duration.ofNanos(now - startNanos),
        spec.idempotencyKey(),
        beganAt,
        success.body());
  }

  /** The failure of a call, when the guard has said what it cost. */
  FreightException failure(Next.Fail<T> failed, @Nullable Charge told) {
    FreightException failure = failed.failure();
    if (told == null || failure.charge().equals(Charge.NONE)) return failure;

    // Another call has told the charge of the key, or the answer named a load of another key.
    Charge charge = told.kind() == Charge.Kind.UNKNOWN ? Charge.UNKNOWN : Charge.NONE;
    return failed.form().apply(failure.facts().toBuilder().charge(charge).build());
  }

  // --- before an attempt ---

  /** The price as known now; null with the reason when it cannot be learned. */
  Next<T> priced(@Nullable Price found, @Nullable Throwable why, long now) {
    BigDecimal usd = found == null ? null : found.usd();
    if (usd == null && needsPrice) return unpriced(found, why);
    BigDecimal maxPrice = spec.options().maxPrice() != null ? spec.options().maxPrice() : usual;
    if (usd != null && maxPrice != null && usd.compareTo(maxPrice) > 0) {
      return refusedBy(
          facts(NextStep.RAISE_LIMIT),
          facts -> new PriceLimitExceededException(facts, usd, maxPrice));
    }
    price = usd == null ? null : found;
    return isFree() ? send(now) : inTime(new Next.Reserve<>(), now);
  }

  private Next<T> unpriced(@Nullable Price found, @Nullable Throwable why) {
    if (spec.isOther()) {
      return refusedBy(facts(NextStep.FIX_REQUEST), PriceUnavailableException::new);
    }
    // A list that was read and does not name it will not do so in a moment.
    boolean isNotListed = found != null && found.readAt() != null;
    if (isNotListed) {
      String key = spec.operation().priceKey();
      return refusedBy(
          facts(NextStep.FIX_SETUP), facts -> PriceUnavailableException.notListed(facts, key));
    }
    return refusedBy(
        facts(NextStep.RETRY_LATER), facts -> PriceUnavailableException.unpriced(facts, why));
  }

  /** A confirmation is free by the description; only a price in the list says otherwise. */
  private boolean isFree() {
    BigDecimal usd = priceUsd();
    return repeat == RepeatClass.CONFIRMATION && (usd == null || usd.signum() == 0);
  }

  /** Whether a reservation that is older than a price may be is made again before the attempt. */
  boolean mayRenew() {
    return reserved && !renewed;
  }

  /** The attempt has waited long for its turn: its reservation has ended. */
  Next<T> renew() {
    reserved = false;
    renewed = true;
    return new Next.AskPrice<>();
  }

  /** What the guard said to the purchase. */
  Next<T> decided(SpendGuard.Decision decision, long now) {
    if (decision instanceof SpendGuard.KeyRefused refused) {
      return switch (refused) {
        case TOO_OLD -> refusedBy(facts(NextStep.NONE), IdempotencyKeyReusedException::tooOld);
        case OTHER_BODY ->
            refusedBy(facts(NextStep.FIX_REQUEST), IdempotencyKeyReusedException::new);
        case OTHER_LOAD ->
            refusedBy(facts(NextStep.NONE), IdempotencyKeyReusedException::ofAnotherLoad);
      };
    }
    if (decision instanceof SpendGuard.LimitReached limit) {
      boolean timeHelps = limit.freesAt() != null;
      return refusedBy(
          facts(timeHelps ? NextStep.RETRY_LATER : NextStep.RAISE_LIMIT, timeHelps),
          facts -> new SpendLimitExceededException(facts, limit));
    }
    reserved = true;
    earlier = ((SpendGuard.Reservation) decision).earlier();
    return send(now);
  }

  /**
   * Fails with a local refusal; but if an earlier attempt has an unknown charge, with that
   * attempt's failure.
   */
  private Next<T> refusedBy(FailureFacts facts, Function<FailureFacts, FreightException> form) {
    Failed<T> failed = lastFailed;
    if (failed == null || total.kind() != Charge.Kind.UNKNOWN) return fail(facts, form);
    failed.failure().addSuppressed(form.apply(facts));
    return fail(failed);
  }

  private Next<T> send(long now) {
    return inTime(new Next.Send<>(), now);
  }

  private Next<T> inTime(Next<T> next, long now) {
    return left(now).isZero() ? timeUp("deadline") : next;
  }

  /** An attempt leaves now, and may take so long. */
  Duration sending(long now) {
    attempts++;
    renewed = false;
    Duration left = left(now);
    boolean shortened = left.compareTo(timeout) < 0;
    timeoutName = shortened ? "time left before the deadline" : "attempt timeout";
    timeoutTime = shortened ? left : timeout;
    return timeoutTime;
  }

  // --- after an attempt ---

  private AttemptClassifier classifier() {
    return new AttemptClassifier(spec, repeat, policy, price, earlier, total, attempts, callId);
  }

  /** Reads what came of the attempt that is out. */
  Heard<T> heard(Exchange.Result came) {
    return Heard.of(came, spec);
  }

  /** The attempt that is out has ended. */
  Next<T> arrived(Heard<T> heard, long now) {
    return ended(classifier().attempt(heard, timeoutName, timeoutTime), now);
  }

  private Next<T> ended(Attempt<T> attempt, long now) {
    last = attempt;
    total = attempt.total();
    if (attempt instanceof Succeeded<T> success) return new Next.Succeed<>(success);

    Failed<T> failed = (Failed<T>) attempt;
    FreightException failure = failed.failure();
    lastFailed = failed;
    // What may have been charged once needs room of its own for another time.
    if (!keyed && failed.charge().kind() == Charge.Kind.UNKNOWN) reserved = false;
    RetryTable.Verdict verdict = RetryTable.verdict(failed.failureClass(), repeat);
    if (verdict == RetryTable.Verdict.TOP_UP
        && failure instanceof InsufficientFundsException refusal) {
      topUpSince = now;
      reserved = false;
      return new Next.AwaitTopUp<>(refusal);
    }
    // What the caller may repeat, the client does not always repeat by itself.
    if (!RetryTable.allows(verdict, policy)) return fail(failed);
    if (repeats == null) repeats = retries.attempts(policy);
    Duration delay = repeats.delayAfter(failure, left(now));
    return delay == null ? fail(failed) : new Next.Pause<>(delay);
  }

  /** The wait for a top-up is over; {@code goOn} says that the call may be sent again. */
  Next<T> toppedUp(boolean goOn, long now) {
    // A top-up can take long: the policy limits its wait, and the client's deadline is extended by
    // it. A deadline of this call's own options is not extended.
    if (!ownDeadline) endNanos += now - topUpSince;
    return goOn ? waited(now) : timeUp("deadline");
  }

  /** A pause is over. */
  Next<T> waited(long now) {
    if (left(now).isZero()) return timeUp("deadline");
    return mayCost && !reserved ? new Next.AskPrice<>() : send(now);
  }

  // --- the end ---

  /** The deadline passed while the call waited for its place. */
  Next<T> timeUp() {
    return timeUp(FreightTimeoutException.QUEUE);
  }

  /** Ends with the failure of the last attempt, or with this limit when there was none. */
  Next<T> timeUp(String what) {
    return timeUp(what, deadline);
  }

  private Next<T> timeUp(String what, Duration limit) {
    if (lastFailed != null) return fail(lastFailed);
    return fail(
        facts(NextStep.RETRY_LATER, true),
        facts -> new FreightTimeoutException(facts, what, limit, true, null));
  }

  /**
   * The call was ended from outside.
   *
   * @param neverSent false when a request is out that the service may have
   */
  Next<T> ended(Call.End end, boolean neverSent) {
    String why = end.why();
    Duration limit = end.deadline();
    if (neverSent && limit != null) return timeUp("deadline", limit);
    if (neverSent) {
      return fail(facts(NextStep.NONE, true), facts -> new FreightCancelledException(facts, why));
    }
    Attempt<T> cut =
        limit == null
            ? classifier().cancelled(why)
            : classifier().broken(WireFailure.timedOut(false), "deadline", limit);
    last = cut;
    total = cut.total();
    return fail((Failed<T>) cut);
  }

  /** Code around the call threw; {@code what} names that code. */
  Next.Fail<T> threw(String what, Throwable thrown) {
    // A thrown FreightException is of another call, so its charge and key do not apply to this one.
    // A guard that cannot be asked has charged nothing and may be back soon.
    boolean passes =
        thrown instanceof SpendGuard.UnavailableException guard
            && guard.isPassing()
            && total.equals(Charge.NONE);
    return fail(
        facts(passes ? NextStep.RETRY_LATER : NextStep.NONE, passes),
        facts -> new UnexpectedFailureException(facts, what, thrown));
  }

  private Next.Fail<T> fail(Failed<T> failed) {
    return new Next.Fail<>(failed.failure(), failed.form());
  }

  private Next.Fail<T> fail(FailureFacts facts, Function<FailureFacts, FreightException> form) {
    return new Next.Fail<>(form.apply(facts), form);
  }

  private FailureFacts facts(NextStep nextStep) {
    return facts(nextStep, nextStep == NextStep.RETRY_LATER);
  }

  /** The facts of a call that ends between two attempts, or before the first. */
  private FailureFacts facts(NextStep nextStep, boolean retryable) {
    boolean open = total.kind() == Charge.Kind.UNKNOWN;
    boolean fetch = keyed && !total.equals(Charge.NONE);
    NextStep step = fetch ? NextStep.RETRY_WITH_SAME_KEY : open ? NextStep.NONE : nextStep;
    return spec.failure()
        .charge(total)
        .retryable(fetch || (!open && retryable))
        .nextStep(step)
        .attempts(attempts)
        .callId(callId)
        .build();
  }
}
