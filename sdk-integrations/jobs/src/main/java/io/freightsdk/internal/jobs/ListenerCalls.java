package io.freightsdk.internal.jobs;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the listener that run now: at most half of the scheduler's threads, which are at
 * least two, so that orders are sent and loads are read on while a listener hangs. Safe for
 * concurrent use.
 */
final class ListenerCalls {
  /** Longer than a usual listener takes, so that a burst of loads is delivered in one go. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** If all calls take that long, nothing else is delivered. */
  private static final Duration STUCK_AFTER = Duration.ofSeconds(30);

  /** While others are delivered, nobody else notices. */
  private static final Duration ONE_STUCK_AFTER = Duration.ofMinutes(10);

  private static final Duration WARN_EVERY = Duration.ofMinutes(10);

  private final Semaphore free;
  private final LongSupplier nanos;
  private final Set<Permit> running = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Long warnedAt;

  ListenerCalls(int threads, LongSupplier nanos) {
    this.free = new Semaphore(Math.max(1, threads / 2));
    this.nanos = nanos;
  }

  /** A call that runs; closing it lets the next one begin. Identified by itself. */
  final class Permit implements AutoCloseable {
    private final String what;
    private final long since = nanos.getAsLong();

    private Permit(String what) {
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
  @Nullable Permit begin(String what) {
    try {
      return free.tryAcquire(PATIENCE.toNanos(), TimeUnit.NANOSECONDS) ? new Permit(what) : null;
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** Whether no further call can begin now. */
  boolean areAllBusy() {
    return free.availablePermits() == 0;
  }

  /**
   * Warns of a listener that does not return: soon if nothing else can be delivered, later of a
   * single call.
   *
   * @param listener named by its text, which is that of the application
   * @param unreported how many rows wait for it
   */
  void warnIfStuck(Object listener, LongSupplier unreported) {
    long now = nanos.getAsLong();
    Long warned = warnedAt;
    boolean isTooEarly = warned != null && now - warned < WARN_EVERY.toNanos();
    List<Permit> hanging =
        running.stream()
            .filter(call -> now - call.since >= STUCK_AFTER.toNanos())
            .sorted(Comparator.comparingLong(call -> call.since - now))
            .toList();
    if (hanging.isEmpty() || isTooEarly) return;
    long longest = now - hanging.get(0).since;
    boolean areAllStuck = areAllBusy() && hanging.size() == running.size();
    if (!areAllStuck && longest < ONE_STUCK_AFTER.toNanos()) return;
    long waiting = unreported.getAsLong();
    JobsContext.warn(
        () ->
            "the listener "
                + text(listener)
                + " does not return since "
                + Duration.ofNanos(longest).toSeconds()
                + " seconds, called for "
                + String.join(", ", hanging.stream().map(call -> call.what).toList())
                + "; "
                + waiting
                + " more wait for it, while orders are sent on");
    warnedAt = now;
  }

  /** The name of its class if its own text cannot be made. */
  private static String text(Object listener) {
    try {
      return listener.toString();
    } catch (Throwable ofTheApplication) {
      return listener.getClass().getName();
    }
  }
}
