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
import io.freightsdk.internal.call.CallObserver.CallReporter;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.money.BalanceWaits;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.internal.transport.WireResponse;
import java.io.Serial;
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
 * One call from its start to its end, on one thread. Its methods are in the order of the steps:
 *
 * <pre>
 * price -> reservation -> request slot -> request -> response -> completion -> listeners
 *   ^          ^                                           |
 *   |          |__________________ pause __________________|
 *   |_____________________________ top-up _________________|
 * </pre>
 *
 * {@link ChargeRules} decides the meaning and the charge of a response. The call waits, and is
 * cancelled, through {@link CallControl}. {@link CallTime}, {@link CallPrice} and {@link
 * CallAccount} hold its deadline, price and agent key.
 */
public final class Call<T> {
  private static final String DEADLINE = "deadline";
  private static final String DEADLINE_IN_THE_QUEUE =
      "deadline; all maxConcurrentRequests were in use";
  private static final String DEADLINE_AT_THE_GUARD = "deadline; the spend guard did not respond";
  private static final String TIME_OF_DAY = "deadline by the clock; was the machine suspended?";

  /** The position in the order of calls; unique in its client. */
  final long number;

  /** Whether it counts against {@link CallRunner.CallSettings#maxPendingCalls}. */
  final boolean isCounted;

  /** Waits for the call, and cancels it. */
  final CallControl control;

  final CallReporter reporter;

  private final CallTrace trace;
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
  private BalanceWaits.@Nullable CallWaits topUpWaits;

  /** The time limit that passed before its request was written; null for none. */
  private volatile @Nullable String passedLimit;

  /** The start of its first attempt; null before. */
  private @Nullable Instant readAt;

  /** The exception of the application's check of paid calls; null if the check allows the call. */
  private final @Nullable RuntimeException paidCallRefusal;

  Call(
      CallRunner runner,
      CallSpec<T> spec,
      CallControl control,
      long number,
      boolean isCounted,
      @Nullable RuntimeException paidCallRefusal,
      CallTrace trace) {
    this.runner = runner;
    this.spec = spec;
    this.control = control;
    this.number = number;
    this.isCounted = isCounted;
    this.paidCallRefusal = paidCallRefusal;
    this.trace = trace;
    callId = Long.toString(number, Character.MAX_RADIX);
    reporter = runner.observer.reporter(callId, trace, !isCounted);
    settings = runner.settings.with(spec.options());
    hasOwnDeadline = spec.options().deadline() != null;
    time = new CallTime(runner.time, settings.deadline(), !hasOwnDeadline);
    account = new CallAccount(runner.billing.accounts());
    retries = runner.retries.newAttempts(settings.retryPolicy());
    reservations =
        new Reservations(
            runner.billing.guard(), thrown -> reporter.outcomeNotRecorded(spec, thrown));
    rules = new ChargeRules(spec, settings.retryPolicy(), callId);
    price =
        new CallPrice(
            runner.billing.prices(), rules, runner.billing.hasGuard(), settings.maxPrice());
  }

  /**
   * Runs it on this thread, from its registration to its end.
   *
   * @param body {@link #execute}, or a step before that may have the result
   */
  CallResult<T> run(Function<Call<T>, CallResult<T>> body) {
    control.enter();
    try {
      return trace.run(this, body);
    } finally {
      runner.unregister(this);
      control.restoreInterrupt();
    }
  }

  /**
   * Makes the attempts of the call.
   *
   * @throws Failure if it has no result
   */
  public CallResult<T> execute() {
    return resultOf(this::attemptUntilSuccess);
  }

  /** Fails the call because no thread could be started. */
  CallResult<T> failWithoutThread(Throwable noThread) {
    return resultOf(
        () -> {
          throwIfAborted();
          throw rules.codeThrew("starting a thread", noThread);
        });
  }

  // --- results of other callers ---

  public CallSpec<T> spec() {
    return spec;
  }

  /**
   * Lets one account pay for the call, even if the supplier returns another key later.
   *
   * @param given the key of the account; null to request a key
   * @return the account
   */
  public String fixAccount(@Nullable AccountKey given) {
    if (given == null) takeAgentKey();
    account.fix(given == null ? account.key() : given);
    return account.id();
  }

  /** Waits for the result of another call; throws if this call is cancelled, or its time is up. */
  public <R> R await(CompletableFuture<R> otherResult) {
    // The other call may wait for a top-up.
    Duration topUp = hasOwnDeadline ? Duration.ZERO : settings.retryPolicy().maxTopUpWait();
    if (control.await(time.remaining().plus(topUp), otherResult)) return otherResult.join();
    throwIfAborted();
    throw timeout("deadline; the read of another caller did not end");
  }

  /**
   * A result that another call has paid for.
   *
   * @param failed the failure of this call, whose attempts and charge stay; null without attempts
   */
  public CallResult<T> existing(T value, Instant readAt, @Nullable Failure failed) {
    int attempts = failed == null ? 0 : failed.call().attempts();
    Charge charge = failed == null ? Charge.NONE : failed.call().charge();
    boolean isStale = failed != null;
    return CallResult.existing(
        value, isStale, attempts, charge, time.elapsed(), readAt, account.id());
  }

  // --- one attempt after another ---

  private Succeeded<T> attemptUntilSuccess() {
    readAt = runner.time.now();
    while (true) {
      if (!price.isAccepted()) readPrice();
      if (needsReservation() && !reservations.isOpen()) reserve();
      AttemptResult<T> attempt = makeAttempt();
      if (attempt instanceof Succeeded<T> success) return success;
      awaitNextAttempt((Failed<T>) attempt);
    }
  }

  // --- the price ---

  /** Reads the price, which is used until the call ends or waits for a top-up. */
  private void readPrice() {
    throwIfAborted();
    if (spec.topUpUsd() != null) applyPaidCallCheck();
    Price found = price.read(spec, time.remaining(), control);
    throwIfAborted();
    price.accept(spec, found);
  }

  // --- the reservation ---

  private boolean needsReservation() {
    // Without a price list it is not certain that a confirmation is free, so a guard decides.
    boolean isKnown = rules.price() != null || !runner.billing.hasGuard();
    return spec.drawsOnBalance() && !(rules.isFreeConfirmation() && isKnown);
  }

  /** Waits for the guard, which is not interrupted and may return after the deadline. */
  private void reserve() {
    throwIfAborted();
    applyPaidCallCheck();
    boolean hasTime = !time.remaining().isZero();
    // Waiting for a price may have used up the time; only the guard knows whether it needs one.
    if (!hasTime && rules.price() != null) throw timeout(DEADLINE);
    takeAgentKey();
    Decision decision;
    try {
      decision = reservations.reserve(purchase(), time.moment());
    } catch (IllegalArgumentException unknownScope) {
      if (spec.options().scope() == null || rules.attempts() > 0) {
        throw rules.guardThrew(unknownScope);
      }
      throw new Misuse(unknownScope);
    } catch (Throwable fault) {
      if (!time.remaining().isZero()) throw rules.guardThrew(fault);
      Failure failure = timeout(DEADLINE_AT_THE_GUARD);
      if (failure.exception().getCause() != fault) failure.exception().addSuppressed(fault);
      throw failure;
    }
    if (decision instanceof SpendGuard.PriceUnknown) throw price.unavailable(spec);
    if (decision instanceof SpendGuard.LimitExceeded reached) {
      boolean timeHelps = reached.retryAt() != null;
      throw rules.refusalUnlessChargeUnknown(
          timeHelps ? NextStep.RETRY_LATER : NextStep.RAISE_LIMIT,
          call -> new SpendLimitExceededException(call, reached));
    }
    throwIfTimeUp(hasTime ? DEADLINE_AT_THE_GUARD : DEADLINE);
  }

  private void applyPaidCallCheck() {
    if (paidCallRefusal == null) return;
    if (rules.attempts() == 0) throw new Misuse(paidCallRefusal);
    // The call started as a free call: report the cost of its attempts.
    throw rules.codeThrew("the check of paid calls", paidCallRefusal);
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

  private AttemptResult<T> makeAttempt() {
    throwIfTimeUp(DEADLINE);
    Exchange request = request();
    if (!runner.transport.slots.acquire(time.remaining(), control)) {
      throwIfAborted();
      throw timeout(DEADLINE_IN_THE_QUEUE);
    }
    ChargeRules.TimeLimit limit;
    long sentNanos;
    Exchange.Result result;
    try {
      throwIfTimeUp(DEADLINE_IN_THE_QUEUE);
      trace.attemptStarted();
      limit = attemptLimit();
      sentNanos = time.nanos();
      rules.countAttempt();
      result = control.send(request, limit.time());
    } finally {
      // Released before the guard, the log and the listeners, which may be slow.
      runner.transport.slots.release();
    }
    AttemptResult<T> attempt = interpret(result, limit);
    reservations.addAttempt(attempt);
    reporter.attemptEnded(spec, rules.attempts(), attempt, time.since(sentNanos));
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

  private ChargeRules.TimeLimit attemptLimit() {
    Duration left = time.remaining();
    return left.compareTo(settings.attemptTimeout()) < 0
        ? new ChargeRules.TimeLimit("time left before the deadline", left)
        : new ChargeRules.TimeLimit("attempt timeout", settings.attemptTimeout());
  }

  /** A complete response counts even if the call was cancelled: it shows the charge. */
  private AttemptResult<T> interpret(Exchange.Result result, ChargeRules.TimeLimit limit) {
    String abortReason = control.checkAbort();
    String passed = passedLimit;
    boolean isUnsent = result instanceof WireFailure failure && failure.isUnprocessed();
    if (abortReason == null && isUnsent && passed != null) throw timeout(passed);
    if (abortReason == null || result instanceof WireResponse) {
      return rules.addResult(result, spec.reader(), limit);
    }
    if (isUnsent) throw rules.cancelledBeforeSending(abortReason);
    return rules.cancelledInFlight(abortReason);
  }

  // --- between two attempts ---

  /** Returns when the next attempt may start; throws if no attempt follows. */
  private void awaitNextAttempt(Failed<T> attempt) {
    Failure failed = attempt.failure();
    RetryTable.RetryRule rule = RetryTable.rule(attempt.failureClass(), spec.repeatCost());
    if (rule == RetryTable.RetryRule.TOP_UP
        && failed.exception() instanceof InsufficientFundsException refusal) {
      awaitTopUp(failed, refusal.priceUsd());
      return;
    }
    boolean mayRepeat = RetryTable.allows(rule, settings.retryPolicy());
    Duration inTime = shorter(time.remaining(), keyRemaining());
    Duration pause = retries.attemptFailed(failed.exception(), mayRepeat, inTime);
    if (pause == null) throw failed;
    // Without a key the lost attempt and its repeat may both be charged: each is reserved.
    boolean countsTwice =
        spec.onceChargedKey() == null && attempt.charge().kind() == Charge.Kind.UNKNOWN;
    if (countsTwice) endReservation();
    reporter.pauseStarted(spec, rules.attempts() + 1, pause);
    control.await(pause, () -> false);
  }

  /** While it waits, the call holds no request slot and no reservation. Then it starts over. */
  private void awaitTopUp(Failure refusal, @Nullable BigDecimal statedUsd) {
    endReservation();
    Duration longest = settings.retryPolicy().maxTopUpWait();
    BigDecimal needed = statedUsd != null ? statedUsd : rules.priceUsd();
    if (longest.isZero() || !awaitBalance(needed, longest)) {
      throwIfAborted();
      retries.callFailed(refusal.exception());
      throw refusal;
    }
    price.discard();
    // A service may remember its refusal under the key. A key of the caller stays nevertheless.
    if (rules.total().equals(Charge.NONE)) startNewKey();
  }

  private boolean awaitBalance(@Nullable BigDecimal needed, Duration longest) {
    throwIfAborted();
    long since = time.nanos();
    try {
      if (topUpWaits == null) topUpWaits = runner.billing.balanceWaits().startWaits(longest);
      Duration atMost = shorter(hasOwnDeadline ? time.remaining() : longest, keyRemaining());
      return topUpWaits.awaitBalance(needed == null ? BigDecimal.ZERO : needed, atMost, control);
    } finally {
      time.addTopUpWait(time.since(since));
    }
  }

  private void startNewKey() {
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
    Charge charge = reservations.correctedCharge(rules.total());
    reporter.membersUnreadable(spec, attempt.content().unreadable());
    CallResult<T> result =
        new CallResult<>(
            attempt.content().result().of(rules.attempts(), charge),
            attempt.response(),
            false,
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
    Failure charged = failure.with(reservations.correctedCharge(rules.total()));
    report(charged.call().charge(), charged.exception());
    return charged;
  }

  private void endReservation() {
    control.abortIfInterrupted();
    reservations.complete();
  }

  private void report(Charge charge, @Nullable FreightException failure) {
    reporter.callEnded(spec, rules.attempts(), time.elapsed(), charge, rules.priceUsd(), failure);
  }

  // --- time limits and cancellation ---

  /** Throws if the call was cancelled. */
  public void throwIfAborted() {
    String abortReason = control.checkAbort();
    if (abortReason != null) throw rules.cancelledBeforeSending(abortReason);
  }

  /** Throws if the call was cancelled or its time is up; {@code what} is the name of the limit. */
  private void throwIfTimeUp(String what) {
    throwIfAborted();
    if (time.remaining().isZero()) throw timeout(what);
  }

  /**
   * Whether the request may be written now. The machine may have been suspended in the queue, in a
   * pause or while it connected. Then the reservation or the key may no longer be valid, although
   * the deadline has time.
   */
  private boolean isInTime() {
    boolean isReserved = !reservations.remainingValidity(time.moment()).isZero();
    passedLimit =
        !isReserved
            ? TIME_OF_DAY
            : keyRemaining().isZero() ? "validity of the idempotency key" : null;
    return passedLimit == null;
  }

  private Failure timeout(String what) {
    return rules.lastFailureOrTimeout(new ChargeRules.TimeLimit(what, time.deadline()));
  }

  private Duration keyRemaining() {
    return mayHaveCreated() ? time.keyRemaining() : TimeSource.FOREVER;
  }

  /** Whether an attempt may have created the load. */
  private boolean mayHaveCreated() {
    return spec.onceChargedKey() != null && !rules.total().equals(Charge.NONE);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Carries the exception for a mistake in the program, such as a scope that the guard does not
   * accept, or a paid call within a transaction. The caller gets that exception itself.
   */
  private static final class Misuse extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    final RuntimeException thrown;

    Misuse(RuntimeException thrown) {
      super(null, thrown, false, false);
      this.thrown = thrown;
    }
  }
}
