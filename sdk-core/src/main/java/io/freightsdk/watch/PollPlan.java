package io.freightsdk.watch;

import io.freightsdk.internal.watch.AdaptivePollPlan;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.model.LoadPosition;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a load is worth the price of its next read. A plan is a pure function: no clock, no
 * call, no memory, so that it gives the same answer in any process that holds the position.
 */
@FunctionalInterface
public interface PollPlan {
  /**
   * When to read next; null when no read is worth its price any more: the load reached a terminal
   * status, or the budget is spent.
   *
   * @param latest the position read last
   * @param now when it was read, or any later moment at which to decide again
   * @param budget the paid reads that are left
   */
  @Nullable Instant nextRead(LoadPosition latest, Instant now, ReadBudget budget);

  /**
   * Reads at one interval, whatever the load does.
   *
   * @throws IllegalArgumentException unless the interval is at least one second
   */
  static PollPlan every(Duration interval) {
    if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException(
          "interval: every read is billed; expected at least 1 second, got " + interval);
    }
    return (latest, now, budget) ->
        Progress.isOver(latest) || budget.isSpent() ? null : now.plus(interval);
  }

  /**
   * The default: reads when something may have changed, at least 2 minutes and at most 4 hours
   * after the read before. Seldom while a load waits for its window or its phone is silent, along
   * the service's ETA while it moves, closely near a stop, at a relaxing pace while it is loaded or
   * unloaded. What it costs and how fast it notices is measured in {@code docs/watching.md}.
   */
  static PollPlan adaptive() {
    return AdaptivePollPlan.DEFAULT;
  }

  /**
   * The default plan with other bounds.
   *
   * @throws IllegalArgumentException unless 1 second &lt;= floor &lt;= ceiling
   */
  static PollPlan adaptive(Duration floor, Duration ceiling) {
    return new AdaptivePollPlan(floor, ceiling);
  }
}
