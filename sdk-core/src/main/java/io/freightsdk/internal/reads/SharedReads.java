package io.freightsdk.internal.reads;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a load once for all who ask for it meanwhile, and gives its position to those who ask
 * later. The callers of one load stand in a line: the first one reads, on his own thread and under
 * his own options, and is charged; the others wait for his position or his failure. If he fails for
 * a reason of his own (a limit, his time, that he is cancelled), the next one reads. Safe for
 * concurrent use.
 */
public final class SharedReads {
  private final Environment environment;
  private final Executor threads;
  private final Executor own;
  private final CallRunner calls;
  private final CallRunner.Limits usual;
  private final KnownPositions positions;

  /** Those that have not ended: each has a thread, or is to get one. */
  private final AtomicInteger futures = new AtomicInteger();

  /** What is to be done for those that have no thread yet. */
  private final Map<Caller, Runnable> notBegun = new ConcurrentHashMap<>();

  private volatile boolean closed;

  /** The line of each load that is being read. Guarded by itself, with all that the lines have. */
  private final Map<String, Line> lines = new HashMap<>();

  /** Those who ask for one load, the first of whom reads, and what is for all of them. */
  private static final class Line {
    final Set<Caller> callers = new LinkedHashSet<>();
    @Nullable PositionReading reading;
    @Nullable FreightException failure;

    boolean hasEnded() {
      return reading != null || failure != null;
    }
  }

  /**
   * @param threads where reads run whose callers want a future
   * @param own threads of the client, where those end that have no thread when it is closed
   * @param usual limits of a call, unless its options say otherwise
   * @param cache through which processes share; null to share within this client only
   * @param account a digest of the account whose key is used now
   */
  public SharedReads(
      Environment environment,
      Executor threads,
      Executor own,
      CallRunner calls,
      CallRunner.Limits usual,
      @Nullable PositionCache cache,
      Supplier<String> account) {
    this.environment = environment;
    this.threads = threads;
    this.own = own;
    this.calls = calls;
    this.usual = usual;
    this.positions = new KnownPositions(environment, cache, account);
  }

  /** A position of the {@code maxAge} of the call, or what its {@code orStale} allows. */
  public FreightResponse<LoadPosition> read(CallSpec<LoadPosition> spec) {
    calls.refuseIfInterrupted(spec);
    return read(new Caller(spec, null));
  }

  /** The same on another thread. Who ends the future leaves, which concerns nobody else. */
  public <R> CompletableFuture<R> start(
      CallSpec<LoadPosition> spec, Function<FreightResponse<LoadPosition>, R> form) {
    CompletableFuture<R> future = new CompletableFuture<>();
    Caller caller = new Caller(spec, future);
    PositionReading young = positions.inMemory(caller.load, caller.options.maxAge());
    if (young != null) return CompletableFuture.completedFuture(form.apply(caller.share(young)));

    int others = futures.getAndIncrement();
    CompletableFuture<?> unused = future.whenComplete((any, thrown) -> futures.decrementAndGet());
    if (others >= usual.maxPendingCalls()) {
      FailureFacts facts = caller.paidNothing().nextStep(NextStep.RETRY_LATER).build();
      future.completeExceptionally(
          new ClientSaturatedException(facts, others, usual.maxPendingCalls()));
      return future;
    }
    notBegun.put(caller, () -> read(caller, form, future));
    try {
      threads.execute(() -> begin(caller));
    } catch (Throwable noThread) {
      // The threads of a closed client take nothing more.
      if (!closed && notBegun.remove(caller) != null) {
        FailureFacts facts = caller.spec.failure().build();
        future.completeExceptionally(
            FreightException.thrownBy("starting a thread", facts, noThread));
      }
    }
    // It is kept before {@code closed} is read: close() sees it, or it ends here.
    if (closed) endNotBegun();
    return future;
  }

  private void begin(Caller caller) {
    Runnable read = notBegun.remove(caller);
    if (read != null) read.run();
  }

  /** Ends the reads that have no thread yet; those that have one end with their calls. */
  public void close() {
    closed = true;
    endNotBegun();
  }

  /** They begin, and are refused, because the calls of the client are closed. */
  private void endNotBegun() {
    for (Caller caller : notBegun.keySet()) {
      try {
        own.execute(() -> begin(caller));
      } catch (Throwable noThread) {
        begin(caller);
      }
    }
  }

  private <R> void read(
      Caller caller, Function<FreightResponse<LoadPosition>, R> form, CompletableFuture<R> future) {
    try {
      future.complete(form.apply(read(caller)));
    } catch (Throwable failure) {
      future.completeExceptionally(failure);
    }
  }

  private FreightResponse<LoadPosition> read(Caller caller) {
    try {
      return readOrWait(caller);
    } catch (FreightException failure) {
      Duration orStale = isRefusal(failure) ? caller.options.orStale() : null;
      PositionReading stale = positions.find(caller.load, orStale);
      if (stale == null) throw failure;
      return caller.share(stale);
    }
  }

  private FreightResponse<LoadPosition> readOrWait(Caller caller) {
    PositionReading young = positions.inMemory(caller.load, caller.options.maxAge());
    if (young != null) return caller.share(young);

    Line line = join(caller);
    try {
      caller.awaitTurn(line);
      if (line.reading != null) return caller.share(line.reading);
      if (line.failure != null) throw forWhoWaited(line.failure);
      return readFirst(caller, line);
    } finally {
      leave(caller, line);
    }
  }

  private FreightResponse<LoadPosition> readFirst(Caller caller, Line line) {
    // Another one may have kept a position since this one asked.
    PositionReading young = positions.find(caller.load, caller.options.maxAge());
    if (young != null) return caller.share(young);

    FreightResponse<LoadPosition> answer;
    try {
      answer = calls.run(caller.spec, caller.waited(), caller.future).toResponse();
    } catch (FreightException failure) {
      if (!isOwn(failure, caller, line)) end(line, caller.load, null, failure);
      throw failure;
    }
    PositionReading reading = new PositionReading(answer.value(), answer.readAt());
    // In memory before the line ends, so that whoever asks next finds one of the two.
    positions.keep(caller.load, reading, answer.elapsed());
    end(line, caller.load, reading, null);
    positions.store(caller.load, reading);
    return answer;
  }

  // --- the line ---

  private Line join(Caller caller) {
    synchronized (lines) {
      Line line = lines.computeIfAbsent(caller.load, load -> new Line());
      line.callers.add(caller);
      return line;
    }
  }

  private void end(
      Line line,
      String load,
      @Nullable PositionReading reading,
      @Nullable FreightException failure) {
    synchronized (lines) {
      line.reading = reading;
      line.failure = failure;
      lines.remove(load, line);
      for (Caller caller : line.callers) LockSupport.unpark(caller.thread);
    }
  }

  private void leave(Caller caller, Line line) {
    synchronized (lines) {
      line.callers.remove(caller);
      if (line.callers.isEmpty()) {
        lines.remove(caller.load, line);
      } else {
        LockSupport.unpark(line.callers.iterator().next().thread);
      }
    }
  }

  /** Whether the reason lies with the first one, so that the next one reads. */
  private boolean isOwn(FreightException failure, Caller first, Line line) {
    boolean isRefusedOrLeaves =
        failure instanceof SpendLimitExceededException
            || failure instanceof PriceLimitExceededException
            || failure instanceof PriceUnavailableException
            || failure instanceof FreightCancelledException;
    if (isRefusedOrLeaves) return true;
    if (failure instanceof FreightTimeoutException) {
      // Those who have no more time would pay for one lost answer after the other.
      return failure.charge().equals(Charge.NONE) || nextHasMoreTime(line, first);
    }
    // With more time it is sent again, or waits for a top-up.
    return first.options.deadline() != null && isRefusal(failure);
  }

  private boolean nextHasMoreTime(Line line, Caller first) {
    synchronized (lines) {
      Iterator<Caller> callers = line.callers.iterator();
      callers.next();
      return callers.hasNext() && callers.next().answerTime().compareTo(first.answerTime()) > 0;
    }
  }

  /** One caller, and the time that he has. */
  private final class Caller {
    final CallSpec<LoadPosition> spec;
    final CallOptions options;
    final CallRunner.Limits limits;
    final String load;

    /** What he waits for on another thread; null if he waits on the one that reads. */
    final @Nullable CompletableFuture<?> future;

    private final long sinceNanos = environment.nanoTime().getAsLong();

    /** Where he waits for his turn. */
    private volatile @Nullable Thread thread;

    private volatile boolean interrupted;

    Caller(CallSpec<LoadPosition> spec, @Nullable CompletableFuture<?> future) {
      this.spec = spec;
      this.future = future;
      options = spec.options();
      limits = usual.with(options);
      load = Objects.requireNonNull(spec.loadNumber(), "only reads of a load are shared");
    }

    Duration waited() {
      return Duration.ofNanos(environment.nanoTime().getAsLong() - sinceNanos);
    }

    /** How long the service has to answer him. */
    Duration answerTime() {
      boolean isShorter = limits.timeout().compareTo(limits.deadline()) < 0;
      return isShorter ? limits.timeout() : limits.deadline();
    }

    /** How long he waits for another one, who may wait for a top-up. */
    private Duration patience() {
      Duration deadline = limits.deadline();
      boolean isOwn = options.deadline() != null;
      return isOwn ? deadline : deadline.plus(limits.retryPolicy().awaitTopUp());
    }

    /** Waits until he is the first or the line has ended; throws if he leaves before. */
    void awaitTurn(Line line) {
      thread = Thread.currentThread();
      if (future != null) {
        CompletableFuture<?> unused =
            future.whenComplete((any, thrown) -> LockSupport.unpark(thread));
      }
      Duration patience = patience();
      environment.timer().awaitOthers(patience.minus(waited()), () -> waitIsOver(line));
      if (interrupted) Thread.currentThread().interrupt();
      if (hasTurn(line)) return;
      if (interrupted) {
        throw new FreightCancelledException(
            paidNothing().build(), "the calling thread was interrupted");
      }
      if (isCancelled()) {
        throw new FreightCancelledException(paidNothing().build(), "the future was ended");
      }
      FailureFacts facts = paidNothing().nextStep(NextStep.RETRY_LATER).build();
      String what = "deadline; the read of another caller did not end";
      throw new FreightTimeoutException(facts, what, patience, true, null);
    }

    private boolean waitIsOver(Line line) {
      if (hasTurn(line)) return true;
      if (Thread.interrupted()) interrupted = true;
      return interrupted || isCancelled();
    }

    private boolean hasTurn(Line line) {
      synchronized (lines) {
        return line.hasEnded() || line.callers.iterator().next() == this;
      }
    }

    private boolean isCancelled() {
      return future != null && future.isDone();
    }

    FailureFacts.Builder paidNothing() {
      return spec.failure().retryable(true);
    }

    /** What another call has paid for: no attempt, no charge, and no headers. */
    FreightResponse<LoadPosition> share(PositionReading reading) {
      return new FreightResponse<>(
          reading.position(), 200, Map.of(), 0, Charge.NONE, waited(), null, reading.readAt());
    }
  }

  // --- failures ---

  /** The failure of the first one, as it is told to the others: no attempt and no charge. */
  private static FreightException forWhoWaited(FreightException theirs) {
    FailureFacts facts = theirs.facts().toBuilder().charge(Charge.NONE).attempts(0).build();
    boolean wasSent = !theirs.charge().equals(Charge.NONE);
    if (wasSent && theirs instanceof FreightTimeoutException late) {
      String what = "time limit of another caller's read";
      return new FreightTimeoutException(facts, what, late.limit(), true, late);
    }
    if (wasSent && theirs instanceof FreightConnectionException lost) {
      String what = "the read of another caller, which this one waited for, failed";
      return new FreightConnectionException(facts, what, true, lost);
    }
    return theirs.with(facts);
  }

  /** Nothing was charged, and the load is not what was wrong. */
  private static boolean isRefusal(FreightException failure) {
    boolean passes =
        switch (failure.nextStep()) {
          case RETRY_LATER, RAISE_LIMIT, TOP_UP -> true;
          default -> isUnreachable(failure);
        };
    return passes && failure.charge().equals(Charge.NONE);
  }

  /** A name or a proxy that is away may be back soon, though the set-up may be wrong too. */
  private static boolean isUnreachable(FreightException failure) {
    return failure instanceof FreightConnectionException lost
        && lost.neverSent()
        && !WireFailure.isOfACertificate(lost.getCause());
  }
}
