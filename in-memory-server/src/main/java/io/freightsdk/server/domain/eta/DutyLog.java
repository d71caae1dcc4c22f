package io.freightsdk.server.domain.eta;

import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads a driver's hours off the track: where the truck was every five minutes of the last day, so
 * its cost does not depend on the length of the track. Before the first fix the driver is taken to
 * have rested.
 */
final class DutyLog {
  private static final Duration SLICE = Duration.ofMinutes(5);
  private static final int SLICES = 24 * 12;
  private static final double MOVING_MPH = 5;

  private DutyLog() {}

  static DutyState at(Instant now, Track track, HoursOfService hours) {
    Duration driven = Duration.ZERO;
    Duration drivenSinceBreak = Duration.ZERO;
    Duration standing = Duration.ZERO;
    Duration standingUntilNow = Duration.ZERO;
    boolean movedYet = false;
    boolean breakSeen = false;
    Duration onDuty = Duration.ZERO;

    Fix later = track.before(now);
    // Added up, because multiplying a Duration takes the way over BigDecimal, 288 times a read.
    Duration past = Duration.ZERO;
    for (int i = 1; i <= SLICES && later != null; i++) {
      past = past.plus(SLICE);
      Fix earlier = track.before(now.minus(past));
      if (isMoving(earlier, later)) {
        driven = driven.plus(SLICE);
        onDuty = past;
        movedYet = true;
        standing = Duration.ZERO;
        drivenSinceBreak = breakSeen ? drivenSinceBreak : driven;
      } else {
        standing = standing.plus(SLICE);
        standingUntilNow = movedYet ? standingUntilNow : standing;
        boolean rested = isReached(hours.rest(), standing);
        if (rested) {
          break;
        }
        breakSeen |= isReached(hours.pause(), standing);
      }
      later = earlier;
    }
    return movedYet
        ? new DutyState(driven, onDuty, drivenSinceBreak, standingUntilNow)
        : DutyState.FRESH;
  }

  private static boolean isMoving(@Nullable Fix earlier, Fix later) {
    boolean isSameFix = earlier != null && earlier.time().equals(later.time());
    if (earlier == null || isSameFix) {
      return false;
    }
    double milesPerSlice = MOVING_MPH * SLICE.toMinutes() / 60;
    return earlier.at().milesTo(later.at()) >= milesPerSlice;
  }

  private static boolean isReached(Duration limit, Duration length) {
    return !limit.isZero() && length.compareTo(limit) >= 0;
  }
}
