package io.freightsdk.watch;

import io.freightsdk.internal.watch.AdaptivePollPlan;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.model.LoadPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides when to read a load next. A plan should be a pure function without clock, calls or state,
 * so that it gives the same answer in any process that has the position.
 */
@FunctionalInterface
public interface PollPlan {
  /**
   * When to read next; null to end the watch: the load reached a terminal status, the budget is
   * spent, or no further read is worth its price.
   *
   * @param latest the position read last
   * @param now when it was read, or any later time
   * @param budget how many paid reads are left
   */
  @Nullable Instant nextRead(LoadPosition latest, Instant now, ReadBudget budget);

  /**
   * Reads at a fixed interval.
   *
   * @throws IllegalArgumentException unless the interval is at least one second
   */
  static PollPlan every(Duration interval) {
    if (Objects.requireNonNull(interval, "interval").compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "interval: every read is billed; expected at least 1 second, got " + interval);
    }
    return (latest, now, budget) ->
        Progress.isOver(latest) || budget.isSpent() ? null : now.plus(interval);
  }

  /**
   * The default: reads when a change is likely, at least 2 minutes and at most 4 hours after the
   * last read. Reads are rare while the load waits for its time window or the phone is silent,
   * follow the service's ETA while the truck moves, are frequent near a stop, and become rarer the
   * longer the truck is loaded or unloaded. Without the ETA fields of {@link
   * io.freightsdk.model.Eta}, which the service does not publish, it goes by the time window of the
   * next stop, and reads every 20 minutes on the road where there is none. Cost and delay are
   * measured in {@code docs/watching.md}, with and without these fields.
   */
  static PollPlan adaptive() {
    return AdaptivePollPlan.DEFAULT;
  }

  /**
   * The default plan with another shortest and longest time between two reads.
   *
   * @throws IllegalArgumentException unless 1 second &lt;= floor &lt;= ceiling
   */
  static PollPlan adaptive(Duration floor, Duration ceiling) {
    return new AdaptivePollPlan(floor, ceiling);
  }
}
