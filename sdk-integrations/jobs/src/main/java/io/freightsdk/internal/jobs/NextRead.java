package io.freightsdk.internal.jobs;

import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a load should be read next: when its next arrival or departure should have happened. Pure,
 * so that it gives the same answer in any process that has the position.
 */
final class NextRead {
  /** How long a truck usually is at a stop. */
  private static final Duration STAY = Duration.ofMinutes(75);

  /** How long to wait at least for what should have happened already. */
  private static final Duration LATE = Duration.ofMinutes(20);

  /** A drive of which neither an estimate nor a window tells. */
  private static final Duration NOTHING_KNOWN = Duration.ofHours(2);

  private static final double SHARE_OF_THE_STANDING = 0.25;
  private static final double STANDING_DEGREES = 0.004;
  private static final Duration FLOOR = Duration.ofMinutes(2);

  /** An estimate further ahead is not believed. */
  private static final Duration LONGEST_DRIVE = Duration.ofDays(2);

  private static final Duration LONGEST_TO_A_WINDOW = Duration.ofDays(365);

  private NextRead() {}

  /** Whether the load has a status that no later one follows. */
  static boolean isOver(LoadPosition position) {
    LoadStatus status = position.status();
    return status.equals(LoadStatus.DELIVERED) || status.equals(LoadStatus.CANCELLED);
  }

  /**
   * Null once the load is over.
   *
   * @param latest the position read last, or what the creation told of the stops before that
   * @param readAt when it was read
   * @param share of the time until then: 1 while the budget is used up as it comes in, less while
   *     money would be lost ({@link LineState#share})
   */
  static @Nullable Instant after(LoadPosition latest, Instant readAt, double share) {
    if (isOver(latest)) {
      return null;
    }
    Duration ahead = Duration.between(readAt, expected(latest, readAt));
    boolean overdue = ahead.isNegative() || ahead.isZero();
    // As long again as it is overdue: each miss doubles the wait.
    Duration wait = overdue ? longer(LATE, ahead.negated()) : shorter(ahead, longest(latest));
    return readAt.plus(longer(FLOOR, Duration.ofSeconds((long) (wait.toSeconds() * share))));
  }

  private static Duration longest(LoadPosition latest) {
    return latest.gpsTrack().isEmpty() ? LONGEST_TO_A_WINDOW : LONGEST_DRIVE;
  }

  /** When the load should bring its next arrival or departure. */
  static Instant expected(LoadPosition latest, Instant readAt) {
    PositionStop next = null;
    for (PositionStop stop : latest.stops()) {
      if (stop.departedAt() != null) {
        next = null; // What lies before it was passed by.
      } else if (stop.arrivedAt() != null) {
        return stop.arrivedAt().plus(STAY);
      } else if (next == null) {
        next = stop;
      }
    }
    // Every stop is left, and the load is not over: its papers are awaited.
    return next == null ? readAt.plus(STAY) : arrival(latest, next, readAt);
  }

  private static Instant arrival(LoadPosition latest, PositionStop stop, Instant readAt) {
    Eta eta = latest.eta();
    Instant estimated = eta == null ? null : eta.nextStopEta();
    if (estimated != null && !latest.gpsTrack().isEmpty()) {
      // An estimate moves along with a truck that stands: who has rested for long rests on.
      Duration still = Duration.between(stillSince(latest.gpsTrack(), readAt), readAt);
      Instant again = readAt.plusSeconds((long) (still.toSeconds() * SHARE_OF_THE_STANDING));
      return estimated.isAfter(again) ? estimated : again;
    }
    return stop.windowFrom() != null ? stop.windowFrom() : readAt.plus(NOTHING_KNOWN);
  }

  /** Since when the truck has been where its latest fix is; a silent phone counts as standing. */
  private static Instant stillSince(List<GpsPoint> track, Instant readAt) {
    GpsPoint latest = track.get(track.size() - 1);
    Instant since = readAt;
    for (int i = track.size() - 1; i >= 0 && isNear(track.get(i), latest); i--) {
      Instant at = track.get(i).ts();
      since = at != null && at.isBefore(since) ? at : since;
    }
    return since;
  }

  private static boolean isNear(GpsPoint a, GpsPoint b) {
    return a.lat() != null
        && a.lng() != null
        && b.lat() != null
        && b.lng() != null
        && Math.hypot(a.lat() - b.lat(), a.lng() - b.lng()) < STANDING_DEGREES;
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
