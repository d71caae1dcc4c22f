package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
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
import io.freightsdk.internal.environment.Moment;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.money.TopUps;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.transport.Exchange;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One call, from its beginning to its end, on one thread and in the order in which it happens:
 *
 * <pre>
 * price -> reservation -> place on the wire -> request -> answer -> completed -> listeners
 *   ^          ^                                           |
 *   |          |__________________ pause __________________|
 *   |_____________________________ top-up _________________|
 * </pre>
 *
 * What an answer means and costs says its {@link ChargeRules}; how it waits and is ended from
 * outside is in {@link CallThread}.
 *
 * <p>That a call has one price until a top-up is held by {@code PriceRiseTest}, that nothing is
 * sent above {@code maxPrice} by {@code PaidOperationsTest}, and its deadline by {@code
 * RetryEngineTest}.
 */
final class Call<T> {
  private static final String DEADLINE = "deadline";
  private static final String KEY_SUPPLIER = "the agent key supplier";

  /**
   * How long the service is taken to know a key, less than a day: what is sent under it later may
   * be another load.
   */
  private static final Duration LIFE_OF_A_KEY = Duration.ofHours(24).minusMinutes(5);

  /** The order of calls; unique in its client. */
  final long number;

  /** Whether it is one of those that the client limits. */
  final boolean counted;

  private final CallRunner client;
  private final CallThread thread;
  private final String callId;
  private final CallRunner.Limits limits;
  private final boolean hasOwnDeadline;
  private final Instant beganAt;
  private final long beganNanos;
  private final Retries.Attempts retries;
  private final Reservations reservations;
  private final ChargeRules rules;

  private CallSpec<T> spec;

  /** What is known of its price; null before it was asked for. */
  private @Nullable Price price;

  /** Why no price was read; null if one was, or if nothing failed. */
  private @Nullable Throwable priceFailure;

  /** Its waits for top-ups; null before the first. */
  private TopUps.@Nullable CallsWaits topUp;

  /** How long they took, which is no time of the client's deadline. */
  private Duration waitedForTopUps = Duration.ZERO;

  /** Before this nothing was sent under its key. */
  private Moment keySince;

  /**
   * @param thread where it will run
   * @param waited how much of its deadline has passed
   */
  Call(
      CallRunner client,
      CallSpec<T> spec,
      CallThread thread,
      long number,
      boolean counted,
      Duration waited) {
    this.client = client;
    this.spec = spec;
    this.thread = thread;
    this.number = number;
    this.counted = counted;
    callId = Long.toString(number, Character.MAX_RADIX);
    limits = client.limits.with(spec.options());
    hasOwnDeadline = spec.options().deadline() != null;
    beganNanos = now() - waited.toNanos();
    beganAt = client.clock.instant();
    keySince = new Moment(beganAt, now());
    retries = client.retries.attempts(limits.retryPolicy());
    reservations = new Reservations(client.guard, thrown -> ignored(ChargeRules.GUARD, thrown));
    rules = new ChargeRules(spec, limits.retryPolicy(), callId);
  }

  /**
   * Makes the call.
   *
   * @throws FreightException when it gives no result
   */
  CallResult<T> run() {
    return resultOf(this::untilOneSucceeds);
  }

  /** Ends a call for which there is no thread. */
  CallResult<T> endWithout(Throwable noThread) {
    return resultOf(
        () -> {
          stopIfEnded();
          throw rules.threw("starting a thread", noThread);
        });
  }

  // --- from other threads ---

  /** Ends the call now, whatever it does. Idempotent: the first reason counts. */
  void end(String why) {
    thread.end(why);
  }

  /** Ends the call, unless a request of it is out. */
  void endUnlessSending(String why) {
    if (!thread.isSending()) end(why);
  }

  boolean runsOn(Set<Thread> threads) {
    return thread.isOneOf(threads);
  }

  // --- one attempt after another ---

  private Succeeded<T> untilOneSucceeds() {
    while (true) {
      if (price == null) learnPrice();
      if (isReserved() && !reservations.isOpen()) reserve();
      Attempt<T> attempt = attempt();
      if (attempt instanceof Succeeded<T> success) return success;
      beforeTheNext((Failed<T>) attempt);
    }
  }

  // --- the price ---

  /** What it costs from here to its end, or to a top-up. */
  private void learnPrice() {
    stopIfEnded();
    Price found = spec.mayCost() ? readPrice() : new Price(topUpAmount(), null);
    BigDecimal usd = found.usd();
    BigDecimal most = maxPrice();
    if (usd == null && most != null) throw unpriced(found);
    if (usd != null && most != null && spec.mayCost() && usd.compareTo(most) > 0) {
      throw rules.refused(
          NextStep.RAISE_LIMIT, facts -> new PriceLimitExceededException(facts, usd, most));
    }
    price = found;
    rules.priced(found);
  }

  /** What a top-up takes from the card; 0 for a free call. */
  private BigDecimal topUpAmount() {
    BigDecimal usd = spec.topUpUsd();
    return usd == null ? BigDecimal.ZERO : usd;
  }

  private Price readPrice() {
    boolean needed = client.isLimited || maxPrice() != null;
    try {
      priceFailure = null;
      return client.prices.read(spec.operation(), needed, left(), thread);
    } catch (CompletionException failed) {
      priceFailure = failed.getCause();
      return client.prices.without(spec.operation());
    } catch (Throwable fault) {
      priceFailure = fault;
      return client.prices.without(spec.operation());
    } finally {
      stopIfEnded();
    }
  }

  private @Nullable BigDecimal maxPrice() {
    return spec.mayCost() ? limits.maxPrice() : null;
  }

  /** Something limits the call, and nobody knows what it costs. */
  private FreightException unpriced(Price found) {
    // A list that was read and does not name it will not do so in a moment.
    boolean isNotListed = found.readAt() != null;
    if (isNotListed) {
      String key = spec.operation().priceKey();
      return rules.refused(
          NextStep.FIX_SETUP, facts -> PriceUnavailableException.notListed(facts, key));
    }
    Throwable why = priceFailure;
    return rules.refused(
        NextStep.RETRY_LATER, facts -> PriceUnavailableException.unpriced(facts, why));
  }

  // --- the reservation ---

  private boolean isReserved() {
    // That a confirmation is free is not known without a price list, and a guard may want to know.
    boolean isKnown = rules.price() != null || !client.isLimited;
    return spec.mayCost() && !(rules.isFree() && isKnown);
  }

  /** A guard that hangs keeps the call: it is not interrupted, and may answer too late. */
  private void reserve() {
    stopIfEnded();
    boolean hasTime = !left().isZero();
    // The time may be over for want of a price, which the guard knows whether it needs.
    if (!hasTime && rules.price() != null) throw timeUp(DEADLINE);
    Decision decision;
    try {
      decision = reservations.reserve(purchase());
    } catch (IllegalArgumentException ofTheScope) {
      if (spec.options().scope() == null || rules.attempts() > 0) {
        throw rules.guardThrew(ofTheScope);
      }
      throw new Misuse(ofTheScope);
    } catch (IllegalCallerException ofThePlace) {
      throw rules.attempts() > 0 ? rules.guardThrew(ofThePlace) : new Misuse(ofThePlace);
    } catch (Throwable fault) {
      FreightException failure =
          left().isZero() ? timeUp(FreightTimeoutException.GUARD) : rules.guardThrew(fault);
      if (failure.getCause() != fault) failure.addSuppressed(fault);
      throw failure;
    }
    if (decision instanceof SpendGuard.PriceNeeded) {
      throw unpriced(new Price(null, price == null ? null : price.readAt()));
    }
    if (decision instanceof SpendGuard.LimitReached reached) {
      boolean timeHelps = reached.freesAt() != null;
      throw rules.refused(
          timeHelps ? NextStep.RETRY_LATER : NextStep.RAISE_LIMIT,
          facts -> new SpendLimitExceededException(facts, reached));
    }
    stopIfOver(hasTime ? FreightTimeoutException.GUARD : DEADLINE);
  }

  private Purchase purchase() {
    Price known = rules.price();
    BigDecimal usd = rules.priceUsd();
    return new Purchase(
        client.newReservationId(),
        callId,
        rules.attempts() + 1,
        spec.operation(),
        spec.chargedKey(),
        spec.customerRef(),
        spec.loadNumber(),
        spec.options().scope(),
        known == null || usd == null ? null : new Quote(usd, known.readAt()),
        left());
  }

  // --- the request ---

  private Attempt<T> attempt() {
    stopIfOver(DEADLINE);
    Exchange request = request();
    if (!client.places.take(left(), thread)) {
      stopIfEnded();
      throw timeUp(FreightTimeoutException.QUEUE);
    }
    ChargeRules.Limit limit;
    long sentNanos;
    Received<T> received;
    try {
      stopIfOver(FreightTimeoutException.QUEUE);
      // The machine may have slept in a pause.
      if (leftOfTheKey().isZero()) throw timeUp("life of the idempotency key");
      limit = limitOfTheAttempt();
      sentNanos = now();
      rules.sending();
      received = Received.of(thread.send(request, limit.time()), spec);
    } finally {
      // Neither guard nor logs nor listeners need the place.
      client.places.giveBack();
    }
    Attempt<T> attempt = judge(received, limit);
    reservations.add(attempt);
    Duration took = Duration.ofNanos(now() - sentNanos);
    client.observer.attemptEnded(spec, callId, rules.attempts(), attempt, took);
    return attempt;
  }

  private Exchange request() {
    Headers headers;
    try {
      headers = spec.headers().apply(client.agentKey.get());
    } catch (Throwable fault) {
      throw rules.threw(KEY_SUPPLIER, fault);
    }
    return client.transport.exchange(spec.operation().method(), spec.url(), headers, spec.body());
  }

  private ChargeRules.Limit limitOfTheAttempt() {
    Duration left = left();
    return left.compareTo(limits.timeout()) < 0
        ? new ChargeRules.Limit("time left before the deadline", left)
        : new ChargeRules.Limit("attempt timeout", limits.timeout());
  }

  /** A complete answer counts even if the call was ended: it says what was charged. */
  private Attempt<T> judge(Received<T> received, ChargeRules.Limit limit) {
    String endedBy = thread.endedBy();
    if (endedBy == null || !(received instanceof Received.Nothing<T> none)) {
      return rules.judge(received, limit);
    }
    if (none.failure().neverSent()) throw rules.stopped(endedBy);
    return rules.cut(endedBy);
  }

  // --- between two attempts ---

  /** Returns when the next attempt may begin; throws if none follows. */
  private void beforeTheNext(Failed<T> attempt) {
    FreightException failed = attempt.exception();
    RetryTable.Verdict verdict = RetryTable.verdict(attempt.failureClass(), spec.repeat());
    if (verdict == RetryTable.Verdict.TOP_UP
        && failed instanceof InsufficientFundsException refusal) {
      awaitTopUp(refusal);
      return;
    }
    // What the caller may repeat, the client does not always repeat by itself.
    boolean mayRepeat = failed.retryable() && RetryTable.allows(verdict, limits.retryPolicy());
    Duration pause = retries.delayAfter(failed, mayRepeat, shorter(left(), leftOfTheKey()));
    if (pause == null) throw failed;
    // What may have been charged without a key needs room of its own for another time.
    boolean countsTwice =
        spec.chargedKey() == null && attempt.charge().kind() == Charge.Kind.UNKNOWN;
    if (countsTwice) endReservation();
    client.observer.pauses(spec, callId, rules.attempts() + 1, pause);
    thread.await(pause, () -> false);
  }

  /** A call that waits holds no place and no money. It begins anew when the balance covers it. */
  private void awaitTopUp(InsufficientFundsException refusal) {
    endReservation();
    Duration longest = limits.retryPolicy().awaitTopUp();
    if (longest.isZero() || !isCoveredInTime(refusal, longest)) {
      stopIfEnded();
      retries.gaveUp(refusal);
      throw refusal;
    }
    price = null;
    // A service may remember its refusal under the key; under a caller's own one it has to.
    if (rules.total().equals(Charge.NONE)) takeNewKey();
  }

  private boolean isCoveredInTime(InsufficientFundsException refusal, Duration longest) {
    stopIfEnded();
    BigDecimal stated = refusal.priceUsd();
    BigDecimal needed = stated != null ? stated : rules.priceUsd();
    long since = now();
    try {
      if (topUp == null) topUp = client.topUps.begin(longest);
      Duration atMost = shorter(hasOwnDeadline ? left() : longest, leftOfTheKey());
      return topUp.await(needed == null ? BigDecimal.ZERO : needed, atMost, thread);
    } catch (Throwable fault) {
      throw rules.threw("the wait for a top-up", fault);
    } finally {
      waitedForTopUps = waitedForTopUps.plusNanos(now() - since);
    }
  }

  private void takeNewKey() {
    try {
      spec = spec.underNewKey();
    } catch (Throwable fault) {
      throw rules.threw("making an idempotency key", fault);
    }
    rules.continues(spec);
    keySince = moment();
  }

  // --- the end ---

  private CallResult<T> resultOf(Supplier<Succeeded<T>> attempts) {
    thread.enter();
    try {
      return succeeded(attempts.get());
    } catch (Misuse misuse) {
      endReservation();
      throw misuse.thrown;
    } catch (FreightException failure) {
      throw failed(failure);
    } catch (Throwable fault) {
      throw failed(rules.threw("the client itself", fault));
    } finally {
      client.ended(this);
      thread.leave();
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
            beganAt);
    report(charge, null);
    return result;
  }

  private FreightException failed(FreightException failure) {
    endReservation();
    FreightException charged = rules.withCharge(failure, reservations.charge(rules.total()));
    report(charged.charge(), charged);
    return charged;
  }

  private void endReservation() {
    thread.putInterruptAside();
    reservations.end();
  }

  private void report(Charge charge, @Nullable FreightException failed) {
    BigDecimal usd = rules.priceUsd();
    client.observer.callEnded(spec, callId, rules.attempts(), elapsed(), charge, usd, failed);
  }

  private void ignored(String what, Throwable thrown) {
    client.observer.ignored(spec, callId, what, thrown);
  }

  /**
   * A mistake of the program, such as a scope that the guard does not know: thrown as it is,
   * because no failure of a call.
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

  private void stopIfEnded() {
    String endedBy = thread.endedBy();
    if (endedBy != null) throw rules.stopped(endedBy);
  }

  /** Stops if the call was ended or its time is over; {@code what} is the limit that passed. */
  private void stopIfOver(String what) {
    stopIfEnded();
    if (left().isZero()) throw timeUp(what);
  }

  private FreightException timeUp(String what) {
    return rules.timeUp(new ChargeRules.Limit(what, limits.deadline()));
  }

  /**
   * What is left of the deadline; zero when it has passed. The client's is longer by the waits for
   * top-ups, which the policy limits; one of the call's own options is not.
   */
  private Duration left() {
    Duration left = limits.deadline().minus(elapsed());
    if (!hasOwnDeadline) left = left.plus(waitedForTopUps);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** How long a repeat under its key is the load that an earlier attempt may have made. */
  private Duration leftOfTheKey() {
    boolean mayExist = spec.chargedKey() != null && !rules.total().equals(Charge.NONE);
    if (!mayExist) return Timer.FOREVER;
    Duration left = LIFE_OF_A_KEY.minus(moment().since(keySince));
    return left.isNegative() ? Duration.ZERO : left;
  }

  private Moment moment() {
    return new Moment(client.clock.instant(), now());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private Duration elapsed() {
    return Duration.ofNanos(now() - beganNanos);
  }

  private long now() {
    return client.nanos.getAsLong();
  }
}
