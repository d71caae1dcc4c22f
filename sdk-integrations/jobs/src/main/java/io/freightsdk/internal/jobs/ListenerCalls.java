package io.freightsdk.internal.jobs;

import io.freightsdk.internal.environment.MachineTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the listener that run now: at most half of the scheduler's threads, so that orders
 * are sent and loads are read on while a listener hangs. Safe for concurrent use.
 */
final class ListenerCalls {
  /** Longer than a usual listener takes, so that a burst of bookings is delivered in one go. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final Semaphore free;
  private final Set<Call> running = ConcurrentHashMap.newKeySet();

  ListenerCalls(int threads) {
    this.free = new Semaphore(Math.max(1, threads / 2));
  }

  /** A call that runs; closing it lets the next one begin. Identified by itself. */
  final class Call implements AutoCloseable {
    private final String what;
    private final long since = MachineTime.SYSTEM.nanos();

    private Call(String what) {
      this.what = what;
      running.add(this);
    }

    @Override
    public void close() {
      running.remove(this);
      free.release();
    }
  }

  /**
   * Begins a call; null if all others take longer than a moment.
   *
   * @param what it is about, for the log
   */
  @Nullable Call begin(String what) {
    try {
      return free.tryAcquire(PATIENCE.toNanos(), TimeUnit.NANOSECONDS) ? new Call(what) : null;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** Whether no further call can begin now. */
  boolean areAllBusy() {
    return free.availablePermits() == 0;
  }

  /** What they are about, the longest first; empty unless all have been busy for at least this. */
  List<String> stuckFor(Duration least) {
    long now = MachineTime.SYSTEM.nanos();
    List<Call> calls =
        running.stream().sorted(Comparator.comparingLong(call -> call.since - now)).toList();
    boolean isStuck =
        areAllBusy() && calls.stream().allMatch(call -> now - call.since >= least.toNanos());
    return isStuck ? calls.stream().map(call -> call.what).toList() : List.of();
  }
}
