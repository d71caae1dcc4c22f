package io.freightsdk.internal.reads;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.call.Accounts.AccountKey;
import io.freightsdk.internal.call.CallControl;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.reads.KnownPositions.AccountLoad;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shares one read of a load among all callers of an account that ask for it at the same time, and
 * keeps its position for later ones. The callers of one load form a queue: the first one reads, on
 * its own thread and under its own options, and is charged; the others wait and get the same
 * position or failure. If the first one fails for a reason that is only its own (a limit, its
 * deadline, a cancel), the next one reads. Safe for concurrent use.
 *
 * <p>A loading cache does not let us choose whose options and limit apply, and gives the failure of
 * the first caller to all others.
 */
public final class SharedReads {
  private final Environment environment;
  private final CallRunner calls;
  private final KnownPositions positions;

  /** The callers of each load, in the order in which they came. Guarded by itself. */
  private final Map<AccountLoad, Set<Caller>> queues = new HashMap<>();

  /** How a caller continues after its wait: it reads, or takes the result of the first one. */
  @FunctionalInterface
  private interface Continuation {
    FreightResponse<LoadPosition> resume(Caller caller);
  }

  /**
   * @param cache through which processes share; null to share within this client only
   */
  public SharedReads(Environment environment, CallRunner calls, @Nullable PositionCache cache) {
    this.environment = environment;
    this.calls = calls;
    this.positions = new KnownPositions(environment, cache);
  }

  /** A position of the {@code maxAge} of the call, or what its {@code orStale} allows. */
  public FreightResponse<LoadPosition> read(CallSpec<LoadPosition> spec) {
    calls.refuseIfInterrupted(spec);
    return read(new Caller(spec, false));
  }

  /** The same on another thread. Ending the future ends the wait of this caller only. */
  public <R> CompletableFuture<R> start(
      CallSpec<LoadPosition> spec, Function<FreightResponse<LoadPosition>, R> form) {
    Caller caller = new Caller(spec, true);
    PositionReading young = positions.inMemory(caller.load, caller.options.maxAge());
    if (young != null) return CompletableFuture.completedFuture(form.apply(caller.share(young)));
    return calls.startShared(spec, caller.control, () -> form.apply(read(caller)));
  }

  private FreightResponse<LoadPosition> read(Caller caller) {
    caller.control.enter();
    try {
      return readOrWait(caller);
    } catch (FreightException failure) {
      Duration orStale = SharedFailures.mayPass(failure) ? caller.options.orStale() : null;
      PositionReading stale = positions.find(caller.load, orStale);
      if (stale == null) throw failure;
      return caller.share(stale);
    } finally {
      caller.control.leave();
    }
  }

  private FreightResponse<LoadPosition> readOrWait(Caller caller) {
    PositionReading young = positions.inMemory(caller.load, caller.options.maxAge());
    if (young != null) return caller.share(young);
    join(caller);
    try {
      return caller.awaitContinuation().resume(caller);
    } finally {
      leave(caller);
    }
  }

  private FreightResponse<LoadPosition> readFirst(Caller caller) {
    caller.stopIfAborted();
    // Another caller may have read the position since this one asked.
    PositionReading young = positions.find(caller.load, caller.options.maxAge());
    if (young != null) return caller.share(young);

    long begunNanos = nanos();
    FreightResponse<LoadPosition> answer;
    try {
      answer = calls.run(caller.spec, caller.control, caller.origin()).toResponse();
    } catch (FreightException failure) {
      boolean isOwn = SharedFailures.isOwn(failure, caller.options, nextHasMoreTime(caller));
      if (!isOwn) {
        endQueue(
            caller,
            waited -> {
              throw SharedFailures.ofAnotherCaller(failure);
            });
      }
      throw failure;
    }
    PositionReading reading = new PositionReading(answer.value(), answer.readAt());
    // Kept before the queue ends, so that the next caller finds one of the two.
    positions.keep(caller.load, reading, begunNanos);
    endQueue(caller, waited -> waited.share(reading));
    positions.store(caller.load, reading);
    return answer;
  }

  private long nanos() {
    return environment.time().nanos();
  }

  // --- the queue ---

  private void join(Caller caller) {
    synchronized (queues) {
      Set<Caller> queue = queues.computeIfAbsent(caller.load, load -> new LinkedHashSet<>());
      queue.add(caller);
      if (queue.size() == 1) caller.continuation = this::readFirst;
    }
  }

  /** Lets the next caller read, unless the queue has ended. */
  private void leave(Caller caller) {
    synchronized (queues) {
      Set<Caller> queue = queue(caller.load);
      if (!queue.contains(caller)) return;
      queue.remove(caller);
      if (queue.isEmpty()) {
        queues.remove(caller.load);
      } else {
        queue.iterator().next().resumeWith(this::readFirst);
      }
    }
  }

  /** Ends the queue of the first caller: all others go on with this. */
  private void endQueue(Caller first, Continuation continuation) {
    synchronized (queues) {
      for (Caller caller : queue(first.load)) caller.resumeWith(continuation);
      queues.remove(first.load);
    }
  }

  private boolean nextHasMoreTime(Caller first) {
    synchronized (queues) {
      return queue(first.load).stream()
          .skip(1)
          .limit(1)
          .anyMatch(next -> next.answerTime().compareTo(first.answerTime()) > 0);
    }
  }

  private Set<Caller> queue(AccountLoad load) {
    return queues.getOrDefault(load, Set.of());
  }

  /** One caller, and how long it waits. */
  private final class Caller {
    final CallSpec<LoadPosition> spec;
    final CallOptions options;
    final CallRunner.CallSettings settings;
    final AccountKey key;
    final AccountLoad load;
    final CallControl control = new CallControl(environment.timer());
    private final @Nullable RuntimeException misplaced;
    private final long sinceNanos = nanos();

    /** Null while it waits; written under the lock of the queues. */
    private volatile @Nullable Continuation continuation;

    /** Throws if the application's supplier gives no agent key. */
    Caller(CallSpec<LoadPosition> spec, boolean isFuture) {
      this.spec = spec;
      options = spec.options();
      settings = calls.settings.with(options);
      String number = Objects.requireNonNull(spec.loadNumber(), "only reads of a load are shared");
      key = calls.agentKeyFor(spec);
      load = new AccountLoad(key.account(), number);
      misplaced = calls.misplaced(spec, isFuture);
    }

    CallRunner.Origin origin() {
      return new CallRunner.Origin(waited(), key, misplaced);
    }

    void resumeWith(Continuation continuation) {
      this.continuation = continuation;
      control.wake();
    }

    /** Throws if the caller is aborted, or its time is over, before its turn. */
    Continuation awaitContinuation() {
      Duration patience = patience();
      control.await(patience.minus(waited()), () -> continuation != null);
      Continuation next = continuation;
      if (next != null) return next;
      stopIfAborted();
      FailureFacts facts = paidNothing().nextStep(NextStep.RETRY_LATER).build();
      String what = "deadline; the read of another caller did not end";
      throw new FreightTimeoutException(facts, what, patience, true, null);
    }

    void stopIfAborted() {
      String abortReason = control.abortReason();
      if (abortReason == null) return;
      throw new FreightCancelledException(
          paidNothing().build(), abortReason + ", nothing was sent");
    }

    private FailureFacts.Builder paidNothing() {
      return spec.failure().retryable(true).callId(calls.newCallId());
    }

    Duration waited() {
      return Duration.ofNanos(nanos() - sinceNanos);
    }

    /** How long the service has to answer this caller. */
    Duration answerTime() {
      boolean isShorter = settings.timeout().compareTo(settings.deadline()) < 0;
      return isShorter ? settings.timeout() : settings.deadline();
    }

    /** How long it waits for the read of another caller, which may wait for a top-up. */
    private Duration patience() {
      Duration deadline = settings.deadline();
      boolean isOwn = options.deadline() != null;
      return isOwn ? deadline : deadline.plus(settings.retryPolicy().awaitTopUp());
    }

    /** What another call has paid for: no attempt, no charge, and no headers. */
    FreightResponse<LoadPosition> share(PositionReading reading) {
      return new FreightResponse<>(
          reading.position(),
          200,
          Map.of(),
          0,
          Charge.NONE,
          waited(),
          null,
          reading.readAt(),
          key.account());
    }
  }
}
