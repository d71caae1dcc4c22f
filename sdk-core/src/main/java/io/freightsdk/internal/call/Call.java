package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.call.Attempt.Failed;
import io.freightsdk.internal.call.Attempt.Succeeded;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.money.TopUps;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.Limiter;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One call, from its beginning to its end, in the order in which it happens:
 *
 * <pre>
 * price -> reservation -> place on the wire -> request -> answer -> booking -> told
 *   ^                                                       |
 *   |_____________________ pause, top-up __________________|
 * </pre>
 *
 * What an answer means and costs says its {@link Tally}; what is reserved meanwhile has its {@link
 * Booking}; how it runs and waits is in {@link Steps}.
 */
final class Call<T> extends Steps {
  /**
   * Why a call is ended from outside.
   *
   * @param why as a part of a message
   */
  record End(String why) {}

  /**
   * Its waits for top-ups.
   *
   * @param nanos how long those took that are over
   * @param since when the running one began, as {@code nanoTime}; null while none runs
   */
  private record ForMoney(long nanos, @Nullable Long since) {
    static final ForMoney NOTHING = new ForMoney(0, null);

    long at(long now) {
      return since == null ? nanos : nanos + now - since;
    }
  }

  /** The least time that the guard has for a call that was made. */
  private static final Duration BOOKING = Duration.ofSeconds(1);

  private static final String DEADLINE = "deadline";
  private static final String KEY_SUPPLIER = "the agent key supplier";
  private static final String GUARD = "the spend guard";
  private static final String TOP_UP = "the wait for a top-up";

  final CallRunner runner;
  final CallSpec<T> spec;

  /** The order of calls; unique in its client. */
  final long number;

  /** Whether it is one of those that the client limits. */
  final boolean counted;

  private final String callId;
  private final RetryPolicy policy;
  private final Retries.Attempts retries;
  private final Tally tally;
  private final Booking booking;

  /** Whether a limit binds it, so that it is not sent without a price. */
  private final boolean needsPrice;

  private final boolean mayCost;
  private final Duration timeout;
  private final Duration deadline;
  private final boolean ownDeadline;
  private final Instant beganAt;
  private final long beganNanos;

  /** When its time is over, if it waits for no top-up. */
  private final long endNanos;

  private Runnable onEnd = () -> {};
  private volatile SoFar soFar = SoFar.NOTHING;
  private volatile ForMoney forMoney = ForMoney.NOTHING;

  /** Why no attempt follows the one that is out; null as long as one may. */
  private volatile @Nullable End leftBy;

  // Of the thread that runs the call, and of whoever is told of its end.

  private long sentNanos;
  private Tally.Limit limit = new Tally.Limit("attempt timeout", Duration.ZERO);
  private TopUps.@Nullable Wait topUp;

  /** The last ticket of the limiter. */
  private Limiter.@Nullable Ticket place;

  /** How it ends: one of them, from the moment when that is clear. */
  private @Nullable Succeeded<T> success;

  private @Nullable FreightException failure;
  private boolean booked;
  private @Nullable CallResult<T> result;
  private @Nullable Throwable thrown;

  /**
   * @param waited how much of its deadline has passed
   */
  Call(CallRunner runner, CallSpec<T> spec, long number, boolean counted, Duration waited) {
    this.runner = runner;
    this.spec = spec;
    this.number = number;
    this.counted = counted;
    callId = Long.toString(number, 36);
    CallRunner.Limits usual = runner.limits;
    RetryPolicy own = spec.options().retryPolicy();
    policy = own == null ? usual.retryPolicy() : own;
    Duration ownTimeout = spec.options().timeout();
    timeout = ownTimeout == null ? usual.timeout() : ownTimeout;
    Duration its = spec.options().deadline();
    ownDeadline = its != null;
    deadline = its == null ? usual.deadline() : its;
    needsPrice = runner.needsPrice(spec);
    mayCost = spec.mayCost();
    retries = runner.retries.attempts(policy);
    tally = new Tally(spec, policy, callId);
    booking = new Booking(runner, spec, callId);
    beganNanos = now();
    endNanos = beganNanos + deadline.toNanos() - waited.toNanos();
    beganAt = instant();
  }

  /**
   * Begins the call here, unless its first step must not run here.
   *
   * @param onEnd tells the caller
   */
  void begin(Home home, Runnable onEnd) {
    this.onEnd = onEnd;
    enter(home, this::start);
  }

  /** The result; null when the call failed. */
  @Nullable CallResult<T> result() {
    return result;
  }

  /** What the call failed with; null when it succeeded. */
  @Nullable Throwable failure() {
    return thrown;
  }

  /** How long it has waited for top-ups, as of now; may be asked from any thread. */
  Duration waitedForMoney() {
    return Duration.ofNanos(forMoney.at(now()));
  }

  /** Ends the call now if no request is out, and otherwise when that one has ended. */
  SoFar leave(End why) {
    leftBy = why;
    if (!soFar.isOut()) abandon(why);
    return soFar;
  }

  private long now() {
    return runner.nanos.getAsLong();
  }

  /** The time of day, even if the caller's clock throws, so that no result is lost. */
  private Instant instant() {
    try {
      return runner.clock.instant();
    } catch (Throwable fault) {
      runner.observer.ignored(spec, callId, "the clock", fault);
      return runner.machine.now();
    }
  }

  /**
   * What is left of the deadline; zero when it has passed. A top-up can take long: the policy
   * limits its wait, and the client's deadline is extended by it. A deadline of this call's own
   * options is not extended.
   */
  private Duration left() {
    long now = now();
    long end = ownDeadline ? endNanos : endNanos + forMoney.at(now);
    return Duration.ofNanos(Math.max(0, end - now));
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  // --- the price ---

  private @Nullable Step start() {
    if (mayCost) return this::askPrice;
    BigDecimal usd = spec.topUpUsd();
    tally.priced(new Price(usd == null ? BigDecimal.ZERO : usd, null));
    return this::queue;
  }

  /** A reservation needs the newest price, which is then the price of the call until it ends. */
  private @Nullable Step askPrice() {
    Price known;
    try {
      known = runner.prices.known(spec.operation());
    } catch (Throwable fault) {
      return priced(null, fault);
    }
    if (known != null) return priced(known, null);
    CompletableFuture<Price> comes = runner.prices.learn(spec.operation());
    Duration patience = runner.prices.patience(spec.operation(), needsPrice);
    return await(Event.PRICE, comes, least(patience, left()), () -> learned(comes));
  }

  private Step learned(CompletableFuture<Price> comes) {
    if (!comes.isDone()) return priced(runner.prices.without(spec.operation()), null);
    Throwable fault = failureOf(comes);
    return priced(fault == null ? comes.join() : null, fault);
  }

  /**
   * @param why it could not be learned; null when nothing failed
   */
  private Step priced(@Nullable Price found, @Nullable Throwable why) {
    BigDecimal usd = found == null ? null : found.usd();
    if (usd == null && needsPrice) return unpriced(found, why);
    BigDecimal own = spec.options().maxPrice();
    BigDecimal maxPrice = own != null ? own : runner.limits.maxPrice();
    if (usd != null && maxPrice != null && usd.compareTo(maxPrice) > 0) {
      return refused(
          NextStep.RAISE_LIMIT, facts -> new PriceLimitExceededException(facts, usd, maxPrice));
    }
    tally.priced(found);
    return tally.isFree() ? this::queue : this::reserve;
  }

  private Step unpriced(@Nullable Price found, @Nullable Throwable why) {
    // A list that was read and does not name it will not do so in a moment.
    boolean isNotListed = found != null && found.readAt() != null;
    if (isNotListed) {
      String key = spec.operation().priceKey();
      return refused(NextStep.FIX_SETUP, facts -> PriceUnavailableException.notListed(facts, key));
    }
    return refused(NextStep.RETRY_LATER, facts -> PriceUnavailableException.unpriced(facts, why));
  }

  // --- the reservation ---

  private @Nullable Step reserve() {
    if (left().isZero()) return timeUp(DEADLINE);
    CompletableFuture<Decision> comes = booking.reserve(purchase());
    return await(Event.RESERVATION, comes, left(), () -> reserved(comes));
  }

  private Purchase purchase() {
    Price price = tally.price();
    BigDecimal usd = tally.priceUsd();
    return new Purchase(
        runner.newReservation(),
        callId,
        tally.attempts() + 1,
        spec.operation(),
        spec.chargedKey(),
        spec.customerRef(),
        spec.loadNumber(),
        spec.options().scope(),
        price == null || usd == null ? null : new Quote(usd, price.readAt()),
        left());
  }

  private Step reserved(CompletableFuture<Decision> comes) {
    boolean inTime = comes.isDone();
    booking.hear();
    if (!inTime) return timeUp(FreightTimeoutException.GUARD);
    Throwable fault = failureOf(comes);
    return fault == null ? decided(comes.join()) : threw(GUARD, fault);
  }

  private Step decided(Decision decision) {
    if (decision instanceof SpendGuard.LimitReached reached) {
      boolean timeHelps = reached.freesAt() != null;
      return refused(
          timeHelps ? NextStep.RETRY_LATER : NextStep.RAISE_LIMIT,
          facts -> new SpendLimitExceededException(facts, reached));
    }
    return this::queue;
  }

  // --- the request ---

  /** Waits for a place on the wire. */
  private @Nullable Step queue() {
    if (left().isZero()) return timeUp(DEADLINE);
    Headers headers;
    try {
      headers = spec.headers().apply(runner.agentKey.get());
    } catch (Throwable fault) {
      return threw(KEY_SUPPLIER, fault);
    }
    Exchange request = request(headers);
    CompletableFuture<@Nullable Void> turn = new CompletableFuture<>();
    Limiter.Ticket ticket = runner.transport.limiter.enter(() -> turn.complete(null));
    place = ticket;
    Step send = () -> send(request, ticket);
    if (ticket.isAdmitted()) return whereItMayBlock(send);
    // Who has no place needs no thread to wait for it.
    return await(Event.PLACE, turn, left(), () -> whereItMayBlock(send));
  }

  private Exchange request(Headers headers) {
    return runner.transport.exchange(spec.operation().method(), spec.url(), headers, spec.body());
  }

  /** The call has its place on the wire, or has waited for it as long as it may. */
  private @Nullable Step send(Exchange request, Limiter.Ticket ticket) {
    Duration left = left();
    if (!ticket.isAdmitted() || left.isZero()) return timeUp(FreightTimeoutException.QUEUE);
    limit =
        left.compareTo(timeout) < 0
            ? new Tally.Limit("time left before the deadline", left)
            : new Tally.Limit("attempt timeout", timeout);
    tally.sending();
    soFar = new SoFar(tally.attempts(), true, tally.ifLost(), null);
    sentNanos = now();
    return send(request, limit.time(), came -> cameBack(ticket, came));
  }

  /**
   * An exchange has ended. A complete answer counts even if the call was ended meanwhile, because
   * it says what was charged.
   */
  private @Nullable Step cameBack(Limiter.Ticket ticket, Exchange.Result came) {
    Heard<T> heard = Heard.of(came, spec);
    // Neither guard nor logs nor listeners need the place.
    ticket.leave();
    End why = end();
    if (why != null && heard instanceof Heard.Nothing<T> cut) {
      if (cut.failure().neverSent()) return stopped(why);
      Failed<T> ended = note(tally.cut(why));
      return fails(ended.exception());
    }
    Attempt<T> attempt = note(tally.judge(heard, limit));
    return attempt instanceof Succeeded<T> good ? succeeds(good) : failed((Failed<T>) attempt);
  }

  /** Counts and reports an attempt that has ended. */
  private <A extends Attempt<T>> A note(A attempt) {
    FreightException failed = attempt instanceof Failed<?> f ? f.exception() : null;
    soFar = new SoFar(tally.attempts(), false, tally.total(), failed);
    booking.add(attempt);
    Duration took = Duration.ofNanos(now() - sentNanos);
    runner.observer.attemptEnded(spec, callId, tally.attempts(), attempt, took);
    return attempt;
  }

  // --- between two attempts ---

  private Step failed(Failed<T> attempt) {
    FreightException failed = attempt.exception();
    // What may have been charged once needs room of its own for another time.
    boolean again = spec.chargedKey() == null && attempt.charge().kind() == Charge.Kind.UNKNOWN;
    RetryTable.Verdict verdict = RetryTable.verdict(attempt.failureClass(), spec.repeat());
    if (verdict == RetryTable.Verdict.TOP_UP
        && failed instanceof InsufficientFundsException refusal) {
      return () -> awaitTopUp(refusal);
    }
    // What the caller may repeat, the client does not always repeat by itself.
    boolean mayRepeat = failed.retryable() && RetryTable.allows(verdict, policy);
    Duration delay = retries.delayAfter(failed, mayRepeat, left());
    if (delay == null) return fails(failed);
    End leaves = leftBy;
    if (leaves != null) return stopped(leaves);
    if (again) booking.end();
    return () -> {
      runner.observer.pauses(spec, callId, tally.attempts() + 1, delay);
      return pause(delay, this::again);
    };
  }

  private Step again() {
    if (left().isZero()) return timeUp(DEADLINE);
    return mayCost && !booking.isOpen() ? this::askPrice : this::queue;
  }

  /** A refusal with 402: a call that waits has nothing reserved. */
  private @Nullable Step awaitTopUp(InsufficientFundsException refusal) {
    forMoney = new ForMoney(forMoney.nanos, now());
    booking.end();
    Duration longest = policy.awaitTopUp();
    if (longest.isZero()) {
      retries.gaveUp(refusal);
      return timeUp(DEADLINE);
    }
    End leaves = leftBy;
    if (leaves != null) return stopped(leaves);
    CompletableFuture<Boolean> comes;
    try {
      if (topUp == null) topUp = runner.topUps.begin(longest);
      comes = topUp.await(refusal, tally.priceUsd());
    } catch (Throwable fault) {
      return threw(TOP_UP, fault);
    }
    Duration atMost = ownDeadline ? least(left(), longest) : longest;
    return await(Event.TOP_UP, comes, atMost, () -> toppedUp(comes, refusal));
  }

  private Step toppedUp(CompletableFuture<Boolean> comes, InsufficientFundsException refusal) {
    endWaitForMoney();
    Throwable fault = comes.isDone() ? failureOf(comes) : null;
    if (fault != null) return threw(TOP_UP, fault);
    boolean goesOn = comes.isDone() && Boolean.TRUE.equals(comes.join());
    if (goesOn) return again();
    retries.gaveUp(refusal);
    return timeUp(DEADLINE);
  }

  private void endWaitForMoney() {
    forMoney = new ForMoney(forMoney.at(now()), null);
  }

  // --- the end ---

  @Override
  boolean isEnding() {
    return success != null || failure != null;
  }

  private Step succeeds(Succeeded<T> attempt) {
    success = attempt;
    retries.succeeded();
    return this::book;
  }

  private Step fails(FreightException failed) {
    endWaitForMoney();
    failure = failed;
    return this::book;
  }

  /** A refusal of the client or of its guard: nothing was sent, or nothing is sent any more. */
  private Step refused(NextStep step, Function<FailureFacts, FreightException> form) {
    return fails(tally.refused(step, form));
  }

  private Step timeUp(String what) {
    return fails(tally.timeUp(new Tally.Limit(what, deadline)));
  }

  @Override
  Step stopped(End why) {
    return fails(tally.stopped(why));
  }

  @Override
  Step threw(String what, Throwable fault) {
    if (!isEnding()) return fails(tally.threw(what, fault));
    runner.observer.ignored(spec, callId, "the end of the call", fault);
    boolean isTold = result != null || thrown != null;
    return isTold ? () -> null : booked ? this::told : this::book;
  }

  /**
   * Ends the reservation, for which a guard that hangs has the time left, and at least a second.
   */
  private @Nullable Step book() {
    booked = true;
    if (place != null) place.leave();
    CompletableFuture<@Nullable Charge> comes = booking.close();
    dropAwaited();
    Duration left = left();
    return await(Event.BOOKING, comes, left.compareTo(BOOKING) < 0 ? BOOKING : left, this::told);
  }

  /** Tells listeners and the caller. */
  private @Nullable Step told() {
    try {
      Charge charge = booking.charge(tally.total());
      if (success != null) {
        result = succeeded(success, charge);
        tellEnd(charge, result.elapsed(), null);
      } else {
        FreightException failed = tally.told(Objects.requireNonNull(failure), charge);
        thrown = failed;
        tellEnd(failed.charge(), elapsed(), failed);
      }
    } catch (Throwable fault) {
      if (result == null && thrown == null) {
        thrown = tally.threw("the client itself", fault);
      }
      runner.observer.ignored(spec, callId, "the end of the call", fault);
    }
    runner.ended(this);
    leaveHome();
    onEnd.run();
    return null;
  }

  private CallResult<T> succeeded(Succeeded<T> attempt, Charge charge) {
    if (spec.topUpUsd() != null) raised();
    return new CallResult<>(
        attempt.reading().result().of(tally.attempts(), charge),
        attempt.answer().status(),
        attempt.answer().headers(),
        tally.attempts(),
        charge,
        elapsed(),
        spec.idempotencyKey(),
        beganAt);
  }

  private Duration elapsed() {
    return Duration.ofNanos(now() - beganNanos);
  }

  /** The call was itself a top-up, and succeeded. */
  private void raised() {
    try {
      runner.topUps.look();
    } catch (Throwable fault) {
      runner.observer.ignored(spec, callId, TOP_UP, fault);
    }
  }

  private void tellEnd(Charge charge, Duration elapsed, @Nullable FreightException failed) {
    BigDecimal price = tally.priceUsd();
    runner.observer.callEnded(spec, callId, tally.attempts(), elapsed, charge, price, failed);
  }

  private static @Nullable Throwable failureOf(CompletableFuture<?> done) {
    if (!done.isCompletedExceptionally()) return null;
    Throwable fault = done.handle((value, e) -> e).join();
    return fault == null ? null : LinkedFuture.causeOf(fault);
  }
}
