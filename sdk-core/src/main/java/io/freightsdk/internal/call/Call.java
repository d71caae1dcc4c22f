package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.call.Accounts.AccountKey;
import io.freightsdk.internal.call.AttemptResult.Failed;
import io.freightsdk.internal.call.AttemptResult.Succeeded;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.environment.TimeSource.Moment;
import io.freightsdk.internal.money.BalanceWaits;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.retry.KeyLife;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One call from its beginning to its end, on one thread. Its methods stand in the order in which
 * things happen:
 *
 * <pre>
 * price -> reservation -> place on the wire -> request -> answer -> completed -> listeners
 *   ^          ^                                           |
 *   |          |__________________ pause __________________|
 *   |_____________________________ top-up _________________|
 * </pre>
 *
 * {@link ChargeRules} decides what an answer means and costs; {@link CallControl} is how the call
 * waits and how it is ended from outside.
 *
 * <p>Tests: {@code PriceRiseTest} for one price until a top-up, {@code PaidOperationsTest} for
 * nothing sent above {@code maxPrice}, {@code RetryEngineTest} for the deadline.
 */
public final class Call<T> {
  private static final String DEADLINE = "deadline";
  private static final String DEADLINE_IN_THE_QUEUE =
      "deadline; all maxConcurrentRequests were in use";
  private static final String DEADLINE_AT_THE_GUARD = "deadline; the spend guard did not answer";
  private static final String TIME_OF_DAY = "deadline by the time of day; was the machine asleep?";

  /** The order of calls; unique in its client. */
  final long number;

  /** Whether it counts against {@link CallRunner.CallSettings#maxPendingCalls}. */
  final boolean counted;

  /** How it waits, and how others end it. */
  final CallControl control;

  private final CallRunner runner;
  private final String callId;
  private final CallRunner.CallSettings settings;
  private final boolean hasOwnDeadline;
  private final long beganNanos;
  private final Retries.Attempts retries;
  private final Reservations reservations;
  private final ChargeRules rules;

  private CallSpec<T> spec;

  /** Its price as far as it is known; null before the price list was asked. */
  private @Nullable Price price;

  /** Why the price could not be read; null if nothing failed. */
  private @Nullable Throwable priceFailure;

  /** Its waits for top-ups; null before the first. */
  private BalanceWaits.@Nullable BalanceWait balanceWait;

  /** How long those waits took; the client's deadline does not include them. */
  private Duration waitedForTopUps = Duration.ZERO;

  /** When its key was made, or with a key of the caller, when the call began. */
  private Moment keySince;

  /** The time that had passed when its request was about to be written; null for none. */
  private volatile @Nullable String tooLate;

  /** When its first attempt began; null before. */
  private @Nullable Instant readAt;

  /** Whether all its attempts are paid by one account, because callers share it. */
  private boolean staysInAccount;

  /** What the application's check of paid calls threw where it was asked for; null for nothing. */
  private final @Nullable RuntimeException refusal;

  /** What listeners are told of a call that the client itself needs, once it is answered. */
  private final List<Runnable> untold;

  /** The agent key of the reservation, or of the last attempt without one; null before both. */
  private @Nullable AccountKey agentKey;

  /**
   * @param control where it will run
   */
  Call(
      CallRunner runner,
      CallSpec<T> spec,
      CallControl control,
      long number,
      boolean counted,
      @Nullable RuntimeException refusal) {
    this.runner = runner;
    this.spec = spec;
    this.control = control;
    this.number = number;
    this.counted = counted;
    untold = counted ? List.of() : new ArrayList<>();
    this.refusal = refusal;
    callId = Long.toString(number, Character.MAX_RADIX);
    settings = runner.settings.with(spec.options());
    hasOwnDeadline = spec.options().deadline() != null;
    keySince = moment();
    beganNanos = keySince.nanos();
    retries = runner.retries.attempts(settings.retryPolicy());
    reservations =
        new Reservations(runner.billing.guard(), thrown -> ignored(ChargeRules.GUARD, thrown));
    rules = new ChargeRules(spec, settings.retryPolicy(), callId);
  }

  /**
   * Runs it on this thread, from its registration to its end.
   *
   * @param how {@link #make}, or what may spare that
   */
  CallResult<T> run(Function<Call<T>, CallResult<T>> how) {
    control.enter();
    try {
      return how.apply(this);
    } finally {
      runner.ended(this);
      control.leave();
    }
  }

  /**
   * Makes the call.
   *
   * @throws Failure when it gives no result
   */
  public CallResult<T> make() {
    return resultOf(this::untilOneSucceeds);
  }

  /** In place of {@link #make} where no thread could be started. */
  CallResult<T> failWithout(Throwable noThread) {
    return resultOf(
        () -> {
          stopIfAborted();
          throw rules.threw("starting a thread", noThread);
        });
  }

  // --- what the call of another caller may spare ---

  public CallSpec<T> spec() {
    return spec;
  }

  /**
   * Has the call paid by one account, whichever key the supplier gives later.
   *
   * @param given its key; null to ask for one
   * @return the account
   */
  public String payFrom(@Nullable AccountKey given) {
    if (given == null) {
      takeAgentKey();
    } else {
      agentKey = given;
    }
    staysInAccount = true;
    return agentKey().account();
  }

  /** Waits for what another call brings; throws if this one is ended, or its time is over. */
  public <R> R await(CompletableFuture<R> others) {
    // The other call may wait for a top-up.
    Duration topUp = hasOwnDeadline ? Duration.ZERO : settings.retryPolicy().maxTopUpWait();
    if (control.await(left().plus(topUp), others)) return others.join();
    stopIfAborted();
    throw timeUp("deadline; the read of another caller did not end");
  }

  /** What another call has paid for. */
  public CallResult<T> spared(T value, Instant readAt) {
    return CallResult.spared(value, elapsed(), readAt, agentKey().account());
  }

  /** An older result instead of a failure: what the call has cost stays. */
  public CallResult<T> insteadOf(Failure failure, T value, Instant readAt) {
    int attempts = failure.call().attempts();
    Charge charge = failure.call().charge();
    return CallResult.withoutResponse(
        value, attempts, charge, elapsed(), readAt, agentKey().account());
  }

  // --- one attempt after another ---

  private Succeeded<T> untilOneSucceeds() {
    readAt = runner.time.now();
    while (true) {
      if (price == null) learnPrice();
      if (needsReservation() && !reservations.isOpen()) reserve();
      AttemptResult<T> attempt = attempt();
      if (attempt instanceof Succeeded<T> success) return success;
      beforeTheNext((Failed<T>) attempt);
    }
  }

  // --- the price ---

  /** Reads the price, which then holds to the end of the call or to a top-up. */
  private void learnPrice() {
    stopIfAborted();
    if (spec.topUpUsd() != null) refuseIfChecked();
    Price found = spec.drawsOnBalance() ? readPrice() : new Price(topUpAmount(), null);
    BigDecimal usd = found.usd();
    BigDecimal most = maxPrice();
    if (usd == null && most != null) throw unpriced(found);
    if (usd != null && most != null && spec.drawsOnBalance() && usd.compareTo(most) > 0) {
      throw rules.refusedOrLastFailure(
          NextStep.RAISE_LIMIT, call -> new PriceLimitExceededException(call, usd, most));
    }
    price = found;
    rules.priced(found, isListOfAnotherService(found));
  }

  /**
   * A list that names no price, or an answer instead of it that only another configuration can
   * change.
   */
  private boolean isListOfAnotherService(Price found) {
    if (found.usd() != null) return false;
    boolean wasRead = found.readAt() != null;
    return wasRead
        || (priceFailure instanceof Failure met
            && met.call().nextStep() == NextStep.FIX_CONFIGURATION);
  }

  /** What a top-up takes from the card; 0 for a free call. */
  private BigDecimal topUpAmount() {
    BigDecimal usd = spec.topUpUsd();
    return usd == null ? BigDecimal.ZERO : usd;
  }

  private Price readPrice() {
    boolean needed = runner.billing.hasGuard() || maxPrice() != null;
    try {
      priceFailure = null;
      return runner.billing.prices().read(spec.operation(), needed, left(), control);
    } catch (CompletionException failed) {
      priceFailure = failed.getCause();
      return runner.billing.prices().staleIfError(spec.operation());
    } catch (Throwable fault) {
      priceFailure = fault;
      return runner.billing.prices().staleIfError(spec.operation());
    } finally {
      stopIfAborted();
    }
  }

  private @Nullable BigDecimal maxPrice() {
    return spec.drawsOnBalance() ? settings.maxPrice() : null;
  }

  /** The call is limited, and its price is not known. */
  private Failure unpriced(Price found) {
    boolean wasListRead = found.readAt() != null;
    if (!wasListRead) return rules.priceUnavailable(priceFailure);
    // It will not name the operation at the next attempt either.
    String fact =
        "the price list has no price "
            + spec.operation().priceKey()
            + "; check with getPricing() that the base URL is that of the service, or call without"
            + " a limit and without maxPrice";
    return rules.refusedOrLastFailure(
        NextStep.FIX_CONFIGURATION, call -> new PriceUnavailableException(call, fact, null));
  }

  // --- the reservation ---

  private boolean needsReservation() {
    // Without a price list it is not certain that a confirmation is free, so a guard is asked.
    boolean isKnown = rules.price() != null || !runner.billing.hasGuard();
    return spec.drawsOnBalance() && !(rules.isFreeConfirmation() && isKnown);
  }

  /** Waits for the guard, which is not interrupted and may answer after the deadline. */
  private void reserve() {
    stopIfAborted();
    refuseIfChecked();
    boolean hasTime = !left().isZero();
    // Waiting for a price may have used up the time; only the guard knows whether it needs one.
    if (!hasTime && rules.price() != null) throw timeUp(DEADLINE);
    takeAgentKey();
    Decision decision;
    try {
      decision = reservations.reserve(purchase(), moment());
    } catch (IllegalArgumentException unknownScope) {
      if (spec.options().scope() == null || rules.attempts() > 0) {
        throw rules.guardThrew(unknownScope);
      }
      throw new Misuse(unknownScope);
    } catch (Throwable fault) {
      if (!left().isZero()) throw rules.guardThrew(fault);
      Failure failure = timeUp(DEADLINE_AT_THE_GUARD);
      if (failure.exception().getCause() != fault) failure.exception().addSuppressed(fault);
      throw failure;
    }
    if (decision instanceof SpendGuard.PriceNeeded) {
      throw unpriced(new Price(null, price == null ? null : price.readAt()));
    }
    if (decision instanceof SpendGuard.LimitExceeded reached) {
      boolean timeHelps = reached.retryAt() != null;
      throw rules.refusedOrLastFailure(
          timeHelps ? NextStep.RETRY_LATER : NextStep.RAISE_LIMIT,
          call -> new SpendLimitExceededException(call, reached));
    }
    stopIfOver(hasTime ? DEADLINE_AT_THE_GUARD : DEADLINE);
  }

  private void refuseIfChecked() {
    if (refusal == null) return;
    if (rules.attempts() == 0) throw new Misuse(refusal);
    // It began as a free one: what its attempts have cost must be told.
    throw rules.threw("the check of paid calls", refusal);
  }

  /** Takes the agent key of a reservation, or of an attempt without one. */
  private void takeAgentKey() {
    boolean isTaken = agentKey != null && rules.attempts() == 0;
    // A load that a lost attempt may have made is in the account of that attempt.
    boolean staysThere = staysInAccount || mayHaveCreated();
    if (isTaken || (staysThere && !runner.billing.accounts().isNamed())) return;
    try {
      agentKey = runner.billing.accounts().key();
    } catch (Throwable fault) {
      throw rules.threw(Accounts.SUPPLIER, fault);
    }
  }

  private AccountKey agentKey() {
    return Objects.requireNonNull(agentKey, "taken before each attempt");
  }

  private Purchase purchase() {
    Price known = rules.price();
    BigDecimal usd = rules.priceUsd();
    return new Purchase(
        runner.newReservationId(),
        callId,
        rules.attempts() + 1,
        spec.operation(),
        agentKey().account(),
        spec.onceChargedKey(),
        spec.customerRef(),
        spec.loadNumber(),
        spec.options().scope(),
        known == null || usd == null ? null : new Quote(usd, known.readAt()),
        left());
  }

  // --- the request ---

  private AttemptResult<T> attempt() {
    stopIfOver(DEADLINE);
    Exchange request = request();
    if (!runner.transport.slots.acquire(left(), control)) {
      stopIfAborted();
      throw timeUp(DEADLINE_IN_THE_QUEUE);
    }
    ChargeRules.TimeLimit limit;
    long sentNanos;
    Exchange.Result result;
    try {
      stopIfOver(DEADLINE_IN_THE_QUEUE);
      limit = limitOfTheAttempt();
      sentNanos = now();
      rules.sending();
      result = control.send(request, limit.time());
    } finally {
      // Given back before the guard, the log and the listeners, which may take long.
      runner.transport.slots.release();
    }
    AttemptResult<T> attempt = judge(result, limit);
    reservations.add(attempt);
    Duration took = Duration.ofNanos(now() - sentNanos);
    int number = rules.attempts();
    tell(() -> runner.observer.attemptEnded(spec, callId, number, attempt, took));
    return attempt;
  }

  private Exchange request() {
    if (!needsReservation()) takeAgentKey();
    CallSpec.Request request = spec.request();
    Headers headers = request.headers().apply(agentKey().agentKey());
    return runner
        .transport
        .exchange(spec.operation().method(), request.url(), headers, request.body())
        .sendOnlyIf(this::isInTime);
  }

  private ChargeRules.TimeLimit limitOfTheAttempt() {
    Duration left = left();
    return left.compareTo(settings.timeout()) < 0
        ? new ChargeRules.TimeLimit("time left before the deadline", left)
        : new ChargeRules.TimeLimit("attempt timeout", settings.timeout());
  }

  /** A complete answer counts even if the call was ended: it says what was charged. */
  private AttemptResult<T> judge(Exchange.Result result, ChargeRules.TimeLimit limit) {
    String abortReason = control.abortReason();
    String passed = tooLate;
    boolean isUnsent = result instanceof WireFailure failure && failure.neverSent();
    if (abortReason == null && isUnsent && passed != null) throw timeUp(passed);
    if (abortReason == null || result instanceof WireAnswer) {
      return rules.judge(result, spec.reader(), limit);
    }
    if (isUnsent) throw rules.stopped(abortReason);
    return rules.cut(abortReason);
  }

  // --- between two attempts ---

  /** Returns when the next attempt may begin; throws if none follows. */
  private void beforeTheNext(Failed<T> attempt) {
    Failure failed = attempt.failure();
    RetryTable.Verdict verdict = RetryTable.verdict(attempt.failureClass(), spec.repeat());
    if (verdict == RetryTable.Verdict.TOP_UP
        && failed.exception() instanceof InsufficientFundsException refusal) {
      awaitTopUp(failed, refusal.priceUsd());
      return;
    }
    // Not everything that the caller may repeat is repeated by the client.
    boolean mayRepeat = failed.retryable() && RetryTable.allows(verdict, settings.retryPolicy());
    Duration inTime = shorter(left(), leftOfTheKey());
    Duration pause = retries.delayAfter(failed.exception(), mayRepeat, inTime);
    if (pause == null) throw failed;
    // Without a key the lost attempt and its repeat may both be charged: each is reserved.
    boolean countsTwice =
        spec.onceChargedKey() == null && attempt.charge().kind() == Charge.Kind.UNKNOWN;
    if (countsTwice) endReservation();
    runner.observer.pauses(spec, callId, rules.attempts() + 1, pause);
    control.await(pause, () -> false);
  }

  /** While it waits the call holds no place and no reservation; then it starts over. */
  private void awaitTopUp(Failure refusal, @Nullable BigDecimal statedUsd) {
    endReservation();
    Duration longest = settings.retryPolicy().maxTopUpWait();
    BigDecimal needed = statedUsd != null ? statedUsd : rules.priceUsd();
    if (longest.isZero() || !isCoveredInTime(needed, longest)) {
      stopIfAborted();
      retries.gaveUp(refusal.exception());
      throw refusal;
    }
    price = null;
    // A service may remember its refusal under the key. A caller's own key is kept all the same.
    if (rules.total().equals(Charge.NONE)) takeNewKey();
  }

  private boolean isCoveredInTime(@Nullable BigDecimal needed, Duration longest) {
    stopIfAborted();
    long since = now();
    try {
      if (balanceWait == null) balanceWait = runner.billing.balanceWaits().begin(longest);
      Duration atMost = shorter(hasOwnDeadline ? left() : longest, leftOfTheKey());
      return balanceWait.awaitBalance(needed == null ? BigDecimal.ZERO : needed, atMost, control);
    } finally {
      waitedForTopUps = waitedForTopUps.plusNanos(now() - since);
    }
  }

  private void takeNewKey() {
    spec = spec.underNewKey();
    rules.continues(spec);
    keySince = moment();
  }

  // --- the end ---

  private CallResult<T> resultOf(Supplier<Succeeded<T>> attempts) {
    try {
      return succeeded(attempts.get());
    } catch (Misuse misuse) {
      endReservation();
      throw misuse.thrown;
    } catch (Failure failure) {
      throw failed(failure);
    } catch (Throwable fault) {
      throw failed(rules.threw("the client itself", fault));
    }
  }

  private CallResult<T> succeeded(Succeeded<T> attempt) {
    retries.succeeded();
    endReservation();
    Charge charge = reservations.charge(rules.total());
    CallResult<T> result =
        new CallResult<>(
            attempt.content().result().of(rules.attempts(), charge),
            attempt.answer().status(),
            attempt.answer().headers(),
            rules.attempts(),
            charge,
            elapsed(),
            spec.idempotencyKey(),
            Objects.requireNonNull(readAt),
            agentKey().account());
    report(charge, null);
    return result;
  }

  private Failure failed(Failure failure) {
    endReservation();
    Failure charged = failure.with(reservations.charge(rules.total()));
    report(charged.call().charge(), charged.exception());
    return charged;
  }

  private void endReservation() {
    control.putInterruptAside();
    reservations.end();
  }

  private void report(Charge charge, @Nullable FreightException failed) {
    BigDecimal usd = rules.priceUsd();
    int attempts = rules.attempts();
    Duration took = elapsed();
    tell(() -> runner.observer.callEnded(spec, callId, attempts, took, charge, usd, failed));
  }

  private void tell(Runnable event) {
    if (counted) {
      event.run();
    } else {
      untold.add(event);
    }
  }

  /**
   * Tells listeners of a call that the client itself needs, once it is answered: one that asks the
   * client for what the call brings would wait for itself.
   */
  void tellListeners() {
    untold.forEach(Runnable::run);
  }

  private void ignored(String what, Throwable thrown) {
    runner.observer.ignored(spec, callId, what, thrown);
  }

  /**
   * Carries an exception that a mistake in the program caused, such as a scope that the guard does
   * not know, or a paid call within a transaction. The caller gets that exception itself, not a
   * failure of the call.
   */
  private static final class Misuse extends RuntimeException {
    private static final long serialVersionUID = 1;
    final RuntimeException thrown;

    Misuse(RuntimeException thrown) {
      super(null, thrown, false, false);
      this.thrown = thrown;
    }
  }

  // --- its time ---

  /** Throws if it was ended from outside. */
  public void stopIfAborted() {
    String abortReason = control.abortReason();
    if (abortReason != null) throw rules.stopped(abortReason);
  }

  /** Stops if the call was ended or its time is over; {@code what} is the limit that passed. */
  private void stopIfOver(String what) {
    stopIfAborted();
    if (left().isZero()) throw timeUp(what);
  }

  /**
   * Asked right before the request is written. The machine may have been suspended in the queue, in
   * a pause or while it connected: then its reservation or its key may not count any more, though
   * its deadline has time.
   */
  private boolean isInTime() {
    boolean isReserved = !reservations.left(moment()).isZero();
    tooLate =
        !isReserved ? TIME_OF_DAY : leftOfTheKey().isZero() ? "life of the idempotency key" : null;
    return tooLate == null;
  }

  private Failure timeUp(String what) {
    return rules.timeUpOrLastFailure(new ChargeRules.TimeLimit(what, settings.deadline()));
  }

  /**
   * What is left of the deadline; zero when it has passed. Waits for top-ups extend the deadline of
   * the client, because the retry policy limits them, but not one in the call's own options.
   */
  private Duration left() {
    Duration left = settings.deadline().minus(elapsed());
    if (!hasOwnDeadline) left = left.plus(waitedForTopUps);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** How much longer a repeat under the key gets the load that an earlier attempt may have made. */
  private Duration leftOfTheKey() {
    if (!mayHaveCreated()) return TimeSource.FOREVER;
    Duration left = KeyLife.RELIED_ON.minus(moment().since(keySince));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Whether an attempt may have made its load. */
  private boolean mayHaveCreated() {
    return spec.onceChargedKey() != null && !rules.total().equals(Charge.NONE);
  }

  private Moment moment() {
    return runner.time.moment();
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private Duration elapsed() {
    return Duration.ofNanos(now() - beganNanos);
  }

  private long now() {
    return runner.time.nanos();
  }
}
