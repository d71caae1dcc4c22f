package io.freightsdk.server.domain.eta;

import io.freightsdk.server.domain.eta.HoursOfService.DutyState;
import io.freightsdk.server.domain.track.Track;
import java.time.Duration;
import java.time.Instant;

/**
 * Estimates a driver's hours of service from the track: the truck's position every five minutes of
 * the last day, so that the cost does not depend on the length of the track. Before the first fix
 * the driver is assumed to have rested.
 */
final class DutyLog {
  private static final int SLICE_MINUTES = 5;
  private static final long SLICE_MILLIS = Duration.ofMinutes(SLICE_MINUTES).toMillis();
  private static final int SLICES = 24 * 60 / SLICE_MINUTES;
  private static final double MOVING_MPH = 5;
  private static final double MILES_PER_SLICE = MOVING_MPH * SLICE_MINUTES / 60;

  private DutyLog() {}

  /**
   * Counts slices of five minutes and makes durations of the result only: every read of a position
   * counts 288 of them.
   */
  static DutyState at(Instant now, Track track, HoursOfService hours) {
    int driven = 0;
    int drivenSinceBreak = 0;
    int standing = 0;
    int standingUntilNow = 0;
    boolean breakSeen = false;
    int onDuty = 0;

    long moment = now.toEpochMilli();
    int fix = track.countUpTo(moment) - 1;
    for (int past = 1; past <= SLICES && fix >= 0; past++) {
      int later = fix;
      fix = track.countUpTo(moment - past * SLICE_MILLIS) - 1;
      boolean moving =
          fix >= 0
              && track.time(fix) != track.time(later)
              && track.at(fix).milesTo(track.at(later)) >= MILES_PER_SLICE;
      if (moving) {
        driven++;
        onDuty = past;
        standing = 0;
        drivenSinceBreak = breakSeen ? drivenSinceBreak : driven;
      } else {
        standing++;
        standingUntilNow = driven > 0 ? standingUntilNow : standing;
        boolean rested = isReached(hours.rest(), standing);
        if (rested) break;
        breakSeen |= isReached(hours.pause(), standing);
      }
    }
    return driven > 0
        ? new DutyState(
            length(driven), length(onDuty), length(drivenSinceBreak), length(standingUntilNow))
        : DutyState.FRESH;
  }

  private static Duration length(int slices) {
    return Duration.ofMinutes((long) slices * SLICE_MINUTES);
  }

  private static boolean isReached(Duration limit, int slices) {
    return !limit.isZero() && slices * SLICE_MILLIS >= limit.toMillis();
  }
}
