package io.freightsdk.internal.reads;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.CallThread;
import io.freightsdk.internal.environment.Environment;
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
  private final CallRunner calls;
  private final KnownPositions positions;

  /** Who asks for a load, in the order in which they came. Guarded by itself. */
  private final Map<String, Set<Caller>> lines = new HashMap<>();

  /** What a caller does when his wait is over: he reads, or takes what the first one got. */
  @FunctionalInterface
  private interface Turn {
    FreightResponse<LoadPosition> take(Caller caller);
  }

  /**
   * @param cache through which processes share; null to share within this client only
   * @param account a digest of the account whose key is used now
   */
  public SharedReads(
      Environment environment,
      CallRunner calls,
      @Nullable PositionCache cache,
      Supplier<String> account) {
    this.environment = environment;
    this.calls = calls;
    this.positions = new KnownPositions(environment, cache, account);
  }

  /** A position of the {@code maxAge} of the call, or what its {@code orStale} allows. */
  public FreightResponse<LoadPosition> read(CallSpec<LoadPosition> spec) {
    calls.refuseIfInterrupted(spec);
    return read(new Caller(spec));
  }

  /** The same on another thread. Who ends the future leaves, which concerns nobody else. */
  public <R> CompletableFuture<R> start(
      CallSpec<LoadPosition> spec, Function<FreightResponse<LoadPosition>, R> form) {
    Caller caller = new Caller(spec);
    PositionReading young = positions.inMemory(caller.load, caller.options.maxAge());
    if (young != null) return CompletableFuture.completedFuture(form.apply(caller.share(young)));
    return calls.startShared(spec, caller.thread, () -> form.apply(read(caller)));
  }

  private FreightResponse<LoadPosition> read(Caller caller) {
    caller.thread.enter();
    try {
      return readOrWait(caller);
    } catch (FreightException failure) {
      Duration orStale = SharedFailures.isRefusal(failure) ? caller.options.orStale() : null;
      PositionReading stale = positions.find(caller.load, orStale);
      if (stale == null) throw failure;
      return caller.share(stale);
    } finally {
      caller.thread.leave();
    }
  }

  private FreightResponse<LoadPosition> readOrWait(Caller caller) {
    PositionReading young = positions.inMemory(caller.load, caller.options.maxAge());
    if (young != null) return caller.share(young);
    join(caller);
    try {
      return caller.awaitTurn().take(caller);
    } finally {
      leave(caller);
    }
  }

  private FreightResponse<LoadPosition> readFirst(Caller caller) {
    caller.stopIfEnded();
    // Another one may have kept a position since this one asked.
    PositionReading young = positions.find(caller.load, caller.options.maxAge());
    if (young != null) return caller.share(young);

    long begunNanos = nanos();
    FreightResponse<LoadPosition> answer;
    try {
      answer = calls.run(caller.spec, caller.thread, caller.waited()).toResponse();
    } catch (FreightException failure) {
      boolean isOwn = SharedFailures.isOwn(failure, caller.options, nextHasMoreTime(caller));
      if (!isOwn) {
        end(
            caller,
            waited -> {
              throw SharedFailures.forWhoWaited(failure);
            });
      }
      throw failure;
    }
    PositionReading reading = new PositionReading(answer.value(), answer.readAt());
    // In memory before the line ends, so that whoever asks next finds one of the two.
    positions.keep(caller.load, reading, begunNanos);
    end(caller, waited -> waited.share(reading));
    positions.store(caller.load, reading);
    return answer;
  }

  private long nanos() {
    return environment.nanoTime().getAsLong();
  }

  // --- the line ---

  private void join(Caller caller) {
    synchronized (lines) {
      Set<Caller> line = lines.computeIfAbsent(caller.load, load -> new LinkedHashSet<>());
      line.add(caller);
      if (line.size() == 1) caller.turn = this::readFirst;
    }
  }

  /** Gives his turn to the next one, unless his line has ended. */
  private void leave(Caller caller) {
    synchronized (lines) {
      Set<Caller> line = line(caller.load);
      if (!line.contains(caller)) return;
      line.remove(caller);
      if (line.isEmpty()) {
        lines.remove(caller.load);
      } else {
        line.iterator().next().comesTo(this::readFirst);
      }
    }
  }

  /** The line of the first one ends with this for all others. */
  private void end(Caller first, Turn turn) {
    synchronized (lines) {
      for (Caller caller : line(first.load)) caller.comesTo(turn);
      lines.remove(first.load);
    }
  }

  private boolean nextHasMoreTime(Caller first) {
    synchronized (lines) {
      return line(first.load).stream()
          .skip(1)
          .limit(1)
          .anyMatch(next -> next.answerTime().compareTo(first.answerTime()) > 0);
    }
  }

  private Set<Caller> line(String load) {
    return lines.getOrDefault(load, Set.of());
  }

  /** One caller, and the time that he has. */
  private final class Caller {
    final CallSpec<LoadPosition> spec;
    final CallOptions options;
    final CallRunner.Limits limits;
    final String load;
    final CallThread thread = new CallThread(environment.timer());
    private final long sinceNanos = nanos();

    /** Null while he waits; written with the lock of the lines. */
    private volatile @Nullable Turn turn;

    Caller(CallSpec<LoadPosition> spec) {
      this.spec = spec;
      options = spec.options();
      limits = calls.limits.with(options);
      load = Objects.requireNonNull(spec.loadNumber(), "only reads of a load are shared");
    }

    void comesTo(Turn turn) {
      this.turn = turn;
      thread.wake();
    }

    /** Throws if he leaves before his turn comes. */
    Turn awaitTurn() {
      Duration patience = patience();
      thread.await(patience.minus(waited()), () -> turn != null);
      Turn came = turn;
      if (came != null) return came;
      stopIfEnded();
      FailureFacts facts = paidNothing().nextStep(NextStep.RETRY_LATER).build();
      String what = "deadline; the read of another caller did not end";
      throw new FreightTimeoutException(facts, what, patience, true, null);
    }

    void stopIfEnded() {
      String endedBy = thread.endedBy();
      if (endedBy == null) return;
      throw new FreightCancelledException(paidNothing().build(), endedBy + ", nothing was sent");
    }

    private FailureFacts.Builder paidNothing() {
      return spec.failure().retryable(true);
    }

    Duration waited() {
      return Duration.ofNanos(nanos() - sinceNanos);
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

    /** What another call has paid for: no attempt, no charge, and no headers. */
    FreightResponse<LoadPosition> share(PositionReading reading) {
      return new FreightResponse<>(
          reading.position(), 200, Map.of(), 0, Charge.NONE, waited(), null, reading.readAt());
    }
  }
}
