package io.freightsdk.internal.call;

import io.freightsdk.CallListener;
import io.freightsdk.CallOptions;
import io.freightsdk.CallTracer;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.PaidCallCheck;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.money.BalanceWaits;
import io.freightsdk.internal.money.PriceCache;
import io.freightsdk.internal.retry.Retries;
import io.freightsdk.internal.transport.HttpTransport;
import io.freightsdk.internal.transport.WireResponse;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts blocking calls and futures, tracks the calls in progress, and ends them when the client is
 * closed. Safe for concurrent use.
 */
public final class CallRunner {
  /**
   * The settings of a call, unless its options replace them.
   *
   * @param attemptTimeout for one attempt
   * @param deadline for the call with all attempts and waits
   * @param retryPolicy the number of attempts, and the pauses between them
   * @param maxPendingCalls the maximum number of calls in progress, including calls that wait; more
   *     calls are refused
   * @param maxPrice the highest price in USD at which a call is sent; null for no limit
   */
  public record CallSettings(
      Duration attemptTimeout,
      Duration deadline,
      RetryPolicy retryPolicy,
      int maxPendingCalls,
      @Nullable BigDecimal maxPrice) {
    /** The settings of a call with these options. */
    public CallSettings with(CallOptions options) {
      return new CallSettings(
          Objects.requireNonNullElse(options.attemptTimeout(), attemptTimeout),
          Objects.requireNonNullElse(options.deadline(), deadline),
          Objects.requireNonNullElse(options.retryPolicy(), retryPolicy),
          maxPendingCalls,
          options.maxPrice() != null ? options.maxPrice() : maxPrice);
    }
  }

  /**
   * The account that pays for the calls of a client, the prices, and the checks before a payment.
   *
   * @param guard {@link NoGuard} without a guard of the application
   */
  public record Billing(
      Accounts accounts,
      PriceCache prices,
      BalanceWaits balanceWaits,
      SpendGuard guard,
      PaidCallCheck paidCallCheck) {
    /** Whether the application set a guard, which may need a price. */
    boolean hasGuard() {
      return !(guard instanceof NoGuard);
    }
  }

  /**
   * A result with the facts of its call; headers and body are converted only when a response is
   * needed.
   *
   * @param received the response of the last attempt; null for another call's value
   * @param isStale whether it is another call's value because this call failed
   * @param readAt when the call that read the value started
   */
  public record CallResult<T>(
      T value,
      @Nullable WireResponse received,
      boolean isStale,
      int attempts,
      Charge charge,
      Duration elapsed,
      @Nullable String idempotencyKey,
      Instant readAt,
      String accountId) {

    /** A value that another call has paid for, with the attempts and the charge of this call. */
    public static <T> CallResult<T> existing(
        T value,
        boolean isStale,
        int attempts,
        Charge charge,
        Duration elapsed,
        Instant readAt,
        String accountId) {
      return new CallResult<>(
          value, null, isStale, attempts, charge, elapsed, null, readAt, accountId);
    }

    /** The value alone. The memory of the body goes back to okio's pool. */
    public T takeValue() {
      if (received != null) received.body().clear();
      return value;
    }

    /** The value with the facts of the call and the body. Consumes the body. */
    public FreightResponse<T> takeResponse() {
      return toResponse(received == null ? null : received.body().readUtf8());
    }

    /** The value with the facts of the call, and without the body, which stays. */
    FreightResponse<T> withoutBody() {
      return toResponse(null);
    }

    private FreightResponse<T> toResponse(@Nullable String body) {
      return new FreightResponse<>(
          value,
          received == null ? 200 : received.status(),
          received == null ? Map.of() : received.headers().toMultimap(),
          body,
          attempts,
          charge,
          elapsed,
          idempotencyKey,
          readAt,
          accountId);
    }
  }

  private static final String CLOSED = "the client was closed";

  /** The smallest number of six digits in base 36, so that ids sort as text in their order. */
  private static final long SIX_DIGITS = 60_466_176;

  final TimeSource time;
  public final CallSettings settings;
  final HttpTransport transport;
  final CallObserver observer;
  private final @Nullable CallTracer tracer;
  final Retries retries;
  final Billing billing;
  private final Executor threads;
  private final Executor executor;
  private final EventLoopWarning eventLoopWarning = new EventLoopWarning();

  /**
   * The calls in progress, in the order in which they started and in which {@link #close} ends
   * them.
   */
  private final ConcurrentSkipListMap<Long, Call<?>> running = new ConcurrentSkipListMap<>();

  /** The threads in {@link #awaitEnd}; calls that run on one of them are not waited for. */
  private final Set<Thread> closing = ConcurrentHashMap.newKeySet();

  /** The number of calls of the application in progress, without the client's own calls. */
  final AtomicInteger pending = new AtomicInteger();

  private final AtomicLong callIds;

  /** A random name of this client, so that its reservations differ from those of other clients. */
  private final String instanceId =
      Long.toString(new SecureRandom().nextLong() & Long.MAX_VALUE, Character.MAX_RADIX);

  private final AtomicLong reservationIds = new AtomicLong(SIX_DIGITS);

  private volatile boolean closed;

  /**
   * @param threads of the client, for its own reads, and for work that has no other thread; not
   *     shut down here
   * @param executor where futures run; not shut down here
   * @param tracer traces each call; null for none
   */
  public CallRunner(
      TimeSource time,
      CallSettings settings,
      HttpTransport transport,
      Executor threads,
      Executor executor,
      List<CallListener> listeners,
      @Nullable CallTracer tracer,
      Retries retries,
      Billing billing) {
    this.time = time;
    this.settings = settings;
    this.transport = transport;
    this.threads = threads;
    this.executor = executor;
    this.observer = new CallObserver(listeners, billing.hasGuard());
    this.tracer = tracer;
    this.retries = retries;
    this.billing = billing;
    // So that ids differ after a restart.
    this.callIds = new AtomicLong(time.machineNanos() & 0xFFFF_FFFFL);
  }

  /**
   * Makes a call on this thread.
   *
   * @throws FreightException if it has no result
   */
  public <T> CallResult<T> run(CallSpec<T> spec) {
    return run(spec, Call::execute, () -> null);
  }

  /**
   * The same for a shared read.
   *
   * @param body its first step may have the result
   * @param ifSaturated the result if there are too many calls; null for none
   */
  public <T> CallResult<T> run(
      CallSpec<T> spec,
      Function<Call<T>, CallResult<T>> body,
      Supplier<@Nullable CallResult<T>> ifSaturated) {
    RuntimeException refusal = refusal(spec, false);
    CallTrace trace = CallTrace.start(tracer, spec);
    Call<T> call;
    try {
      refuseIfInterrupted(spec);
      eventLoopWarning.check(Thread.currentThread());
      call = register(spec, new CallControl(time), true, refusal, trace);
    } catch (Failure refused) {
      CallResult<T> result = instead(refused, ifSaturated, trace);
      if (result == null) throw refused.exception();
      return result;
    }
    try {
      return call.run(body);
    } catch (Failure failure) {
      throw failure.exception();
    }
  }

  /** A call that may not start ends here; null if it fails. */
  private static <T> @Nullable CallResult<T> instead(
      Failure refused, Supplier<@Nullable CallResult<T>> ifSaturated, CallTrace trace) {
    boolean isSaturated = refused.exception() instanceof ClientSaturatedException;
    CallResult<T> result = isSaturated ? ifSaturated.get() : null;
    if (result == null) {
      trace.failed(refused);
    } else {
      trace.succeeded(result);
    }
    return result;
  }

  /** Traces a call whose result is in memory, so that nothing else is needed. */
  public <T> CallResult<T> traceOnly(CallSpec<T> spec, CallResult<T> result) {
    CallTrace.start(tracer, spec).succeeded(result);
    return result;
  }

  /** The exception of the application's check on the calling thread; null if it allows the call. */
  private @Nullable RuntimeException refusal(CallSpec<?> spec, boolean returnsFuture) {
    if (!spec.drawsOnBalance() && spec.topUpUsd() == null) return null;
    try {
      billing.paidCallCheck().check(spec.operation(), returnsFuture);
      return null;
    } catch (RuntimeException thrown) {
      return thrown;
    }
  }

  /** Throws if the calling thread is already interrupted, so that nothing is sent. */
  private void refuseIfInterrupted(CallSpec<?> spec) {
    if (Thread.currentThread().isInterrupted()) {
      throw refused(
          spec,
          NextStep.NONE,
          failed ->
              new FreightCancelledException(
                  failed, "the calling thread was interrupted before the call"));
    }
  }

  /**
   * Makes a call on another thread. Its deadline starts now. Completing the future from outside
   * ends the call.
   */
  public <T, R> CompletableFuture<R> start(CallSpec<T> spec, Function<CallResult<T>, R> form) {
    return start(spec, form, Call::execute, () -> null);
  }

  /**
   * The same for a shared read.
   *
   * @param body its first step may have the result
   * @param ifSaturated the result if there are too many calls; null for none
   */
  public <T, R> CompletableFuture<R> start(
      CallSpec<T> spec,
      Function<CallResult<T>, R> form,
      Function<Call<T>, CallResult<T>> body,
      Supplier<@Nullable CallResult<T>> ifSaturated) {
    return start(spec, form, body, ifSaturated, true, executor);
  }

  /**
   * The same for a free call that the client itself needs. Other calls may wait for it, so it does
   * not count toward {@link CallSettings#maxPendingCalls}, and runs on a thread of the client. Its
   * future completes before its events are reported, and fails with a {@link Failure}.
   */
  public <T, R> CompletableFuture<R> startOwn(CallSpec<T> spec, Function<CallResult<T>, R> form) {
    return start(spec, form, Call::execute, () -> null, false, threads);
  }

  private <T, R> CompletableFuture<R> start(
      CallSpec<T> spec,
      Function<CallResult<T>, R> form,
      Function<Call<T>, CallResult<T>> body,
      Supplier<@Nullable CallResult<T>> ifSaturated,
      boolean isCounted,
      Executor on) {
    CallControl control = new CallControl(time);
    RuntimeException refusal = refusal(spec, true);
    CallTrace trace = CallTrace.start(tracer, spec);
    Call<T> call;
    try {
      call = register(spec, control, isCounted, refusal, trace);
    } catch (Failure refused) {
      CallResult<T> result = instead(refused, ifSaturated, trace);
      if (result != null) return CompletableFuture.completedFuture(form.apply(result));
      return CompletableFuture.failedFuture(isCounted ? refused.exception() : refused);
    }
    return new FutureCall<>(
            control,
            () -> form.apply(call.run(body)),
            noThread -> form.apply(call.run(unstarted -> unstarted.failWithoutThread(noThread))),
            thrown -> isCounted && thrown instanceof Failure failed ? failed.exception() : thrown,
            call.reporter::runDeferred)
        .start(on, threads);
  }

  /** Registers a call, so that {@link #close()} finds it; throws if it may not start. */
  private <T> Call<T> register(
      CallSpec<T> spec,
      CallControl control,
      boolean isCounted,
      @Nullable RuntimeException refusal,
      CallTrace trace) {
    Call<T> call;
    try {
      call = new Call<>(this, spec, control, callIds.incrementAndGet(), isCounted, refusal, trace);
    } catch (Throwable fault) {
      throw refused(
          spec, NextStep.NONE, failed -> new FreightException(failed, "the client itself", fault));
    }
    running.put(call.number, call);
    int now = isCounted ? pending.incrementAndGet() : 0;
    if (now > settings.maxPendingCalls()) {
      unregister(call);
      throw refused(
          spec,
          NextStep.RETRY_LATER,
          failed -> new ClientSaturatedException(failed, now - 1, settings.maxPendingCalls()));
    }
    // Registered before {@code closed} is read: either close() sees the call, or the call sees that
    // the client is closed.
    if (closed) {
      unregister(call);
      throw refused(
          spec,
          NextStep.NONE,
          failed ->
              new FreightCancelledException(failed, "this client is closed, nothing was sent"));
    }
    return call;
  }

  /** A call that does not start costs nothing, and its key may be used again. */
  private Failure refused(
      CallSpec<?> spec, NextStep nextStep, Function<FailedCall, FreightException> exception) {
    String callId = Long.toString(callIds.incrementAndGet(), Character.MAX_RADIX);
    return new Failure(spec.failedCall(Charge.NONE, nextStep, 0, null, callId), exception);
  }

  void unregister(Call<?> call) {
    boolean first = running.remove(call.number, call);
    if (first && call.isCounted) pending.decrementAndGet();
    if (first) wakeClosingThreads();
  }

  private void wakeClosingThreads() {
    if (closed) closing.forEach(LockSupport::unpark);
  }

  String newReservationId() {
    return instanceId + '-' + Long.toString(reservationIds.incrementAndGet(), Character.MAX_RADIX);
  }

  /** Refuses new calls and ends those in progress; each reports its charge. Idempotent. */
  public void close() {
    closed = true;
    // Calls that wait for a request slot end first. Otherwise each would get the slot of a call
    // that has just ended.
    for (Call<?> call : running.values()) call.control.abortUnlessSending(CLOSED);
    for (Call<?> call : running.values()) call.control.abort(CLOSED);
  }

  /**
   * Waits until every call has ended and its reservation is completed, at most this long. Does not
   * wait for a call whose own thread waits here, for example because its listener closes the
   * client. An interrupt does not end the wait, because paid calls are still to be recorded; the
   * thread's flag is set again afterwards.
   */
  public void awaitEnd(Duration atMost) {
    Thread here = Thread.currentThread();
    AtomicBoolean interrupted = new AtomicBoolean();
    boolean first = closing.add(here);
    wakeClosingThreads();
    try {
      time.awaitOthers(
          atMost,
          () -> {
            if (Thread.interrupted()) interrupted.set(true);
            return !othersRun();
          });
    } finally {
      if (first) closing.remove(here);
      if (interrupted.get()) here.interrupt();
    }
  }

  private boolean othersRun() {
    for (Call<?> call : running.values()) {
      if (!call.control.runsOnOneOf(closing)) return true;
    }
    return false;
  }
}
