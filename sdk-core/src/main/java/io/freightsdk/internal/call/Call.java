package io.freightsdk.internal.call;

import io.freightsdk.CallTag;
import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.call.AttemptClassifier.Attempt;
import io.freightsdk.internal.call.AttemptClassifier.Attempt.Succeeded;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.Event.End;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One call under way. Its {@link CallMachine} decides; this class does whatever needs no waiting
 * (the money through {@link CallMoney}, requests, listeners) and tells its driver what to wait for.
 * What foreign code throws here becomes an event. One driver hands in one event at a time; only
 * {@link #abandon} and {@link #attempts} may come from elsewhere.
 */
final class Call<T> {
  /** What the driver does next. */
  sealed interface Step {
    /** Send the exchange when the limiter admits it. */
    record Send(Exchange exchange, Duration timeout) implements Step {}

    /** Wait; then it is {@code Waited}. */
    record Pause(Duration delay) implements Step {}

    /** Wait for the future, at most so long; then {@code awaited}. */
    record Await(CompletableFuture<?> future, Duration atMost) implements Step {}

    /** The call has ended: {@code result} or {@code failure} tells how. */
    record Done() implements Step {}
  }

  private static final Step DONE = new Step.Done();

  final CallRunner runner;
  private final CallSpec<T> spec;
  private final String callId;

  /** The order of calls; unique in its client. */
  final long number;

  /** Whether it is one of those that the client limits. */
  final boolean counted;

  /** The thread that runs a step of the call now; null while it waits without one. */
  final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();

  private final CallMachine<T> machine;
  private final CallMoney money;
  private final Instant beganAt;

  /** What listeners returned on the thread that began the call. */
  private final List<Object> callContexts;

  /** Where it lives; set by the driver before it begins. */
  @Nullable Home home;

  /** What it does now, or waits for. */
  volatile Home.@Nullable Stage stage;

  /** Tells the driver that the call was ended from outside; the driver sets it before it begins. */
  volatile @Nullable Runnable onAbandon;

  private volatile @Nullable End end;
  private volatile @Nullable Exchange exchange;
  private volatile int begun;

  private boolean awaitsPrice;

  /** What the call waits for, or has waited for; cancelled when it ends. */
  private @Nullable CompletableFuture<?> awaited;

  private long sentNanos;

  /** The last exchange; only the driver's thread uses it. */
  private @Nullable Exchange sent;

  private @Nullable CallResult<T> result;
  private @Nullable Throwable failure;

  Call(CallRunner runner, CallSpec<T> spec, long number, boolean counted) {
    this.runner = runner;
    this.spec = spec;
    this.number = number;
    this.counted = counted;
    this.callId = Long.toString(number, 36);
    this.callContexts = runner.observer.callContexts();
    boolean needsPrice =
        spec.mayCost()
            && (spec.options().maxPrice() != null
                || runner.spending.isLimited(spec.options().scope()));
    this.machine =
        new CallMachine<>(
            spec, runner.limits, runner.retries, needsPrice, callId, runner.nanos.getAsLong());
    this.money = new CallMoney(runner, spec, callId, machine);
    this.beganAt = money.instant();
  }

  /** The result; null when the call failed. */
  @Nullable CallResult<T> result() {
    return result;
  }

  /** What the call failed with; null when it succeeded. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Wire attempts begun so far; may be asked from any thread. */
  int attempts() {
    return begun;
  }

  CallSpec<T> spec() {
    return spec;
  }

  private Home home() {
    return Objects.requireNonNull(home, "a call that has begun");
  }

  /** Whether what it waits for is a price, and not a top-up. */
  boolean awaitsPrice() {
    return awaitsPrice;
  }

  /** Whether its spend store may block a thread. */
  boolean mayBlock() {
    return spec.mayCost() && runner.spending.mayBlock();
  }

  Duration left() {
    return machine.left(runner.nanos.getAsLong());
  }

  // --- ended from outside ---

  /** Why the call was ended from outside; null when it was not. */
  @Nullable End end() {
    return end;
  }

  /** Ends the call now, whatever it does, from any thread. Idempotent: the first end counts. */
  void abandon(End why) {
    if (end != null) return;
    end = why;
    Exchange out = exchange;
    if (out != null) home().abandon(out);
    Runnable wake = onAbandon;
    if (wake != null) wake.run();
  }

  // --- what the driver hands in ---

  /**
   * Its turn has come after a wait in line or for a thread. The request, with what the wait has
   * left of its time; the next step, if no time is left or the price is another one by now.
   */
  Step turn(Step.Send send) {
    if (left().isZero()) return on(new Event.TimeUp());
    Event repriced = spec.mayCost() ? money.repriced() : null;
    if (repriced != null) return on(repriced);
    return new Step.Send(send.exchange(), machine.attemptTime(runner.nanos.getAsLong()));
  }

  /** A request is about to go out. */
  void sending(Step.Send send) {
    Exchange out = send.exchange();
    begun = machine.attempts();
    sent = out;
    exchange = out;
    // The exchange is published before the end is read: abandon() sees the exchange, or this sees
    // the end.
    if (end != null) home().abandon(out);
    sentNanos = runner.nanos.getAsLong();
  }

  /** Nothing is out any more. */
  void received() {
    exchange = null;
  }

  /**
   * An exchange has ended. A complete answer counts even if the call was cancelled meanwhile,
   * because it says what was charged.
   */
  Step sent(Exchange.Result came, @Nullable End ended) {
    try {
      return arrived(came, ended);
    } finally {
      judge(false); // The first word counts.
    }
  }

  private void judge(boolean isOurs) {
    Exchange last = sent;
    if (last != null) last.judged(isOurs);
  }

  private Step arrived(Exchange.Result came, @Nullable End ended) {
    if (ended != null && came instanceof WireFailure cut) {
      return on(new Event.Ended(ended, cut.neverSent(), false));
    }
    if (machine.lacksPrice()) money.learnLate();
    return on(
        came instanceof WireAnswer answer
            ? new Event.Answered(answer)
            : new Event.Broken((WireFailure) came));
  }

  /** The future is done, or was awaited as long as it may. */
  Step awaited(CompletableFuture<?> future) {
    Event event = awaitsPrice ? money.priced(future) : money.toppedUp(future);
    awaitsPrice = false;
    future.cancel(false);
    return on(event);
  }

  /**
   * Hands an event to the machine, null for the beginning, and does what it wants up to the next
   * wait. Never throws.
   */
  Step on(@Nullable Event event) {
    try {
      Action<T> action;
      if (event == null) {
        action = machine.start(runner.nanos.getAsLong());
      } else {
        action = machine.on(event, runner.nanos.getAsLong());
        tellAttempt();
      }
      while (true) {
        Event next;
        if (action instanceof Action.Send<T> send) {
          try {
            return new Step.Send(request(), send.timeout());
          } catch (Throwable thrown) {
            next = new Event.Unsent("the agent key supplier", thrown);
          }
        } else if (action instanceof Action.AskPrice<T>) {
          next = money.knownPrice();
          if (next == null) return awaitPrice();
        } else if (action instanceof Action.Reserve<T> reserve) {
          next = money.reserve(reserve.amountUsd());
        } else if (action instanceof Action.Succeed<T> success) {
          return succeed(success.attempt());
        } else if (action instanceof Action.Fail<T> failed) {
          return fail(failed);
        } else if (action instanceof Action.Pause<T> pause) {
          runner.observer.retryScheduled(spec, callId, machine.attempts() + 1, pause.delay());
          return new Step.Pause(pause.delay());
        } else {
          Step.Await topUp = money.awaitTopUp(((Action.AwaitTopUp<T>) action).refusal());
          if (topUp != null) {
            awaited = topUp.future();
            return topUp;
          }
          next = new Event.ToppedUp(false);
        }
        action = machine.on(next, runner.nanos.getAsLong());
      }
    } catch (Throwable fault) {
      return broken(fault);
    }
  }

  private Exchange request() {
    Headers headers = spec.headers().apply(runner.agentKey.get());
    CallTag tag =
        runner.transport.isWatched
            ? new CallTag(spec.operation(), machine.attempts(), callContexts)
            : null;
    return runner.transport.exchange(spec.method(), spec.url(), headers, spec.body(), tag);
  }

  private Step awaitPrice() {
    CompletableFuture<?> asked = money.learnPrice();
    awaitsPrice = true;
    awaited = asked;
    Duration patience = money.patience();
    Duration left = left();
    return new Step.Await(asked, patience.compareTo(left) < 0 ? patience : left);
  }

  /**
   * Handles a fault of the client itself: the caller gets it, and the reservation is settled by
   * what is known.
   */
  private Step broken(Throwable fault) {
    if (result != null || failure != null) return DONE;
    try {
      tellAttempt();
    } catch (Throwable again) {
      runner.observer.ignored(spec, callId, "the books", again);
    }
    FailureFacts facts =
        FailureFacts.builder(spec.operation())
            .charge(machine.attempts() == 0 ? Charge.NONE : machine.total())
            .nextStep(NextStep.NONE)
            .attempts(machine.attempts())
            .idempotencyKey(spec.idempotencyKey())
            .callId(callId)
            .build();
    try {
      return fail(
          new Action.Fail<>(
              new UnexpectedFailureException(facts, "the client itself", fault),
              told -> new UnexpectedFailureException(told, "the client itself", fault)));
    } catch (Throwable again) {
      runner.observer.ignored(spec, callId, "the end of the call", again);
      return DONE;
    }
  }

  /** Books and reports the attempt that has just ended, if one has. */
  private void tellAttempt() {
    Attempt<T> ended = machine.takeLast();
    if (ended == null) return;
    judge(ended.isOurs());
    Duration elapsed = Duration.ofNanos(runner.nanos.getAsLong() - sentNanos);
    money.add(ended);
    runner.observer.attemptEnded(spec, callId, machine.attempts(), ended, elapsed);
  }

  // --- the end ---

  private Step succeed(Succeeded<T> success) {
    runner.retries.budget.succeeded();
    Charge earlier = release();
    if (spec.topUpUsd() != null) money.raised(spec.topUpUsd());
    CallResult<T> made = machine.result(success, earlier, beganAt, runner.nanos.getAsLong());
    result = made;
    tellEnd(made.charge(), made.elapsed(), null);
    return DONE;
  }

  private Step fail(Action.Fail<T> failed) {
    FreightException thrown = failed.failure();
    failure = thrown;
    Charge booked = release();
    boolean differs = booked != null && !thrown.charge().equals(Charge.NONE);
    if (booked != null && differs) {
      // Another call has told the charge of the key, or the answer named a load of another key.
      Charge charge = booked.kind() == Charge.Kind.UNKNOWN ? Charge.UNKNOWN : Charge.NONE;
      thrown = failed.form().apply(thrown.facts().toBuilder().charge(charge).build());
      failure = thrown;
    }
    tellEnd(thrown.charge(), machine.elapsed(runner.nanos.getAsLong()), thrown);
    return DONE;
  }

  /**
   * Cancels what the call waited for and books the call; returns what its key was charged before.
   */
  private @Nullable Charge release() {
    CompletableFuture<?> open = awaited;
    if (open != null) open.cancel(false);
    return money.settle();
  }

  private void tellEnd(Charge charge, Duration elapsed, @Nullable Throwable thrown) {
    BigDecimal price = machine.priceUsd();
    runner.observer.callEnded(spec, callId, machine.attempts(), elapsed, charge, price, thrown);
  }
}
