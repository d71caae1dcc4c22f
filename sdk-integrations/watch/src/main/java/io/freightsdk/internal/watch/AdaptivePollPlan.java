package io.freightsdk.internal.watch;

import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.PositionStop;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.ReadBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The plan behind {@link PollPlan#adaptive()}.
 *
 * @param floor the shortest wait between two reads
 * @param ceiling the longest
 */
public record AdaptivePollPlan(Duration floor, Duration ceiling) implements PollPlan {
  /** Two minutes to four hours. */
  public static final AdaptivePollPlan DEFAULT =
      new AdaptivePollPlan(Duration.ofMinutes(2), Duration.ofHours(4));

  /** Below this many reads the plan spreads them over the time the load still needs. */
  private static final int SCARCE_READS = 20;

  // Found in simulations, on other loads than those of the table in docs/watching.md.
  private static final double SHARE_OF_THE_ETA = 0.4;
  private static final double SHARE_OF_THE_SILENCE = 0.2;
  private static final double SHARE_OF_THE_TIME_TO_THE_WINDOW = 0.5;
  private static final double SHARE_OF_THE_STANDING = 0.1;
  private static final double SHARE_OF_THE_WAITING = 0.03;

  private static final Duration NEAR_A_STOP = Duration.ofMinutes(3);
  private static final Duration GPS_IS_SILENT = Duration.ofMinutes(10);
  private static final Duration LEAD_BEFORE_WINDOW = Duration.ofHours(2);
  private static final Duration DRIVER_IS_DUE = Duration.ofMinutes(15);
  private static final Duration SHORTEST_STAY = Duration.ofMinutes(15);
  private static final Duration WAITING = Duration.ofMinutes(3);
  private static final Duration NOTHING_KNOWN = Duration.ofMinutes(20);
  private static final Duration A_YEAR = Duration.ofDays(365);
  private static final Duration LONGEST_ON_SITE = Duration.ofMinutes(30);

  /**
   * @throws IllegalArgumentException unless 1 second &lt;= floor &lt;= ceiling
   */
  public AdaptivePollPlan {
    Objects.requireNonNull(floor, "floor");
    Objects.requireNonNull(ceiling, "ceiling");
    if (floor.compareTo(Duration.ofSeconds(1)) < 0 || floor.compareTo(ceiling) > 0) {
      throw new IllegalArgumentException(
          "expected 1 second <= floor <= ceiling, got floor %s, ceiling %s"
              .formatted(floor, ceiling));
    }
  }

  @Override
  public @Nullable Instant nextRead(LoadPosition latest, Instant now, ReadBudget budget) {
    if (Progress.isOver(latest) || budget.isSpent()) {
      return null;
    }
    Progress progress = new Progress(latest, now);
    Duration wait = longer(wanted(progress), affordable(progress, budget));
    return now.plus(shorter(longer(wait, floor), ceiling));
  }

  private static Duration wanted(Progress progress) {
    if (progress.hasNoFix()) {
      return untilTheWindow(progress);
    }
    PositionStop here = progress.waitingAt();
    Duration wait = here != null ? atStop(progress, here) : onTheRoad(progress);
    Duration silence = progress.gpsSilence();
    boolean silent = silence.compareTo(GPS_IS_SILENT) > 0;
    return silent ? longer(wait, share(silence, SHARE_OF_THE_SILENCE)) : wait;
  }

  /** Waits half of the time until the window, so that a driver who starts early is noticed. */
  private static Duration untilTheWindow(Progress progress) {
    PositionStop first = progress.headingFor();
    Instant window = first == null ? null : first.windowFrom();
    if (window == null) {
      Duration sinceCreated = progress.sinceCreated();
      return longer(DRIVER_IS_DUE, share(sinceCreated, SHARE_OF_THE_SILENCE));
    }
    Duration toLead = Duration.between(progress.now(), window.minus(LEAD_BEFORE_WINDOW));
    Duration overdue = progress.since(window);
    return longer(
        DRIVER_IS_DUE,
        longer(
            share(toLead, SHARE_OF_THE_TIME_TO_THE_WINDOW), share(overdue, SHARE_OF_THE_SILENCE)));
  }

  private static Duration atStop(Progress progress, PositionStop here) {
    Instant arrivedAt = here.arrivedAt();
    Duration waited = arrivedAt == null ? Duration.ZERO : progress.since(arrivedAt);
    Duration restOfShortestStay = SHORTEST_STAY.minus(waited);
    Duration pace = shorter(share(waited, SHARE_OF_THE_WAITING), LONGEST_ON_SITE);
    return longer(longer(WAITING, pace), restOfShortestStay);
  }

  private static Duration onTheRoad(Progress progress) {
    Duration standing = share(progress.standing(), SHARE_OF_THE_STANDING);
    Duration toStop = toStop(progress);
    Duration wait = toStop == null ? NOTHING_KNOWN : share(toStop, SHARE_OF_THE_ETA);
    return longer(NEAR_A_STOP, longer(wait, shorter(standing, LONGEST_ON_SITE)));
  }

  private static @Nullable Duration toStop(Progress progress) {
    Duration estimated = progress.toNextStop();
    if (estimated == null) {
      return toWindow(progress.headingFor(), progress.now());
    }
    Duration driving = progress.drivingToTheLastStop();
    return driving == null ? estimated : shorter(driving, estimated);
  }

  private static @Nullable Duration toWindow(@Nullable PositionStop next, Instant now) {
    Instant window = next == null ? null : next.windowFrom();
    return window == null || window.isBefore(now) ? null : Duration.between(now, window);
  }

  /** The wait that makes the last reads reach the end of the load. */
  private static Duration affordable(Progress progress, ReadBudget budget) {
    Duration toTheEnd = progress.toTheEnd();
    boolean plenty = budget.readsLeft() >= SCARCE_READS;
    if (plenty || toTheEnd == null || toTheEnd.isNegative()) {
      return Duration.ZERO;
    }
    return toTheEnd.dividedBy(budget.readsLeft());
  }

  private static Duration share(Duration whole, double share) {
    // The service may estimate an arrival in the year 900000000.
    return Duration.ofMillis(
        (long) (shorter(longer(whole, A_YEAR.negated()), A_YEAR).toMillis() * share));
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
