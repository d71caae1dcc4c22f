package io.freightsdk.internal.fleet;

import io.freightsdk.watch.FleetOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The loads that wait for their next read, by when it is due. What a read has to save decides when
 * that is, so loads are planned again as reads come to cost less or more of it. Confined to the
 * tasks of its loop.
 */
final class FleetQueue {
  /** How often loads are looked at again that were planned when a read had to save more. */
  private static final Duration REVIEW = Duration.ofMinutes(10);

  /** Beyond this a read is planned once more for what it must save now. */
  private static final double CHANGED = 1.15;

  private static final int SAMPLE = 200;

  private final FleetOptions options;
  private final FleetBudget budget;
  private final TreeSet<FleetLoad> waiting = new TreeSet<>(FleetLoad.BY_DUE);
  private double reviewedAt = Double.POSITIVE_INFINITY;
  private boolean started;

  FleetQueue(FleetOptions options, FleetBudget budget) {
    this.options = options;
    this.budget = budget;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Decides when a load that does not wait is read next. */
  void plan(FleetLoad load) {
    load.plan(
        budget.minutesPerRead(), options.watch().floor(), budget.longestUnread(waiting.size()));
    putOff(load);
  }

  /** The load waits until it is due, whatever news may come. */
  void putOff(FleetLoad load) {
    if (!load.gone) {
      waiting.add(load);
    }
  }

  /** False when it did not wait. */
  boolean remove(FleetLoad load) {
    return waiting.remove(load);
  }

  /** The next load that is worth a read now, which waits no more; null when there is none. */
  @Nullable FleetLoad takeDue(Instant now) {
    while (!waiting.isEmpty() && !waiting.first().due.isAfter(now)) {
      FleetLoad next = waiting.first();
      waiting.remove(next);
      boolean mustSaveMore = budget.minutesPerRead(now) > next.minutesPerRead * CHANGED;
      if (!mustSaveMore) {
        return next;
      }
      plan(next); // It may have to wait.
    }
    return null;
  }

  /** When {@link #takeDue} may have a load, at the latest. */
  Instant lookAgainAt(Instant now) {
    Instant review = now.plus(REVIEW);
    boolean isSooner = !waiting.isEmpty() && waiting.first().due.isBefore(review);
    return isSooner ? waiting.first().due : review;
  }

  /** Plans all loads again once reads have become cheaper: every one may be due earlier. */
  void keepUpWith(Instant now) {
    start();
    double savesMinutes = budget.minutesPerRead(now);
    if (reviewedAt < savesMinutes * CHANGED) {
      reviewedAt = Math.max(reviewedAt, savesMinutes);
      return;
    }
    reviewedAt = savesMinutes;
    List<FleetLoad> all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(this::plan);
  }

  /** The first reads are planned for what makes the budget last over the loads that are known. */
  private void start() {
    if (started || waiting.isEmpty()) {
      return;
    }
    started = true;
    budget.startAt(forecast().minutesPerRead());
  }

  /** No load waits any more. */
  void clear() {
    waiting.clear();
  }

  /** What the budget buys for the loads that wait now, by a sample of them. */
  Forecast forecast() {
    List<Outlook> sample = new ArrayList<>();
    int step = Math.max(1, waiting.size() / SAMPLE);
    int i = 0;
    for (FleetLoad load : waiting) {
      if (i++ % step == 0) sample.add(Outlook.after(load.known, load.knownAt));
    }
    double readsPerMinute = budget.readsPerDay() / FleetBudget.MINUTES_OF_A_DAY;
    return Forecast.of(readsPerMinute, sample, waiting.size());
  }
}
