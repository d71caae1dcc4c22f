package io.freightsdk.internal.engine;

import io.freightsdk.Charge;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.retry.RetryBudget;
import io.freightsdk.internal.transport.DaemonThreads;
import io.freightsdk.internal.transport.LentThread;
import io.freightsdk.internal.transport.Transport;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls: one state machine under the blocking, the asynchronous and every other face of the
 * client. Safe for concurrent use.
 */
public final class CallEngine implements AutoCloseable {
  final Environment environment;
  final CallLimits limits;
  final Transport transport;
  final Supplier<String> agentKey;
  final CallObserver observer;
  final MoneyHooks money;
  final Retries retries;
  final RetryBudget retryBudget;
  private final Executor threads;
  private final Set<CallRun<?, ?>> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * An engine.
   *
   * @param threads for what must not run on a thread that waits: callers' callbacks, timed attempts
   * @param retryBudget shared by the engines of one client
   */
  public CallEngine(
      Environment environment,
      CallLimits limits,
      Transport transport,
      Executor threads,
      Supplier<String> agentKey,
      CallObserver observer,
      RetryBudget retryBudget,
      MoneyHooks money) {
    this.environment = environment;
    this.limits = limits;
    this.transport = transport;
    this.threads = threads;
    this.agentKey = agentKey;
    this.observer = observer;
    this.money = money;
    this.retries = new Retries(environment.clock(), environment.random());
    this.retryBudget = retryBudget;
  }

  /** The same engine with other money hooks; both are closed by closing the transport's owner. */
  public CallEngine withMoney(MoneyHooks hooks) {
    return new CallEngine(
        environment, limits, transport, threads, agentKey, observer, retryBudget, hooks);
  }

  /** The hooks of this engine. */
  public MoneyHooks money() {
    return money;
  }

  /** What the client takes from the world. */
  public Environment environment() {
    return environment;
  }

  /**
   * Starts a call for a blocking caller, which lends it its thread: its future completes on
   * whatever thread is at hand.
   */
  public <T, R> CompletableFuture<R> startBlocking(
      CallSpec<T> spec, Function<CallResult<T>, R> view, LentThread here) {
    return start(spec, view, (end, sent) -> end.run(), here).future();
  }

  /**
   * Starts a call for an asynchronous caller: its future completes on a thread that may block, so
   * that a callback does not hold up the wire.
   */
  public <T, R> CompletableFuture<R> startAsync(CallSpec<T> spec, Function<CallResult<T>, R> view) {
    return run(spec, view).future();
  }

  /** Starts a call that several callers may wait for. */
  public <T, R> RunningCall<R> run(CallSpec<T> spec, Function<CallResult<T>, R> view) {
    return start(spec, view, this::deliverWhereItMayBlock, null);
  }

  /** A call that was refused before it began. */
  private record Refused<R>(CompletableFuture<R> future) implements RunningCall<R> {
    Refused(FreightException refusal) {
      this(CompletableFuture.<R>failedFuture(refusal));
    }

    @Override
    public int attempts() {
      return 0;
    }

    @Override
    public void expire(Duration deadline) {}
  }

  /**
   * Here, if it may be: the thread that read an answer has nothing else to do. A call that ended
   * before it was sent may still be starting: a caller who tries again at once would go in circles
   * on one stack.
   */
  private void deliverWhereItMayBlock(Runnable end, boolean sent) {
    if (sent && DaemonThreads.mayBlockHere()) {
      end.run();
    } else {
      execute(end);
    }
  }

  private <T, R> RunningCall<R> start(
      CallSpec<T> spec,
      Function<CallResult<T>, R> view,
      Delivery delivery,
      @Nullable LentThread lent) {
    CallRun<T, R> run = new CallRun<>(this, spec, view, delivery, lent);
    running.add(run);
    int pending = running.size();
    if (pending > limits.maxPendingCalls()) {
      running.remove(run);
      return new Refused<>(
          new ClientSaturatedException(
              saturated(spec.plan()), pending - 1, limits.maxPendingCalls()));
    }
    // Registered first, asked second: close() sees the run, or the run sees that it is closed.
    if (closed) {
      running.remove(run);
      return new Refused<>(
          new FreightCancelledException(
              FailureFacts.refused(
                  spec.plan().operation(), NextStep.NONE, spec.plan().idempotencyKey()),
              "this client is closed, nothing was sent"));
    }
    run.begin();
    return run;
  }

  private static FailureFacts saturated(CallPlan plan) {
    return new FailureFacts(
        plan.operation(), Charge.NONE, true, NextStep.RETRY_LATER, 0, plan.idempotencyKey());
  }

  /** Runs a task on a thread of the client, or here when those are gone. */
  public void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException closing) {
      task.run();
    }
  }

  void ended(CallRun<?, ?> run) {
    running.remove(run);
  }

  /** Refuses new calls and ends those under way; each reports its charge. Idempotent. */
  @Override
  public void close() {
    closed = true;
    running.forEach(run -> run.abandon("the client was closed"));
  }
}
