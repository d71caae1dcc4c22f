package io.freightsdk.server.domain.eta;

import io.freightsdk.server.domain.fence.Fence;
import io.freightsdk.server.domain.figures.Window;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Estimates arrivals from the latest position over the stops still ahead. Pure. */
public final class EtaEstimator {
  private static final double MILLIS_PER_HOUR = 3_600_000;
  private static final double MILLIS_PER_MINUTE = 60_000;

  private EtaEstimator() {}

  /** The truck is taken to be at its latest fix now. */
  public static Eta estimate(Progress progress, Track track, Instant now, EtaRules rules) {
    if (progress.status() == Status.CANCELLED) {
      return new Eta.Unknown(Eta.Reason.CANCELLED);
    }
    if (progress.status() == Status.DELIVERED) {
      return new Eta.Unknown(Eta.Reason.DELIVERED);
    }
    Fix last = track.last();
    if (last == null) {
      return new Eta.Unknown(Eta.Reason.NO_POSITION);
    }
    int next = nextStop(progress);
    Double milesToNext = milesOver(progress, next, next + 1, last.at());
    Double milesToLast = milesOver(progress, next, progress.stops().size(), last.at());
    if (milesToNext == null || milesToLast == null) {
      return new Eta.Unknown(Eta.Reason.NO_COORDINATES);
    }
    Double recent = RecentSpeed.mph(track, last);
    double speed =
        recent == null
            ? rules.defaultSpeedMph()
            : Math.max(rules.minSpeedMph(), Math.min(rules.maxSpeedMph(), recent));
    DutyState duty = DutyLog.at(now, track, rules.hours());
    Duration toNext = duration(milesToNext * rules.circuity(), speed, rules, duty);
    Duration toLast = duration(milesToLast * rules.circuity(), speed, rules, duty);
    return new Eta.Estimate(
        progress.plan().stops().get(next).sequence(),
        onTheWire(now.plus(toNext)),
        onTheWire(now.plus(toLast)),
        oneDecimal(milesToLast * rules.circuity()),
        Math.round(toLast.toMillis() / MILLIS_PER_MINUTE),
        oneDecimal(speed),
        recent == null ? Eta.Basis.DEFAULT_SPEED : Eta.Basis.RECENT_SPEED,
        Duration.between(last.time(), now).compareTo(rules.staleAfter()) > 0);
  }

  /** Index of the first stop not yet arrived at; the last one when all are. */
  private static int nextStop(Progress progress) {
    int stops = progress.stops().size();
    int next = progress.visits().open();
    while (next < stops && progress.stops().get(next).isArrived()) {
      next++;
    }
    return Math.min(next, stops - 1);
  }

  /**
   * As the crow flies from {@code from} over the stops; null where one has no coordinates; 0 at a
   * stop arrived at.
   */
  private static @Nullable Double milesOver(
      Progress progress, int first, int end, Coordinates from) {
    if (progress.stops().get(first).isArrived()) {
      return 0.0;
    }
    double miles = 0;
    Coordinates at = from;
    for (PlannedStop stop : progress.plan().stops().subList(first, end)) {
      Fence fence = stop.fence();
      if (fence == null) {
        return null;
      }
      miles += at.milesTo(fence.center());
      at = fence.center();
    }
    return miles;
  }

  private static Duration duration(double miles, double mph, EtaRules rules, DutyState duty) {
    Duration driving = Duration.ofMillis(Math.round(miles / mph * MILLIS_PER_HOUR));
    return rules.hours().elapsed(driving, duty);
  }

  private static Instant onTheWire(Instant time) {
    return time.isAfter(Window.LATEST) ? Window.LATEST : time;
  }

  private static double oneDecimal(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
