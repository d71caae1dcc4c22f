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
 * Decides when a load is read next: when its next arrival or departure should have happened. Pure,
 * so that any process with the same position gets the same result.
 */
final class NextRead {
  /** How long a truck usually is at a stop. */
  private static final Duration USUAL_DWELL = Duration.ofMinutes(75);

  /** The minimum wait for what should have happened already. */
  private static final Duration MIN_OVERDUE_WAIT = Duration.ofMinutes(20);

  /** For a drive with neither an estimate nor a window. */
  private static final Duration DEFAULT_DRIVE = Duration.ofHours(2);

  private static final double STANDING_SHARE = 0.25;
  private static final double STANDING_DEGREES = 0.004;
  private static final Duration MIN_WAIT = Duration.ofMinutes(2);

  /** An estimate further ahead is not trusted. */
  private static final Duration MAX_DRIVE = Duration.ofDays(2);

  private static final Duration MAX_WAIT_FOR_WINDOW = Duration.ofDays(365);

  private NextRead() {}

  /** Whether the load has a final status. */
  static boolean isOver(LoadPosition position) {
    LoadStatus status = position.status();
    return status.equals(LoadStatus.DELIVERED) || status.equals(LoadStatus.CANCELLED);
  }

  /**
   * Null once the load is over.
   *
   * @param latest the latest position, or before the first read one with the stops of the order
   * @param readAt when it was read
   * @param share of the time until then that is waited, see {@link LineState#share}
   */
  static @Nullable Instant after(LoadPosition latest, Instant readAt, double share) {
    if (isOver(latest)) {
      return null;
    }
    Duration ahead = Duration.between(readAt, expected(latest, readAt));
    boolean overdue = ahead.isNegative() || ahead.isZero();
    // As long again as it is overdue: each miss doubles the wait.
    Duration wait =
        overdue ? longer(MIN_OVERDUE_WAIT, ahead.negated()) : shorter(ahead, maxWait(latest));
    return readAt.plus(longer(MIN_WAIT, Duration.ofSeconds((long) (wait.toSeconds() * share))));
  }

  private static Duration maxWait(LoadPosition latest) {
    return latest.gpsTrack().isEmpty() ? MAX_WAIT_FOR_WINDOW : MAX_DRIVE;
  }

  /** When the next arrival or departure is expected. */
  static Instant expected(LoadPosition latest, Instant readAt) {
    PositionStop next = null;
    for (PositionStop stop : latest.stops()) {
      if (stop.departedAt() != null) {
        next = null; // Earlier stops were passed by.
      } else if (stop.arrivedAt() != null) {
        return stop.arrivedAt().plus(USUAL_DWELL);
      } else if (next == null) {
        next = stop;
      }
    }
    // All stops are left, but the load is not over: it waits for its papers.
    return next == null ? readAt.plus(USUAL_DWELL) : arrival(latest, next, readAt);
  }

  private static Instant arrival(LoadPosition latest, PositionStop stop, Instant readAt) {
    Eta eta = latest.eta();
    Instant estimated = eta == null ? null : eta.nextStopEta();
    if (estimated != null && !latest.gpsTrack().isEmpty()) {
      // While a truck stands, its estimate moves on; one that stood long will likely stand longer.
      Duration standing = Duration.between(standingSince(latest.gpsTrack(), readAt), readAt);
      Instant again = readAt.plusSeconds((long) (standing.toSeconds() * STANDING_SHARE));
      return estimated.isAfter(again) ? estimated : again;
    }
    return stop.windowFrom() != null ? stop.windowFrom() : readAt.plus(DEFAULT_DRIVE);
  }

  /** Since when the truck has been where its latest fix is; a silent phone counts as standing. */
  private static Instant standingSince(List<GpsPoint> track, Instant readAt) {
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
