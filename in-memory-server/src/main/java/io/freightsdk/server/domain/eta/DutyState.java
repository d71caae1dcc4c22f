package io.freightsdk.server.domain.eta;

import java.time.Duration;

/**
 * What a driver has used up since the last rest.
 *
 * @param driven driving
 * @param onDuty time since coming on duty, driving or not
 * @param drivenSinceBreak driving since the last break
 * @param resting how long the truck has been standing until now
 */
public record DutyState(
    Duration driven, Duration onDuty, Duration drivenSinceBreak, Duration resting) {
  /** Just rested. */
  public static final DutyState FRESH =
      new DutyState(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  DutyState drive(Duration stretch) {
    return stretch.isZero()
        ? this
        : new DutyState(
            driven.plus(stretch),
            onDuty.plus(stretch),
            drivenSinceBreak.plus(stretch),
            Duration.ZERO);
  }

  DutyState pause(Duration length) {
    return new DutyState(driven, onDuty.plus(length), Duration.ZERO, resting.plus(length));
  }
}
