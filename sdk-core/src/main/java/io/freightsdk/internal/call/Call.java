package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.call.Accounts.AccountKey;
import io.freightsdk.internal.call.AttemptResult.Failed;
import io.freightsdk.internal.call.AttemptResult.Succeeded;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.money.BalanceWaits;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
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
 * waits and how it is ended from outside. {@link CallTime}, {@link CallPrice} and {@link
 * CallAccount} hold its deadline, price and agent key.
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

  final CallEvents events;

  private final CallRunner runner;
  private final String callId;
  private final CallRunner.CallSettings settings;
  private final boolean hasOwnDeadline;
  private final CallTime time;
  private final CallAccount account;
  private final Retries.Attempts retries;
  private final Reservations reservations;
  private final ChargeRules rules;
  private final CallPrice price;

  private CallSpec<T> spec;

  /** Its waits for top-ups; null before the first. */
  private BalanceWaits.@Nullable BalanceWait balanceWait;

  /** The time that had passed when its request was about to be written; null for none. */
  private volatile @Nullable String tooLate;

  /** When its first attempt began; null before. */
  private @Nullable Instant readAt;

  /** What the application's check of paid calls threw where it was asked for; null for nothing. */
  private final @Nullable RuntimeException refusal;

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
    this.refusal = refusal;
    callId = Long.toString(number, Character.MAX_RADIX);
    events = new CallEvents(runner.observer, callId, !counted);
    settings = runner.settings.with(spec.options());
    hasOwnDeadline = spec.options().deadline() != null;
    time = new CallTime(runner.time, settings.deadline(), !hasOwnDeadline);
    account = new CallAccount(runner.billing.accounts());
    retries = runner.retries.newAttempts(settings.retryPolicy());
    reservations =
        new Reservations(
            runner.billing.guard(), thrown -> events.ignored(spec, ChargeRules.GUARD, thrown));
    rules = new ChargeRules(spec, settings.retryPolicy(), callId);
    price =
        new CallPrice(
            runner.billing.prices(), rules, runner.billing.hasGuard(), settings.maxPrice());
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
          throw rules.codeThrew("starting a thread", noThread);
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
    if (given == null) takeAgentKey();
    account.fix(given == null ? account.key() : given);
    return account.id();
  }

  /** Waits for what another call brings; throws if this one is ended, or its time is over. */
  public <R> R await(CompletableFuture<R> others) {
    // The other call may wait for a top-up.
    Duration topUp = hasOwnDeadline ? Duration.ZERO : settings.retryPolicy().maxTopUpWait();
    if (control.await(time.remaining().plus(topUp), others)) return others.join();
    stopIfAborted();
    throw timeUp("deadline; the read of another caller did not end");
  }

  /**
   * A result that another call has paid for.
   *
   * @param failed why this call has none, with its attempts and charge; null if it made no attempt
   */
  public CallResult<T> existing(T value, Instant readAt, @Nullable Failure failed) {
    int attempts = failed == null ? 0 : failed.call().attempts();
    Charge charge = failed == null ? Charge.NONE : failed.call().charge();
    return CallResult.existing(value, attempts, charge, time.elapsed(), readAt, account.id());
  }

  // --- one attempt after another ---

  private Succeeded<T> untilOneSucceeds() {
    readAt = runner.time.now();
    while (true) {
      if (!price.isRead()) learnPrice();
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
    Price found = price.read(spec, time.remaining(), control);
    stopIfAborted();
    price.accept(spec, found);
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
    boolean hasTime = !time.remaining().isZero();
    // Waiting for a price may have used up the time; only the guard knows whether it needs one.
    if (!hasTime && rules.price() != null) throw timeUp(DEADLINE);
    takeAgentKey();
    Decision decision;
    try {
      decision = reservations.reserve(purchase(), time.now());
    } catch (IllegalArgumentException unknownScope) {
      if (spec.options().scope() == null || rules.attempts() > 0) {
        throw rules.guardThrew(unknownScope);
      }
      throw new Misuse(unknownScope);
    } catch (Throwable fault) {
      if (!time.remaining().isZero()) throw rules.guardThrew(fault);
      Failure failure = timeUp(DEADLINE_AT_THE_GUARD);
      if (failure.exception().getCause() != fault) failure.exception().addSuppressed(fault);
      throw failure;
    }
    if (decision instanceof SpendGuard.PriceNeeded) throw price.unavailable(spec);
    if (decision instanceof SpendGuard.LimitExceeded reached) {
      boolean timeHelps = reached.retryAt() != null;
      throw rules.refusalOrLastFailure(
          timeHelps ? NextStep.RETRY_LATER : NextStep.RAISE_LIMIT,
          call -> new SpendLimitExceededException(call, reached));
    }
    stopIfOver(hasTime ? DEADLINE_AT_THE_GUARD : DEADLINE);
  }

  private void refuseIfChecked() {
    if (refusal == null) return;
    if (rules.attempts() == 0) throw new Misuse(refusal);
    // It began as a free one: what its attempts have cost must be told.
    throw rules.codeThrew("the check of paid calls", refusal);
  }

  private void takeAgentKey() {
    try {
      account.takeKey(rules.attempts() == 0, mayHaveCreated());
    } catch (Throwable fault) {
      throw rules.codeThrew(Accounts.SUPPLIER, fault);
    }
  }

  private Purchase purchase() {
    Price known = rules.price();
    BigDecimal usd = rules.priceUsd();
    return new Purchase(
        runner.newReservationId(),
        callId,
        rules.attempts() + 1,
        spec.operation(),
        account.id(),
        spec.onceChargedKey(),
        spec.customerRef(),
        spec.loadNumber(),
        spec.options().scope(),
        known == null || usd == null ? null : new Quote(usd, known.readAt()),
        time.remaining());
  }

  // --- the request ---

  private AttemptResult<T> attempt() {
    stopIfOver(DEADLINE);
    Exchange request = request();
    if (!runner.transport.slots.acquire(time.remaining(), control)) {
      stopIfAborted();
      throw timeUp(DEADLINE_IN_THE_QUEUE);
    }
    ChargeRules.TimeLimit limit;
    long sentNanos;
    Exchange.Result result;
    try {
      stopIfOver(DEADLINE_IN_THE_QUEUE);
      limit = limitOfTheAttempt();
      sentNanos = time.nanos();
      rules.attemptStarted();
      result = control.send(request, limit.time());
    } finally {
      // Given back before the guard, the log and the listeners, which may take long.
      runner.transport.slots.release();
    }
    AttemptResult<T> attempt = judge(result, limit);
    reservations.add(attempt);
    events.attemptEnded(spec, rules.attempts(), attempt, time.since(sentNanos));
    return attempt;
  }

  private Exchange request() {
    if (!needsReservation()) takeAgentKey();
    CallSpec.Request request = spec.request();
    Headers headers = request.headers().apply(account.key().agentKey());
    return runner
        .transport
        .exchange(spec.operation().method(), request.url(), headers, request.body())
        .sendOnlyIf(this::isInTime);
  }

  private ChargeRules.TimeLimit limitOfTheAttempt() {
    Duration left = time.remaining();
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
      return rules.interpret(result, spec.reader(), limit);
    }
    if (isUnsent) throw rules.cancelledBetweenAttempts(abortReason);
    return rules.cancelledInFlight(abortReason);
  }

  // --- between two attempts ---

  /** Returns when the next attempt may begin; throws if none follows. */
  private void beforeTheNext(Failed<T> attempt) {
    Failure failed = attempt.failure();
    RetryTable.RetryRule rule = RetryTable.rule(attempt.failureClass(), spec.repeat());
    if (rule == RetryTable.RetryRule.TOP_UP
        && failed.exception() instanceof InsufficientFundsException refusal) {
      awaitTopUp(failed, refusal.priceUsd());
      return;
    }
    // Not everything that the caller may repeat is repeated by the client.
    boolean mayRepeat = failed.retryable() && RetryTable.allows(rule, settings.retryPolicy());
    Duration inTime = shorter(time.remaining(), keyRemaining());
    Duration pause = retries.delayAfter(failed.exception(), mayRepeat, inTime);
    if (pause == null) throw failed;
    // Without a key the lost attempt and its repeat may both be charged: each is reserved.
    boolean countsTwice =
        spec.onceChargedKey() == null && attempt.charge().kind() == Charge.Kind.UNKNOWN;
    if (countsTwice) endReservation();
    events.pauseStarted(spec, rules.attempts() + 1, pause);
    control.await(pause, () -> false);
  }

  /** While it waits the call holds no place and no reservation; then it starts over. */
  private void awaitTopUp(Failure refusal, @Nullable BigDecimal statedUsd) {
    endReservation();
    Duration longest = settings.retryPolicy().maxTopUpWait();
    BigDecimal needed = statedUsd != null ? statedUsd : rules.priceUsd();
    if (longest.isZero() || !isCoveredInTime(needed, longest)) {
      stopIfAborted();
      retries.callFailed(refusal.exception());
      throw refusal;
    }
    price.discard();
    // A service may remember its refusal under the key. A caller's own key is kept all the same.
    if (rules.total().equals(Charge.NONE)) takeNewKey();
  }

  private boolean isCoveredInTime(@Nullable BigDecimal needed, Duration longest) {
    stopIfAborted();
    long since = time.nanos();
    try {
      if (balanceWait == null) balanceWait = runner.billing.balanceWaits().startWait(longest);
      Duration atMost = shorter(hasOwnDeadline ? time.remaining() : longest, keyRemaining());
      return balanceWait.awaitBalance(needed == null ? BigDecimal.ZERO : needed, atMost, control);
    } finally {
      time.addTopUpWait(time.since(since));
    }
  }

  private void takeNewKey() {
    spec = spec.underNewKey();
    rules.useNewKey(spec);
    time.startNewKey();
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
      throw failed(rules.codeThrew("the client itself", fault));
    }
  }

  private CallResult<T> succeeded(Succeeded<T> attempt) {
    retries.callSucceeded();
    endReservation();
    Charge charge = reservations.charge(rules.total());
    CallResult<T> result =
        new CallResult<>(
            attempt.content().result().of(rules.attempts(), charge),
            attempt.response().status(),
            attempt.response().headers(),
            rules.attempts(),
            charge,
            time.elapsed(),
            spec.idempotencyKey(),
            Objects.requireNonNull(readAt),
            account.id());
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

  private void report(Charge charge, @Nullable FreightException failure) {
    events.callEnded(spec, rules.attempts(), time.elapsed(), charge, rules.priceUsd(), failure);
  }

  // --- its time ---

  /** Throws if it was ended from outside. */
  public void stopIfAborted() {
    String abortReason = control.abortReason();
    if (abortReason != null) throw rules.cancelledBetweenAttempts(abortReason);
  }

  /** Stops if the call was ended or its time is over; {@code what} is the limit that passed. */
  private void stopIfOver(String what) {
    stopIfAborted();
    if (time.remaining().isZero()) throw timeUp(what);
  }

  /**
   * Asked right before the request is written. The machine may have been suspended in the queue, in
   * a pause or while it connected: then its reservation or its key may not count any more, though
   * its deadline has time.
   */
  private boolean isInTime() {
    boolean isReserved = !reservations.left(time.now()).isZero();
    tooLate =
        !isReserved ? TIME_OF_DAY : keyRemaining().isZero() ? "life of the idempotency key" : null;
    return tooLate == null;
  }

  private Failure timeUp(String what) {
    return rules.timeoutOrLastFailure(new ChargeRules.TimeLimit(what, time.deadline()));
  }

  private Duration keyRemaining() {
    return mayHaveCreated() ? time.keyRemaining() : TimeSource.FOREVER;
  }

  /** Whether an attempt may have made its load. */
  private boolean mayHaveCreated() {
    return spec.onceChargedKey() != null && !rules.total().equals(Charge.NONE);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
