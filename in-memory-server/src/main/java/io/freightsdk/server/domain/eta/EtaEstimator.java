package io.freightsdk.server.domain.eta;

import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates arrivals from the latest position at the stops ahead. Pure. */
public final class EtaEstimator {
  /** Age of the latest fix from which an estimate is marked stale. */
  private static final Duration STALE_AFTER = Duration.ofMinutes(15);

  /** Miles by road per mile of the great circle. */
  private static final double CIRCUITY = 1.20;

  private static final double MIN_SPEED_MPH = 25;
  private static final double MAX_SPEED_MPH = 65;

  /** Speed of a truck without recent movement, and of every truck after the first half hour. */
  private static final double DEFAULT_SPEED_MPH = 50;

  /**
   * Recent speed counts only so long: a truck in a city, or just after a break, soon drives faster.
   */
  private static final double HOURS_AT_RECENT_SPEED = 0.5;

  private static final double MILLIS_PER_HOUR = 3_600_000;
  private static final double MILLIS_PER_MINUTE = 60_000;
  private static final Duration RECENT_PERIOD = Duration.ofMinutes(30);
  private static final int MAX_LEGS = 60;
  private static final double MOVING_MPH = 5;

  private EtaEstimator() {}

  /**
   * Estimates from the latest fix, at the time of that fix. While the phone is silent, an estimate
   * does not change until the truck should have been at its next stop. From then on it is {@code
   * now}, and there is none once the fix is stale.
   */
  public static Eta estimate(Progress progress, Track track, Instant now) {
    if (progress.status() == Status.CANCELLED) return new Eta.NoEstimate(Eta.Reason.CANCELLED);
    if (progress.status() == Status.DELIVERED) return new Eta.NoEstimate(Eta.Reason.DELIVERED);
    Fix last = track.lastFix();
    if (last == null) return new Eta.NoEstimate(Eta.Reason.NO_POSITION);
    int next = nextStop(progress);
    if (progress.stopVisits().get(next).isArrived()) return new Eta.NoEstimate(Eta.Reason.ARRIVED);
    List<Double> miles = milesTo(progress, next, last.coordinates());
    if (miles == null) return new Eta.NoEstimate(Eta.Reason.NO_COORDINATES);
    double milesToLast = miles.get(miles.size() - 1);
    Double recent = recentMph(track, last);
    double speed =
        recent == null
            ? DEFAULT_SPEED_MPH
            : Math.max(MIN_SPEED_MPH, Math.min(MAX_SPEED_MPH, recent));
    List<Instant> arrivals = new ArrayList<>();
    for (double toStop : miles) {
      arrivals.add(last.time().plus(drivingTime(toStop * CIRCUITY, speed)));
    }
    boolean isStale = isStale(last, now);
    boolean isOverdue = now.isAfter(arrivals.get(0));
    if (isOverdue && isStale) return new Eta.NoEstimate(Eta.Reason.POSITION_TOO_OLD);
    arrivals.replaceAll(arrival -> arrival.isBefore(now) ? now : arrival);
    Instant atLast = arrivals.get(arrivals.size() - 1);
    return new Eta.Estimate(
        progress.plan().stops().get(next).sequence(),
        arrivals.get(0),
        atLast,
        PositionFigures.oneDecimal(milesToLast * CIRCUITY),
        Math.round(Duration.between(now, atLast).toMillis() / MILLIS_PER_MINUTE),
        PositionFigures.oneDecimal(speed),
        recent == null ? Eta.SpeedBasis.DEFAULT_SPEED : Eta.SpeedBasis.RECENT_SPEED,
        isStale,
        arrivals);
  }

  /** Whether a fix is so old that the truck may be elsewhere. */
  public static boolean isStale(Fix fix, Instant now) {
    return Duration.between(fix.time(), now).compareTo(STALE_AFTER) > 0;
  }

  /** Index of the first stop without an arrival; the last stop if there is none. */
  private static int nextStop(Progress progress) {
    int stops = progress.stopVisits().size();
    int next = progress.visits().openStopIndex();
    while (next < stops && progress.stopVisits().get(next).isArrived()) {
      next++;
    }
    return Math.min(next, stops - 1);
  }

  /**
   * Great-circle miles from {@code from} to each stop from {@code first} on; null if a stop has no
   * coordinates.
   */
  private static @Nullable List<Double> milesTo(Progress progress, int first, Coordinates from) {
    List<PlannedStop> stops = progress.plan().stops();
    List<Double> miles = new ArrayList<>(stops.size() - first);
    double sum = 0;
    Coordinates at = from;
    for (PlannedStop stop : stops.subList(first, stops.size())) {
      Fence fence = stop.fence();
      if (fence == null) return null;
      sum += at.milesTo(fence.center());
      at = fence.center();
      miles.add(sum);
    }
    return miles;
  }

  private static Duration drivingTime(double miles, double recentMph) {
    double milesAtRecentSpeed = Math.min(miles, recentMph * HOURS_AT_RECENT_SPEED);
    double hours =
        milesAtRecentSpeed / recentMph + (miles - milesAtRecentSpeed) / DEFAULT_SPEED_MPH;
    return Duration.ofMillis(Math.round(hours * MILLIS_PER_HOUR));
  }

  /**
   * The speed of a truck while it moved, over at most its last 60 fixes and half an hour; null if
   * it did not move.
   */
  private static @Nullable Double recentMph(Track track, Fix last) {
    double miles = 0;
    double hours = 0;
    Instant earliest = last.time().minus(RECENT_PERIOD);
    Fix to = last;
    for (int legs = 0; legs < MAX_LEGS; legs++) {
      Fix from = track.fixAtOrBefore(to.time().minusMillis(1));
      if (from == null || from.time().isBefore(earliest)) break;
      double legMiles = from.coordinates().milesTo(to.coordinates());
      double legHours = Duration.between(from.time(), to.time()).toMillis() / MILLIS_PER_HOUR;
      if (legMiles / legHours >= MOVING_MPH) {
        miles += legMiles;
        hours += legHours;
      }
      to = from;
    }
    if (hours > 0) return miles / hours;
    Double reported = last.speedMph();
    return reported != null && reported >= MOVING_MPH ? reported : null;
  }
}
