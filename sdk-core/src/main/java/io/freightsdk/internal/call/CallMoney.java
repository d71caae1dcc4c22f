package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.call.AttemptClassifier.Attempt;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.money.Moment;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.money.TopUps;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The money of one call: its price, its reservation with the guard, and its wait for a top-up. What
 * prices, guard and top-ups say or throw becomes what the machine is told.
 */
final class CallMoney<T> {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Guards refuse a key five minutes before the service forgets it, and see it when reserving. */
  private static final Duration OLDEST_RESERVATION = Duration.ofMinutes(4);

  private static final String NOTHING = "the spend guard returned null";

  private final CallRunner runner;
  private final CallSpec<T> spec;
  private final String callId;
  private final CallMachine<T> machine;

  /** What the guard decides; null when it was asked nothing, or the call has heard it. */
  private @Nullable CompletableFuture<Decision> asked;

  private @Nullable Reservation reservation;
  private @Nullable Moment reservedAt;

  /** What became of the attempts of the reservation so far. */
  private Outcome outcome = Outcome.NONE;

  /** What the guard says to the last outcome that it was told. */
  private CompletableFuture<@Nullable Charge> completed = CompletableFuture.completedFuture(null);

  private TopUps.@Nullable Wait topUp;

  CallMoney(CallRunner runner, CallSpec<T> spec, String callId, CallMachine<T> machine) {
    this.runner = runner;
    this.spec = spec;
    this.callId = callId;
    this.machine = machine;
  }

  private long now() {
    return runner.nanos.getAsLong();
  }

  private Moment moment() {
    return Moment.now(runner.clock, runner.nanos);
  }

  // --- the price ---

  /** Goes on with the price as known now; null when it must be learned first. */
  @Nullable Next<T> price() {
    if (spec.isOther()) {
      return machine.priced(new Price(spec.options().price(), null), null, now());
    }
    try {
      Price known = runner.prices.known(spec.operation());
      return known == null ? null : machine.priced(known, null, now());
    } catch (Throwable thrown) {
      return machine.priced(null, thrown, now());
    }
  }

  CompletableFuture<Price> learnPrice() {
    return runner.prices.learn(spec.operation());
  }

  Duration patience() {
    return runner.prices.patience(spec.operation(), machine.needsPrice());
  }

  /** The price that the call waited for, or what it goes on with when none came in time. */
  Next<T> priced(CompletableFuture<Price> asked) {
    if (!asked.isDone()) {
      return machine.priced(runner.prices.without(spec.operation()), null, now());
    }
    Throwable thrown = failureOf(asked);
    return machine.priced(thrown == null ? asked.join() : null, thrown, now());
  }

  // --- the reservation ---

  /** Reserves the price; an earlier reservation ends first. */
  CompletableFuture<Decision> reserve(String account) {
    end();
    CompletableFuture<Decision> decision = new CompletableFuture<>();
    asked = decision;
    Purchase purchase = purchase(account);
    CompletableFuture<?> unused =
        completed.whenComplete(
            (charge, failure) -> {
              if (!decision.isDone()) ask(purchase, decision);
            });
    return decision;
  }

  private void ask(Purchase purchase, CompletableFuture<Decision> decision) {
    try {
      CompletionStage<Decision> comes =
          Objects.requireNonNull(runner.guard.reserve(purchase), NOTHING);
      CompletionStage<?> unused =
          comes.whenComplete((made, failure) -> decided(decision, made, failure));
    } catch (Throwable thrown) {
      decision.completeExceptionally(thrown);
    }
  }

  private void decided(
      CompletableFuture<Decision> decision, @Nullable Decision made, @Nullable Throwable failure) {
    if (made == null) {
      Throwable why = failure == null ? new NullPointerException(NOTHING) : failure;
      decision.completeExceptionally(LinkedFuture.causeOf(why));
    } else if (!decision.complete(made) && made instanceof Reservation late) {
      // The one place where a reservation ends that came too late for its call.
      CompletableFuture<?> unused = complete(late, Outcome.NONE);
    }
  }

  private Purchase purchase(String account) {
    Price price = machine.price();
    BigDecimal usd = price == null ? null : price.usd();
    String key = spec.chargedKey();
    return new Purchase(
        runner.newReservation(),
        account,
        callId,
        machine.attempts() + 1,
        spec.operation(),
        key,
        key == null ? null : spec.digest(),
        spec.customerRef(),
        spec.loadNumber(),
        spec.options().scope(),
        price == null || usd == null ? null : new Quote(usd, price.readAt()),
        machine.left(now()));
  }

  /** The guard has decided, or the call cannot wait for it any longer. */
  Next<T> reserved(CompletableFuture<Decision> decision) {
    boolean inTime = decision.isDone();
    hear();
    if (!inTime) return machine.timeUp(FreightTimeoutException.GUARD);
    Throwable thrown = failureOf(decision);
    return thrown == null
        ? machine.decided(decision.join(), now())
        : machine.threw("the spend guard", thrown);
  }

  /** What the guard has decided becomes the call's; from now on it is too late. */
  private void hear() {
    CompletableFuture<Decision> open = asked;
    asked = null;
    if (open == null || open.cancel(false) || failureOf(open) != null) return;
    if (open.join() instanceof Reservation held) {
      reservation = held;
      reservedAt = moment();
      outcome = Outcome.NONE;
    }
  }

  /** Whether the reservation is so old that price and key must be looked at again. */
  boolean isStale() {
    Moment reserved = reservedAt;
    if (reservation == null || reserved == null || spec.isOther()) return false;
    Duration life = runner.prices.life();
    Duration atLeast = life.compareTo(SECOND) > 0 ? life : SECOND;
    Duration oldest = atLeast.compareTo(OLDEST_RESERVATION) < 0 ? atLeast : OLDEST_RESERVATION;
    return moment().since(reserved).compareTo(oldest) > 0;
  }

  /** An attempt of the reservation has ended. */
  void add(Attempt<?> ended) {
    Charge.Kind kind = ended.isPaid() ? Charge.Kind.CHARGED : ended.charge().kind();
    Charge.Kind before = outcome.kind();
    String load = ended.loadNumber();
    String request = ended.requestId();
    outcome =
        new Outcome(
            kind.compareTo(before) > 0 ? kind : before,
            load != null ? load : outcome.loadNumber(),
            request != null ? request : outcome.requestId());
  }

  /** Ends the reservation, if there is one. */
  void end() {
    Reservation ended = reservation;
    if (ended == null) return;
    reservation = null;
    completed = complete(ended, outcome);
  }

  private CompletableFuture<@Nullable Charge> complete(Reservation ended, Outcome became) {
    try {
      // A copy: cancelling it must not reach what the guard keeps.
      CompletableFuture<@Nullable Charge> told =
          runner
              .guard
              .complete(ended, became)
              .<@Nullable Charge>thenApply(charge -> Objects.requireNonNull(charge, NOTHING))
              .toCompletableFuture();
      return told;
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the spend guard", thrown);
      return CompletableFuture.completedFuture(null);
    }
  }

  /**
   * The call as a whole is over.
   *
   * @param awaited what it has waited for last, and nobody needs any more; null for nothing
   * @return what the guard says of the last reservation
   */
  CompletableFuture<@Nullable Charge> book(@Nullable CompletableFuture<?> awaited) {
    hear();
    if (awaited != null) awaited.cancel(false);
    end();
    return completed;
  }

  /**
   * What the guard says that the call could not know: unknown, if it knows the load of the key
   * otherwise; the charge of the key, if another call has told it. Null if the call was right, or
   * if the guard has not answered in time.
   */
  @Nullable Charge told(CompletableFuture<@Nullable Charge> booking) {
    Charge told;
    try {
      told = booking.isDone() ? booking.join() : null;
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the spend guard", thrown);
      return null;
    }
    if (told == null) return null;
    Charge.Kind own = machine.total().kind();
    if (told.kind() == Charge.Kind.UNKNOWN) {
      boolean isNews = own != Charge.Kind.UNKNOWN && outcome.kind() != Charge.Kind.UNKNOWN;
      return isNews ? Charge.UNKNOWN : null;
    }
    boolean another =
        told.kind() == Charge.Kind.NONE
            && own == Charge.Kind.CHARGED
            && outcome.kind() == Charge.Kind.CHARGED
            // Otherwise it was charged to an earlier reservation of this call.
            && !machine.isReplay();
    return another ? machine.total() : null;
  }

  // --- the top-up ---

  /** How long the call may wait; zero when it does not. */
  Duration topUpWait() {
    return machine.topUpWait(runner.topUps.maxWait, now());
  }

  /** A refusal with 402: a call that waits has nothing reserved. */
  CompletableFuture<Boolean> awaitTopUp(InsufficientFundsException refusal) {
    try {
      end();
      if (runner.topUps.maxWait.isZero()) return CompletableFuture.completedFuture(false);
      if (topUp == null) topUp = runner.topUps.begin();
      return topUp.await(refusal);
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  /** The wait for a top-up is over, or has reached its limit. */
  Next<T> toppedUp(CompletableFuture<Boolean> wait) {
    Throwable thrown = wait.isDone() ? failureOf(wait) : null;
    if (thrown != null) return machine.threw("the top-up policy", thrown);
    return machine.toppedUp(wait.isDone() && Boolean.TRUE.equals(wait.join()), now());
  }

  private static @Nullable Throwable failureOf(CompletableFuture<?> done) {
    if (!done.isCompletedExceptionally()) return null;
    Throwable thrown = done.handle((value, e) -> e).join();
    return thrown == null ? null : LinkedFuture.causeOf(thrown);
  }

  /** The call was itself a top-up, and succeeded. */
  void raised() {
    try {
      runner.topUps.look();
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the top-up policy", thrown);
    }
  }
}
