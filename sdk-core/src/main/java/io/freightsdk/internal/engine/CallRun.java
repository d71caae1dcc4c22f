package io.freightsdk.internal.engine;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.engine.AttemptResult.Failed;
import io.freightsdk.internal.engine.AttemptResult.Succeeded;
import io.freightsdk.internal.retry.RepeatClass;
import io.freightsdk.internal.retry.RetryTable;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireCall;
import io.freightsdk.internal.transport.WireCallback;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.internal.transport.WireRequest;
import io.freightsdk.retry.RetryPolicy;
import io.github.resilience4j.retry.Retry;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call from its first check to its end.
 *
 * <pre>
 * open account -> attempt -> answered -> succeeded
 *                   ^  |________ broken -> failed
 *                   |________ wait ________| (or top-up)
 * </pre>
 *
 * Every step is a letter in the mailbox, so the fields need no lock. A step that waits for
 * something takes a number; a letter that comes back with an old number is too late and is dropped.
 * That is how an answer, a timeout and a cancellation that race end the call exactly once.
 */
final class CallRun<T, R> {
  private static final Duration NO_TIME = Duration.ZERO;

  private final CallEngine engine;
  private final CallSpec<T> spec;
  private final CallPlan plan;
  private final Function<CallResult<T>, R> view;
  private final Executor completer;
  private final CallFuture<R> future = new CallFuture<>(this::abandon);
  private final Mailbox mailbox = new Mailbox();
  private final RetryPolicy policy;
  private final Duration deadline;
  private final long startNanos;

  // Below: read and written by letters only.
  private CallAccount account = CallAccount.NONE;
  private Retry.@Nullable AsyncContext<Object> retry;
  private Charge total = Charge.NONE;
  private int attempt;
  private long attemptStartNanos;
  private @Nullable FreightException lastFailure;
  private @Nullable WireCall wire;
  private Cancellable waiting = Cancellable.NOTHING;
  private int step;
  private boolean ended;

  CallRun(
      CallEngine engine, CallSpec<T> spec, Function<CallResult<T>, R> view, Executor completer) {
    this.engine = engine;
    this.spec = spec;
    this.plan = spec.plan();
    this.view = view;
    this.completer = completer;
    RetryPolicy own = plan.options().retryPolicy();
    this.policy = own == null ? engine.limits.retryPolicy() : own;
    Duration ownDeadline = plan.options().deadline();
    this.deadline = ownDeadline == null ? engine.limits.deadline() : ownDeadline;
    this.startNanos = engine.environment.nanoTime().getAsLong();
  }

  CompletableFuture<R> future() {
    return future;
  }

  void begin() {
    post(() -> await(engine.money.open(plan), this::opened, this::closeUnused));
  }

  /** Ends the call now, whatever it does; the reason becomes part of the message. */
  void abandon(String why) {
    if (!ended) { // A stale read costs a letter, no more.
      post(() -> cancel(why));
    }
  }

  private void opened(@Nullable CallAccount opened, @Nullable Throwable refusal) {
    if (opened == null) {
      fail(refusal == null ? new NullPointerException("no account") : refusal);
      return;
    }
    account = opened;
    attempt();
  }

  /** An account that was opened too late for its call gives back what it has set aside. */
  private void closeUnused(@Nullable CallAccount late) {
    if (late == null) return;
    CompletableFuture<Void> unused = Bookkeeping.close(late, new CallReport(0, Charge.NONE, null));
  }

  private void attempt() {
    Duration left = timeLeft();
    if (left.isZero()) {
      giveUp();
      return;
    }
    WireRequest request;
    try {
      request = spec.request().with(engine.agentKey.get());
    } catch (RuntimeException e) {
      fail(unexpected("the agent key supplier", e));
      return;
    }
    Duration own = plan.options().timeout();
    Duration timeout = own == null ? engine.limits.timeout() : own;
    boolean shortened = left.compareTo(timeout) < 0;
    Duration limit = shortened ? left : timeout;
    String limitName = shortened ? "rest of the deadline" : "attempt timeout";

    attempt++;
    attemptStartNanos = engine.environment.nanoTime().getAsLong();
    int mine = ++step;
    wire =
        engine.transport.send(
            request,
            limit,
            new WireCallback() {
              @Override
              public void answered(WireAnswer answer) {
                postIf(mine, () -> settle(judge().answered(answer, spec.reader())));
              }

              @Override
              public void failed(WireFailure failure) {
                postIf(mine, () -> settle(judge().broken(failure, limit, limitName)));
              }
            });
    if (engine.transport.busy()) {
      // The timeout on the wire starts when the request leaves the queue; this one starts now.
      waiting =
          engine.environment.timer().after(limit, () -> queuedTooLong(mine, limit, limitName));
    }
  }

  private void queuedTooLong(int mine, Duration limit, String limitName) {
    postIf(
        mine,
        () -> {
          boolean neverSent = wire == null || wire.abandon();
          WireFailure late =
              new WireFailure(neverSent, null, new InterruptedIOException("timeout"));
          settle(judge().broken(late, limit, limitName));
        });
  }

  private AttemptJudge judge() {
    return new AttemptJudge(plan, policy, Bookkeeping.price(account), total, attempt);
  }

  /** Books one finished attempt and goes on from it. */
  private void settle(AttemptResult<T> result) {
    step++;
    wire = null;
    stopWaiting();
    total = result.total();
    report(result);
    if (result instanceof Succeeded<T> success) {
      succeed(success);
    } else if (result instanceof Failed<T> failed) {
      afterFailure(failed);
    }
  }

  private void afterFailure(Failed<T> failed) {
    FreightException failure = failed.failure();
    lastFailure = failure;
    RetryTable.Verdict verdict =
        RetryTable.verdict(failed.failureClass(), RepeatClass.of(plan.operation()));
    boolean mayTopUp = verdict == RetryTable.Verdict.TOP_UP;
    if (mayTopUp && failure instanceof InsufficientFundsException refusal) {
      await(
          account.insufficientFunds(refusal, timeLeft()),
          (again, error) -> afterTopUp(refusal, again, error));
      return;
    }
    if (retry == null) {
      retry = engine.retries.context(policy);
    }
    long delayMillis = retry.onError(failure);
    boolean allowed = delayMillis >= 0;
    Duration delay = Duration.ofMillis(Math.max(0, delayMillis));
    boolean inTime = delay.compareTo(timeLeft()) < 0;
    if (allowed && inTime && engine.retryBudget.tryTake()) {
      engine.observer.retryScheduled(plan, attempt + 1, delay);
      pause(delay);
    } else {
      fail(failure);
    }
  }

  private void afterTopUp(
      InsufficientFundsException refusal, @Nullable Boolean again, @Nullable Throwable error) {
    if (error != null) {
      fail(error);
    } else if (Boolean.TRUE.equals(again)) {
      repeat();
    } else {
      fail(refusal);
    }
  }

  /** Makes another attempt, if the limits have room for it. */
  private void repeat() {
    await(
        account.mayRepeat(),
        (allowed, error) -> {
          if (error != null) {
            fail(error);
          } else if (Boolean.TRUE.equals(allowed)) {
            attempt();
          } else {
            giveUp();
          }
        });
  }

  private void pause(Duration delay) {
    int mine = ++step;
    waiting =
        engine
            .environment
            .timer()
            .after(delay, () -> engine.execute(() -> postIf(mine, this::resume)));
  }

  private void resume() {
    stopWaiting();
    repeat();
  }

  /** Waits for a future of the money side, at most until the deadline. */
  private <V> void await(
      CompletableFuture<V> awaited, BiConsumer<@Nullable V, @Nullable Throwable> then) {
    await(awaited, then, tooLate -> {});
  }

  private <V> void await(
      CompletableFuture<V> awaited,
      BiConsumer<@Nullable V, @Nullable Throwable> then,
      Consumer<@Nullable V> tooLate) {
    int mine = ++step;
    if (!awaited.isDone()) {
      Cancellable timer =
          engine.environment.timer().after(timeLeft(), () -> postIf(mine, this::giveUp));
      waiting =
          () -> {
            timer.cancel();
            awaited.cancel(true);
          };
    }
    CompletableFuture<V> unused =
        awaited.whenComplete(
            (value, error) ->
                postIf(
                    mine,
                    () -> {
                      stopWaiting();
                      then.accept(
                          value, error instanceof CompletionException c ? c.getCause() : error);
                    },
                    () -> tooLate.accept(value)));
  }

  private void stopWaiting() {
    Cancellable stopped = waiting;
    waiting = Cancellable.NOTHING;
    stopped.cancel();
  }

  private Duration timeLeft() {
    long spent = engine.environment.nanoTime().getAsLong() - startNanos;
    long left = deadline.toNanos() - spent;
    return left <= 0 ? NO_TIME : Duration.ofNanos(left);
  }

  private Duration elapsedSince(long nanos) {
    return Duration.ofNanos(engine.environment.nanoTime().getAsLong() - nanos);
  }

  // --- the end, in its three forms ---

  private void succeed(Succeeded<T> success) {
    engine.retryBudget.succeeded();
    T value = success.reading().result().of(attempt, total);
    CallResult<T> result =
        new CallResult<>(
            value,
            success.status(),
            success.headers(),
            attempt,
            total,
            elapsedSince(startNanos),
            plan.idempotencyKey());
    R shown = view.apply(result);
    end(null, () -> future.finish(shown));
  }

  /** Ends with the failure of the last attempt, or with the deadline when there was none. */
  private void giveUp() {
    fail(
        lastFailure != null
            ? lastFailure
            : new FreightTimeoutException(
                judge().factsBetweenAttempts(NextStep.RETRY_LATER),
                "deadline",
                deadline,
                true,
                null));
  }

  private void cancel(String why) {
    if (wire == null) {
      fail(new FreightCancelledException(judge().factsBetweenAttempts(NextStep.NONE), why));
      return;
    }
    boolean neverSent = wire.abandon();
    Failed<T> cancelled = judge().cancelled(why, neverSent);
    total = cancelled.total();
    report(cancelled);
    fail(cancelled.failure());
  }

  private void fail(Throwable failure) {
    Throwable shown =
        failure instanceof FreightException || failure instanceof Error
            ? failure
            : unexpected("spend control or another part of the client", failure);
    end(shown, () -> future.fail(shown));
  }

  private UnexpectedFailureException unexpected(String what, Throwable cause) {
    return new UnexpectedFailureException(judge().factsBetweenAttempts(NextStep.NONE), what, cause);
  }

  private void end(@Nullable Throwable failure, Runnable deliver) {
    ended = true;
    step++;
    stopWaiting();
    engine.ended(this);
    CompletableFuture<Void> settled =
        Bookkeeping.close(account, new CallReport(attempt, total, failure));
    engine.observer.callEnded(
        plan,
        attempt,
        elapsedSince(startNanos),
        total,
        failure instanceof FreightException f ? f : null);
    CompletableFuture<Void> unused =
        settled.whenComplete((done, neverMind) -> completer.execute(deliver));
  }

  private void report(AttemptResult<T> result) {
    Duration elapsed = elapsedSince(attemptStartNanos);
    Bookkeeping.attempted(
        account,
        Bookkeeping.report(plan, attempt, result, engine.environment.clock().instant(), elapsed));
    engine.observer.attemptEnded(
        plan,
        attempt,
        result.status(),
        result.headers(),
        elapsed,
        result.charge(),
        result instanceof Failed<T> failed ? failed.failure() : null);
  }

  // --- letters ---

  private void postIf(int expectedStep, Runnable letter) {
    postIf(expectedStep, letter, () -> {});
  }

  private void postIf(int expectedStep, Runnable letter, Runnable tooLate) {
    post(
        () -> {
          if (step == expectedStep) {
            letter.run();
          } else {
            tooLate.run();
          }
        },
        tooLate);
  }

  private void post(Runnable letter) {
    post(letter, () -> {});
  }

  private void post(Runnable letter, Runnable tooLate) {
    mailbox.post(
        () -> {
          if (ended) {
            tooLate.run();
            return;
          }
          try {
            letter.run();
          } catch (RuntimeException | Error e) {
            // Nothing may leave the future open: neither a hook that throws nor a fault of ours.
            endBroken(e);
          }
        });
  }

  private void endBroken(Throwable fault) {
    try {
      if (wire != null && !wire.abandon()) {
        total = ChargeRules.total(plan.operation(), total, Charge.UNKNOWN);
      }
      fail(fault);
    } catch (RuntimeException | Error again) {
      fault.addSuppressed(again);
      future.fail(fault);
    }
  }
}
