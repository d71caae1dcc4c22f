package io.freightsdk.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.jobs.BudgetLine;
import io.freightsdk.internal.jobs.FollowedLoad;
import io.freightsdk.internal.jobs.Follower;
import io.freightsdk.internal.jobs.JobsRuntime;
import io.freightsdk.internal.jobs.Tempo;
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
 * should have happened, tells what is new, and ends with the load. It forgets its loads with the
 * process; {@link FreightJobs} keeps them.
 *
 * <pre>{@code
 * LoadTracker tracker = LoadTracker.builder(client, executor, event -> System.out.println(event)).build();
 * tracker.add("LD-2026-0001");
 * }</pre>
 *
 * <p>A listener that throws is called again with the same events, from the first of the reading on,
 * after 5 seconds to 10 minutes, and until then nothing is read for that load. Of one load only one
 * thing is told at a time. Safe for concurrent use.
 */
public final class LoadTracker implements AutoCloseable {
  private final ScheduledExecutorService executor;
  private final JobsRuntime runtime;
  private final Follower follower;
  private final SpendGuard.@Nullable Scope scope;
  private final Map<String, Tracked> loads = new ConcurrentHashMap<>();

  /** A load between two runs: each is scheduled by the one before, so they see what it wrote. */
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
            Tempo.STANDARD,
            clock);
    this.follower = new Follower(runtime);
  }

  /**
   * Starts a builder.
   *
   * @param executor that reads and tells; it is not shut down with the tracker
   * @param listener whom it tells what happened
   */
  public static Builder builder(
      FreightClient client, ScheduledExecutorService executor, Consumer<LoadEvent> listener) {
    return new Builder(client, executor, listener);
  }

  /** Follows a load from now on, beginning with a read; false if it is followed already. */
  public boolean add(String loadNumber) {
    String customer = scope == null ? null : scope.path();
    Instant now = runtime.clock().instant();
    Tracked added = new Tracked(FollowedLoad.of(loadNumber, null, customer, now));
    if (loads.putIfAbsent(loadNumber, added) != null) return false;
    schedule(added, now);
    return true;
  }

  /** Follows it no more; false if it was not followed. A read or call that runs now ends first. */
  public boolean remove(String loadNumber) {
    return loads.remove(loadNumber) != null;
  }

  /** The loads that are followed now. */
  public Set<String> loads() {
    return Set.copyOf(loads.keySet());
  }

  /** Follows nothing any more. */
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
    Follower.Kept kept;
    try {
      kept = follower.run(load);
      tracked.failures = 0;
    } catch (Throwable failure) {
      kept = follower.afterFailure(load, failure, runtime.tempo().pause(tracked.failures));
      tracked.failures++;
    }
    tracked.load = kept.load();
    if (kept.due() == null) {
      loads.remove(load.loadNumber(), tracked);
    } else {
      schedule(tracked, kept.due());
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

    /** The scope that its reads are paid in. Default: the limits of the client alone. */
    public Builder scope(SpendGuard.Scope scope) {
      this.scope = Objects.requireNonNull(scope, "scope");
      return this;
    }

    /** What its reads may cost in a day, in USD: {@link FreightJobs.Builder#budgetPerDay}. */
    public Builder budgetPerDay(String usd) {
      this.budgetPerDay = FreightJobs.Builder.budget(usd);
      return this;
    }

    /** For tests, whose executor knows when it is due. */
    Builder clock(Clock clock) {
      this.clock = clock;
      return this;
    }

    public LoadTracker build() {
      return new LoadTracker(this);
    }
  }
}
