package io.freightsdk.internal.call;

import io.freightsdk.RequestListener;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.transport.HttpTransport;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls, blocking or as futures, over one {@link CallMachine} each. Safe for concurrent use.
 */
public final class CallRunner {
  final Environment environment;
  final CallLimits limits;
  final HttpTransport transport;
  final Supplier<String> agentKey;
  final CallObserver observer;
  final Spending spending;
  final Retries retries;

  private final ExecutorService threads;
  private final Running running;

  /** The calls of a client under way; runners of one client share it. */
  private static final class Running {
    final Set<CallDriver> calls = ConcurrentHashMap.newKeySet();
    final AtomicInteger count = new AtomicInteger();
    final AtomicLong callIds = new AtomicLong(System.nanoTime() & 0xFFFF_FFFFL);
    volatile boolean closed;
  }

  /**
   * A runner.
   *
   * @param threads where asynchronous calls run and call back; not shut down here
   */
  public CallRunner(
      Environment environment,
      CallLimits limits,
      HttpTransport transport,
      ExecutorService threads,
      Supplier<String> agentKey,
      List<RequestListener> listeners,
      Retries retries,
      Spending spending) {
    this(
        environment,
        limits,
        transport,
        threads,
        agentKey,
        new CallObserver(listeners),
        retries,
        spending,
        new Running());
  }

  private CallRunner(
      Environment environment,
      CallLimits limits,
      HttpTransport transport,
      ExecutorService threads,
      Supplier<String> agentKey,
      CallObserver observer,
      Retries retries,
      Spending spending,
      Running running) {
    this.environment = environment;
    this.limits = limits;
    this.transport = transport;
    this.threads = threads;
    this.agentKey = agentKey;
    this.observer = observer;
    this.retries = retries;
    this.spending = spending;
    this.running = running;
  }

  /** The same runner with another money side. */
  public CallRunner with(Spending other) {
    return new CallRunner(
        environment, limits, transport, threads, agentKey, observer, retries, other, running);
  }

  /**
   * Makes a call on this thread.
   *
   * @throws FreightException when it gives no result
   */
  public <T> CallResult<T> run(CallSpec<T> spec) {
    if (Thread.currentThread().isInterrupted()) {
      spec.onEnd().accept(false);
      throw new FreightCancelledException(
          unsent(spec.plan(), false), "the calling thread was interrupted before the call");
    }
    Call<T> call = begun(spec);
    BlockingDriver<T> driver = new BlockingDriver<>(this, call);
    FreightException refusal = register(driver, spec);
    if (refusal != null) throw refusal;
    try {
      driver.run();
    } finally {
      ended(driver);
    }
    CallResult<T> result = call.result();
    if (result != null) return result;
    throw thrown(call.failure());
  }

  /** Starts a call; its future completes on a thread that may block. */
  public <T, R> CompletableFuture<R> start(CallSpec<T> spec, Function<CallResult<T>, R> form) {
    return running(spec, form).future();
  }

  /** Starts a call that several callers may wait for. */
  public <T, R> RunningCall<R> running(CallSpec<T> spec, Function<CallResult<T>, R> form) {
    Call<T> call = begun(spec);
    AsyncDriver<T, R> driver = new AsyncDriver<>(this, call, form);
    FreightException refusal = register(driver, spec);
    if (refusal != null) return new Refused<>(CompletableFuture.failedFuture(refusal));
    driver.start();
    return driver;
  }

  private <T> Call<T> begun(CallSpec<T> spec) {
    try {
      return new Call<>(this, spec, newCallId());
    } catch (Throwable fault) {
      spec.onEnd().accept(false);
      throw new UnexpectedFailureException(unsent(spec.plan(), false), "the client itself", fault);
    }
  }

  /** A call that was refused before it began. */
  private record Refused<R>(CompletableFuture<R> future) implements RunningCall<R> {
    @Override
    public int attempts() {
      return 0;
    }

    @Override
    public void expire(Duration deadline) {}
  }

  /** The failure with the stack of this thread: where it was made says nothing about who called. */
  public static RuntimeException thrown(@Nullable Throwable failure) {
    if (failure instanceof Error error) throw error;
    if (failure instanceof FreightException known) known.fillInStackTrace();
    if (failure instanceof RuntimeException unchecked) return unchecked;
    return new IllegalStateException("a call ended without a result", failure);
  }

  /** Null when the call may begin. */
  private @Nullable FreightException register(CallDriver driver, CallSpec<?> spec) {
    FreightException refusal = refusal(driver, spec.plan());
    if (refusal != null) spec.onEnd().accept(false);
    return refusal;
  }

  private @Nullable FreightException refusal(CallDriver driver, CallPlan plan) {
    running.calls.add(driver);
    int pending = running.count.incrementAndGet();
    if (pending > limits.maxPendingCalls()) {
      ended(driver);
      return new ClientSaturatedException(
          unsent(plan, true), pending - 1, limits.maxPendingCalls());
    }
    // Registered first, asked second: close() sees the call, or the call sees that it is closed.
    if (running.closed) {
      ended(driver);
      return new FreightCancelledException(
          unsent(plan, false), "this client is closed, nothing was sent");
    }
    return null;
  }

  private FailureFacts unsent(CallPlan plan, boolean retryable) {
    return FailureFacts.builder(plan.operation())
        .retryable(retryable)
        .nextStep(retryable ? NextStep.RETRY_LATER : NextStep.NONE)
        .idempotencyKey(plan.idempotencyKey())
        .callId(newCallId())
        .build();
  }

  void ended(CallDriver driver) {
    boolean last = running.calls.remove(driver) && running.count.decrementAndGet() == 0;
    if (last && running.closed) {
      synchronized (running) {
        running.notifyAll();
      }
    }
  }

  long nanoTime() {
    return environment.nanoTime().getAsLong();
  }

  private String newCallId() {
    return Long.toString(running.callIds.incrementAndGet(), 36);
  }

  /** Runs a task on a thread of the client, or here when the client is closed. */
  void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException closing) {
      task.run();
    }
  }

  /** How many calls have begun and not ended. */
  public int pending() {
    return running.count.get();
  }

  /** Refuses new calls and ends those under way; each reports its charge. Idempotent. */
  public void close() {
    running.closed = true;
    running.calls.forEach(call -> call.abandon(new CallDriver.End("the client was closed")));
  }

  /** Waits until every call has ended and is booked, at most so long. */
  public void awaitEnd(Duration atMost) {
    long until = System.nanoTime() + atMost.toNanos();
    boolean interrupted = false;
    synchronized (running) {
      while (running.count.get() > 0) {
        long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        if (left <= 0) break;
        try {
          running.wait(left);
        } catch (InterruptedException e) {
          interrupted = true;
          break;
        }
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }
}
