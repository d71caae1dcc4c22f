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
import io.freightsdk.internal.transport.LentThread;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireCall;
import io.freightsdk.internal.transport.WireCallback;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.internal.transport.WireRequest;
import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
 * {@link Steps} keeps all of it in order; the fields below are its letters' alone.
 */
final class CallRun<T, R> implements RunningCall<R> {
  private final CallEngine engine;
  private final CallSpec<T> spec;
  private final CallPlan plan;
  private final Function<CallResult<T>, R> view;
  private final Delivery delivery;
  private final @Nullable LentThread lent;
  private final CallFuture<R> future = new CallFuture<>(this::abandon);
  private final Repeats repeats;
  private final CallClock clock;
  private final Steps steps;
  private final CallBooks books;

  // Below: read and written by letters only.
  private Charge total = Charge.NONE;
  private volatile int attempt; // Read by others too.
  private long attemptStart;
  private @Nullable FreightException lastFailure;
  private @Nullable WireCall wire;

  CallRun(
      CallEngine engine,
      CallSpec<T> spec,
      Function<CallResult<T>, R> view,
      Delivery delivery,
      @Nullable LentThread lent) {
    this.engine = engine;
    this.spec = spec;
    this.plan = spec.plan();
    this.view = view;
    this.delivery = delivery;
    this.lent = lent;
    RetryPolicy own = plan.options().retryPolicy();
    RetryPolicy policy = own == null ? engine.limits.retryPolicy() : own;
    this.repeats = new Repeats(engine.retries, engine.retryBudget, policy);
    Duration ownDeadline = plan.options().deadline();
    this.clock =
        new CallClock(
            engine.environment.nanoTime(),
            ownDeadline == null ? engine.limits.deadline() : ownDeadline);
    this.steps = new Steps(engine.environment.timer(), engine::execute, this::endBroken);
    this.books = new CallBooks(plan, engine.observer, engine.environment.clock());
  }

  @Override
  public CompletableFuture<R> future() {
    return future;
  }

  @Override
  public int attempts() {
    return attempt;
  }

  @Override
  public void expire(Duration deadline) {
    steps.post(() -> endByDeadline(deadline));
  }

  void begin() {
    steps.post(() -> await(engine.money.open(plan), this::opened, CallBooks::giveBack));
  }

  /** Ends the call now, whatever it does; the reason becomes part of the message. */
  void abandon(String why) {
    if (!steps.ended()) {
      steps.post(() -> cancel(why));
    }
  }

  private void opened(@Nullable CallAccount opened, @Nullable Throwable refusal) {
    if (opened == null) {
      fail(refusal == null ? new NullPointerException("no account") : refusal);
      return;
    }
    books.use(opened);
    attempt();
  }

  private void attempt() {
    Duration left = clock.left();
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
    AttemptLimit limit = AttemptLimit.of(plan.options().timeout(), engine.limits.timeout(), left);

    int begun = attempt;
    attempt = begun + 1;
    attemptStart = clock.now();
    int mine = steps.next();
    wire =
        engine.transport.send(
            request,
            limit.time(),
            new WireCallback() {
              @Override
              public void answered(WireAnswer answer) {
                steps.postIf(mine, () -> settle(judge().answered(answer, spec.reader())));
              }

              @Override
              public void failed(WireFailure failure) {
                steps.postIf(mine, () -> settle(judge().broken(failure, limit)));
              }
            },
            lent);
    if (engine.transport.busy()) {
      // The timeout on the wire starts when the request leaves the queue; this one starts now.
      steps.postLater(mine, limit.time(), () -> queuedTooLong(limit));
    }
  }

  private void queuedTooLong(AttemptLimit limit) {
    boolean neverSent = wire == null || wire.abandon();
    settle(judge().broken(WireFailure.timedOut(neverSent), limit));
  }

  private AttemptJudge judge() {
    return new AttemptJudge(plan, repeats.policy(), books.price(), total, attempt);
  }

  /** Books one finished attempt and goes on from it. */
  private void settle(AttemptResult<T> result) {
    steps.next();
    steps.stopWaiting();
    wire = null;
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
          books.account().insufficientFunds(refusal, clock.left()),
          (again, error) -> afterTopUp(refusal, again, error));
      return;
    }
    Duration delay = repeats.delayAfter(failure, clock.left());
    if (delay == null) {
      fail(failure);
      return;
    }
    engine.observer.retryScheduled(plan, attempt + 1, delay);
    steps.pause(delay, this::repeat);
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
        books.account().mayRepeat(),
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

  private <V> void await(
      CompletableFuture<V> awaited, BiConsumer<@Nullable V, @Nullable Throwable> then) {
    await(awaited, then, tooLate -> {});
  }

  /** Waits for a future of the money side, at most until the deadline. */
  private <V> void await(
      CompletableFuture<V> awaited,
      BiConsumer<@Nullable V, @Nullable Throwable> then,
      Consumer<@Nullable V> tooLate) {
    steps.await(awaited, clock.left(), this::giveUp, then, tooLate);
  }

  // --- the end, in its three forms ---

  private void succeed(Succeeded<T> success) {
    repeats.succeeded();
    T value = success.reading().result().of(attempt, total);
    CallResult<T> result =
        new CallResult<>(
            value,
            success.status(),
            success.headers(),
            attempt,
            total,
            clock.elapsed(),
            plan.idempotencyKey());
    R shown = view.apply(result);
    end(null, () -> future.finish(shown));
  }

  /** Ends with the failure of the last attempt, or with the deadline when there was none. */
  private void giveUp() {
    giveUp(clock.deadline());
  }

  private void giveUp(Duration deadline) {
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

  private void endByDeadline(Duration deadline) {
    if (wire == null) {
      giveUp(deadline);
      return;
    }
    boolean neverSent = wire.abandon();
    AttemptResult<T> cut =
        judge().broken(WireFailure.timedOut(neverSent), new AttemptLimit(deadline, "deadline"));
    total = cut.total();
    report(cut);
    if (cut instanceof Failed<T> failed) {
      fail(failed.failure());
    }
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
    steps.end();
    engine.ended(this);
    boolean sent = attempt > 0;
    CompletableFuture<Void> settled =
        books.close(new CallReport(attempt, total, failure), clock.elapsed());
    CompletableFuture<Void> unused =
        settled.whenComplete((done, neverMind) -> delivery.deliver(deliver, sent));
  }

  private void report(AttemptResult<T> result) {
    books.attempted(attempt, result, clock.since(attemptStart));
  }

  /** Nothing may leave the future open: neither a hook that throws nor a fault of ours. */
  private void endBroken(Throwable fault) {
    try {
      if (steps.ended()) {
        future.fail(fault);
        return;
      }
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
