package io.freightsdk.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.jobs.FollowedLoad;
import io.freightsdk.internal.jobs.Follower;
import io.freightsdk.internal.jobs.Intervals;
import io.freightsdk.internal.jobs.JobsContext;
import io.freightsdk.internal.jobs.ReadQueue;
import io.freightsdk.internal.text.Redactor;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows loads in one process, without a database: reads each when its next arrival or departure
 * should have happened, or without a budget up to an hour before, and calls the listener with new
 * events, until the load is over. Its loads are lost with the process; {@link FreightJobs} stores
 * them.
 *
 * <pre>{@code
 * LoadTracker tracker = LoadTracker.builder(client, executor, event -> System.out.println(event)).build();
 * tracker.add("LD-2026-0001");
 * }</pre>
 *
 * <p>If the listener throws, it is called again after 5 seconds to 10 minutes, from the first event
 * of the same reading on, and the load is not read before all are delivered. Calls for one load do
 * not overlap. Safe for concurrent use.
 *
 * <p>Tests: {@code LoadTrackerIT}, {@code ClosedTrackerIT}.
 */
public final class LoadTracker implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.jobs");

  private final ScheduledExecutorService executor;
  private final JobsContext runtime;
  private final Follower follower;
  private final SpendGuard.@Nullable Scope scope;
  private final Map<String, Tracked> loads = new ConcurrentHashMap<>();

  /** The runs of now by their load, which may have been removed; guarded by itself. */
  private final Map<String, Tracked> running = new HashMap<>();

  /** A load between two runs. Each is scheduled by the previous one, so it sees what that wrote. */
  private static final class Tracked {
    final String loadNumber;
    FollowedLoad load;
    int failures;

    /** Whether the listener was called with its end; then it may be added again. */
    volatile boolean isGivenUp;

    /**
     * The same load, added again, whose run waits for the end of this one's; guarded by running.
     */
    private @Nullable Tracked successor;

    /** How often it was scheduled; guarded by this. */
    private int scheduled;

    /** Its next run; null if the executor tells none. Guarded by this. */
    private @Nullable Future<?> next;

    Tracked(FollowedLoad load) {
      this.load = load;
      loadNumber = load.loadNumber();
    }

    synchronized int begins() {
      return ++scheduled;
    }

    /** Keeps the run, unless it has already begun and scheduled another one. */
    synchronized void isScheduled(int number, @Nullable Future<?> run) {
      if (number == scheduled) next = run;
    }

    synchronized @Nullable Future<?> next() {
      return next;
    }
  }

  private LoadTracker(Builder builder) {
    this.executor = builder.executor;
    this.scope = builder.scope;
    BigDecimal budget = builder.budgetPerDay;
    Clock clock = builder.clock;
    this.runtime =
        new JobsContext(
            "tracker",
            builder.client,
            builder.listener,
            scope == null ? null : customer -> scope,
            budget == null
                ? null
                : ReadQueue.inMemory(builder.client, budget, clock.instant(), loads::size),
            Intervals.STANDARD,
            clock);
    this.follower = new Follower(runtime);
  }

  /**
   * Starts a builder.
   *
   * @param executor runs the reads and the listener; it is not shut down with the tracker
   * @param listener called with each event
   */
  public static Builder builder(
      FreightClient client, ScheduledExecutorService executor, Consumer<LoadEvent> listener) {
    return new Builder(client, executor, listener);
  }

  /**
   * Starts to follow a load; false if it is already followed. It is read at once, or with a budget
   * when that has a place for it, but not before a call of the listener for it has returned. The
   * listener may add a load again that it is told was given up.
   */
  public boolean add(String loadNumber) {
    String customer = scope == null ? null : scope.path();
    Instant now = runtime.clock().instant();
    Tracked added = new Tracked(FollowedLoad.of(loadNumber, null, customer, now));
    if (!put(added)) return false;
    schedule(added, now);
    return true;
  }

  /** False if it is already followed. One that was given up is replaced, with its next run. */
  private boolean put(Tracked added) {
    while (true) {
      Tracked known = loads.putIfAbsent(added.loadNumber, added);
      if (known == null) return true;
      if (!known.isGivenUp) return false;
      if (loads.replace(added.loadNumber, known, added)) {
        unschedule(known);
        return true;
      }
    }
  }

  /**
   * Stops following a load; false if it was not followed. A running read or listener call is not
   * interrupted.
   */
  public boolean remove(String loadNumber) {
    Tracked removed = loads.remove(loadNumber);
    if (removed == null) return false;
    unschedule(removed);
    return true;
  }

  /** Numbers of the loads that are followed now. */
  public Set<String> loads() {
    return Set.copyOf(loads.keySet());
  }

  /**
   * Stops following all loads, and leaves nothing in the executor. Close it before its client: a
   * tracker whose client is closed stops at its next read.
   */
  @Override
  public void close() {
    loads.keySet().forEach(this::remove);
  }

  private void schedule(Tracked tracked, Instant due) {
    Duration wait = Duration.between(runtime.clock().instant(), due);
    int number = tracked.begins();
    try {
      Future<?> run =
          executor.schedule(
              () -> run(tracked), Math.max(0, wait.toMillis()), TimeUnit.MILLISECONDS);
      tracked.isScheduled(number, run);
    } catch (RejectedExecutionException shutDown) {
      loads.remove(tracked.loadNumber, tracked);
    }
    // Stored before the map is read: either remove() finds the run, or it is cancelled here.
    if (isRemoved(tracked)) unschedule(tracked);
  }

  private boolean isRemoved(Tracked tracked) {
    return loads.get(tracked.loadNumber) != tracked;
  }

  /** The next run may be due in months, and would keep the executor alive until then. */
  private void unschedule(Tracked removed) {
    Future<?> next = removed.next();
    if (next == null) return;
    next.cancel(false);
    // A pool keeps what is cancelled until it is due, unless it was shut down or set to remove it.
    if (executor instanceof ThreadPoolExecutor pool && next instanceof Runnable queued) {
      boolean unused = pool.remove(queued);
    }
  }

  private void run(Tracked tracked) {
    if (!begin(tracked)) return;
    Instant due = null;
    try {
      due = step(tracked);
    } finally {
      Tracked successor = end(tracked);
      if (successor != null) schedule(successor, runtime.clock().instant());
    }
    if (due != null && !isRemoved(tracked)) schedule(tracked, due);
  }

  /**
   * False if it was removed, or a run for the same load goes on, which then starts this one at its
   * end. Only the load that was added last may wait for that.
   */
  private boolean begin(Tracked tracked) {
    synchronized (running) {
      if (isRemoved(tracked)) return false;
      Tracked earlier = running.putIfAbsent(tracked.loadNumber, tracked);
      if (earlier != null) earlier.successor = tracked;
      return earlier == null;
    }
  }

  private @Nullable Tracked end(Tracked tracked) {
    synchronized (running) {
      running.remove(tracked.loadNumber);
      return tracked.successor;
    }
  }

  /** Performs the next step; when the one after it is due, or null if there is none. */
  private @Nullable Instant step(Tracked tracked) {
    FollowedLoad load = tracked.load;
    tracked.isGivenUp = load.givenUp() != null;
    Follower.RunResult result;
    try {
      result = follower.run(load);
      tracked.failures = 0;
    } catch (Throwable failure) {
      if (isClientClosed(failure)) {
        endWithClient();
        return null;
      }
      result =
          follower.afterFailure(load, failure, runtime.intervals().retryDelay(tracked.failures));
      tracked.failures++;
    }
    tracked.load = result.load();
    if (result.due() == null) loads.remove(tracked.loadNumber, tracked);
    return result.due();
  }

  /** Nobody cancels a call of the tracker but its client, and an interrupt of this thread. */
  private static boolean isClientClosed(Throwable failure) {
    return failure instanceof FreightCancelledException && !Thread.currentThread().isInterrupted();
  }

  private void endWithClient() {
    Set<String> left = loads();
    close();
    if (left.isEmpty()) return;
    LOG.log(
        System.Logger.Level.WARNING,
        () ->
            "load tracker: its client was closed, so these loads are no longer followed: "
                + String.join(", ", left.stream().map(Redactor::quote).toList())
                + "; close the tracker first");
  }

  /** Builds {@link LoadTracker}. Not safe for concurrent use. */
  public static final class Builder {
    private final FreightClient client;
    private final ScheduledExecutorService executor;
    private final JobsListener listener;
    private SpendGuard.@Nullable Scope scope;
    private @Nullable BigDecimal budgetPerDay;
    private Clock clock = Clock.systemUTC();

    private Builder(
        FreightClient client, ScheduledExecutorService executor, Consumer<LoadEvent> listener) {
      this.client = Objects.requireNonNull(client, "client");
      this.executor = Objects.requireNonNull(executor, "executor");
      Objects.requireNonNull(listener, "listener");
      this.listener =
          new JobsListener() {
            @Override
            public void onEvent(LoadEvent event) {
              listener.accept(event);
            }
          };
    }

    /** The scope that pays for its reads. Default: only the client's own limits apply. */
    public Builder scope(SpendGuard.Scope scope) {
      this.scope = Objects.requireNonNull(scope, "scope");
      return this;
    }

    /** What its reads may cost per day, in USD: see {@link FreightJobs.Builder#budgetPerDay}. */
    public Builder budgetPerDay(String usd) {
      this.budgetPerDay = FreightJobs.Builder.budget(usd);
      return this;
    }

    /** For tests, whose executor decides when a run is due. */
    Builder clock(Clock clock) {
      this.clock = clock;
      return this;
    }

    public LoadTracker build() {
      return new LoadTracker(this);
    }
  }
}
