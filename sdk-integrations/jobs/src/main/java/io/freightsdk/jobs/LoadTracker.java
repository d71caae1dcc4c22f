package io.freightsdk.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.jobs.BudgetLine;
import io.freightsdk.internal.jobs.FollowedLoad;
import io.freightsdk.internal.jobs.Follower;
import io.freightsdk.internal.jobs.Intervals;
import io.freightsdk.internal.jobs.JobsRuntime;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows loads in one process, without a database: reads each when its next arrival or departure
 * should have happened, and calls the listener with new events, until the load is over. Its loads
 * are lost with the process; {@link FreightJobs} stores them.
 *
 * <pre>{@code
 * LoadTracker tracker = LoadTracker.builder(client, executor, event -> System.out.println(event)).build();
 * tracker.add("LD-2026-0001");
 * }</pre>
 *
 * <p>If the listener throws, it is called again after 5 seconds to 10 minutes, from the first event
 * of the same reading on, and the load is not read before all are delivered. Calls for one load do
 * not overlap. Safe for concurrent use.
 */
public final class LoadTracker implements AutoCloseable {
  private final ScheduledExecutorService executor;
  private final JobsRuntime runtime;
  private final Follower follower;
  private final SpendGuard.@Nullable Scope scope;
  private final Map<String, Tracked> loads = new ConcurrentHashMap<>();

  /** A load between two runs. Each is scheduled by the previous one, so it sees what that wrote. */
  private static final class Tracked {
    FollowedLoad load;
    int failures;

    Tracked(FollowedLoad load) {
      this.load = load;
    }
  }

  private LoadTracker(Builder builder) {
    this.executor = builder.executor;
    this.scope = builder.scope;
    BigDecimal budget = builder.budgetPerDay;
    Clock clock = builder.clock;
    this.runtime =
        new JobsRuntime(
            "tracker",
            builder.client,
            builder.listener,
            scope == null ? null : customer -> scope,
            budget == null ? null : BudgetLine.inMemory(builder.client, budget, clock.instant()),
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

  /** Starts to follow a load, beginning with a read; false if it is already followed. */
  public boolean add(String loadNumber) {
    String customer = scope == null ? null : scope.path();
    Instant now = runtime.clock().instant();
    Tracked added = new Tracked(FollowedLoad.of(loadNumber, null, customer, now));
    if (loads.putIfAbsent(loadNumber, added) != null) return false;
    schedule(added, now);
    return true;
  }

  /**
   * Stops following a load; false if it was not followed. A running read or listener call is not
   * interrupted.
   */
  public boolean remove(String loadNumber) {
    return loads.remove(loadNumber) != null;
  }

  /** Numbers of the loads that are followed now. */
  public Set<String> loads() {
    return Set.copyOf(loads.keySet());
  }

  /** Stops following all loads. */
  @Override
  public void close() {
    loads.clear();
  }

  private void schedule(Tracked tracked, Instant due) {
    Duration wait = Duration.between(runtime.clock().instant(), due);
    try {
      var unused =
          executor.schedule(
              () -> run(tracked), Math.max(0, wait.toMillis()), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException shutDown) {
      loads.remove(tracked.load.loadNumber(), tracked);
    }
  }

  private void run(Tracked tracked) {
    FollowedLoad load = tracked.load;
    boolean isRemoved = loads.get(load.loadNumber()) != tracked;
    if (isRemoved) return;
    Follower.RunResult result;
    try {
      result = follower.run(load);
      tracked.failures = 0;
    } catch (Throwable failure) {
      result =
          follower.afterFailure(load, failure, runtime.intervals().retryDelay(tracked.failures));
      tracked.failures++;
    }
    tracked.load = result.load();
    if (result.due() == null) {
      loads.remove(load.loadNumber(), tracked);
    } else {
      schedule(tracked, result.due());
    }
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
