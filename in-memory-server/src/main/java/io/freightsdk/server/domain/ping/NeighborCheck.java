package io.freightsdk.server.domain.ping;

import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a duplicate, a teleport or a throttled fix, by the kept fixes just before and after it in
 * time, not by the latest to arrive. So a phone's offline buffer is kept, even if its fixes are not
 * in order.
 */
public final class NeighborCheck {
  private static final double MAX_SPEED_MPH = 120;
  private static final Duration MIN_INTERVAL = Duration.ofSeconds(5);
  private static final Duration MAX_INTERVAL = Duration.ofMinutes(15);
  private static final double SECONDS_PER_HOUR = 3_600;

  private NeighborCheck() {}

  public static PingVerdict check(Track track, Fix fix, PingRules rules) {
    if (track.contains(fix)) return PingVerdict.refused(fix, PingRefusal.DUPLICATE);
    Fix before = track.fixAtOrBefore(fix.time());
    Fix after = track.fixAfter(fix.time());
    Jump fromBefore = jump(before, fix);
    Jump toAfter = jump(fix, after);
    if (fromBefore == Jump.TELEPORT || toAfter == Jump.TELEPORT) {
      return PingVerdict.refused(fix, PingRefusal.TELEPORT);
    }
    if (isWithin(rules.throttle(), before, fix) || isWithin(rules.throttle(), fix, after)) {
      return PingVerdict.refused(fix, PingRefusal.THROTTLED);
    }
    boolean newBaseline = isNewBaseline(before == null ? after : before, fix.time());
    boolean lowConfidence =
        newBaseline || fromBefore == Jump.TOLERATED || toAfter == Jump.TOLERATED;
    return PingVerdict.accepted(fix, lowConfidence);
  }

  private enum Jump {
    PLAUSIBLE,
    /** Too fast, but the two accuracies together explain the distance. */
    TOLERATED,
    TELEPORT
  }

  private static Jump jump(@Nullable Fix from, @Nullable Fix to) {
    if (from == null || to == null) return Jump.PLAUSIBLE;
    Duration dt = Duration.between(from.time(), to.time());
    boolean judged = dt.compareTo(MIN_INTERVAL) > 0 && dt.compareTo(MAX_INTERVAL) <= 0;
    if (!judged) return Jump.PLAUSIBLE;
    double hours = dt.toMillis() / 1_000.0 / SECONDS_PER_HOUR;
    if (from.coordinates().milesTo(to.coordinates()) / hours <= MAX_SPEED_MPH)
      return Jump.PLAUSIBLE;
    double doubtMeters = orZero(from.accuracyMeters()) + orZero(to.accuracyMeters());
    return from.coordinates().metersTo(to.coordinates()) < doubtMeters
        ? Jump.TOLERATED
        : Jump.TELEPORT;
  }

  private static boolean isWithin(Duration throttle, @Nullable Fix earlier, @Nullable Fix later) {
    return earlier != null
        && later != null
        && Duration.between(earlier.time(), later.time()).compareTo(throttle) < 0;
  }

  private static boolean isNewBaseline(@Nullable Fix neighbor, Instant time) {
    return neighbor != null
        && Duration.between(neighbor.time(), time).abs().compareTo(MAX_INTERVAL) > 0;
  }

  private static double orZero(@Nullable Double accuracyMeters) {
    return accuracyMeters == null ? 0 : accuracyMeters;
  }
}
