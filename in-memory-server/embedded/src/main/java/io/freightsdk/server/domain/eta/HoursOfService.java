package io.freightsdk.server.domain.eta;

import java.time.Duration;

/**
 * Limits on driving time (49 CFR 395.3), without the weekly limits. Zero turns a limit off.
 *
 * @param driving longest driving time after a rest
 * @param rest time off duty after which all counts start again
 * @param dutyWindow time from coming on duty after which driving is not allowed, with or without
 *     breaks
 * @param breakAfter longest driving time without a break
 * @param pause length of that break
 */
public record HoursOfService(
    Duration driving, Duration rest, Duration dutyWindow, Duration breakAfter, Duration pause) {
  /** 11 h driving after 10 h off, within 14 h, with 30 minutes off after 8 h of driving. */
  public static final HoursOfService US_PROPERTY =
      new HoursOfService(
          Duration.ofHours(11),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(8),
          Duration.ofMinutes(30));

  /** No limits. */
  public static final HoursOfService NONE =
      new HoursOfService(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /**
   * Time from now until {@code toDrive} of driving is done, including the rests and breaks that are
   * needed.
   */
  public Duration elapsed(Duration toDrive, DutyState state) {
    Duration elapsed = Duration.ZERO;
    Duration left = toDrive;
    DutyState now = state;
    while (true) {
      Duration untilRest = smaller(room(driving, now.driven()), room(dutyWindow, now.onDuty()));
      Duration untilBreak = room(breakAfter, now.drivenSinceBreak());
      Duration stretch = smaller(left, smaller(untilRest, untilBreak));
      elapsed = elapsed.plus(stretch);
      left = left.minus(stretch);
      now = now.drive(stretch);
      if (left.isZero()) return elapsed;
      if (stretch.equals(untilRest)) {
        Duration restLeft = rest.minus(smaller(rest, now.resting()));
        elapsed = elapsed.plus(restLeft);
        now = DutyState.FRESH;
      } else {
        elapsed = elapsed.plus(pause);
        now = now.pause(pause);
      }
    }
  }

  private static Duration room(Duration limit, Duration used) {
    if (limit.isZero()) return FOREVER;
    return used.compareTo(limit) >= 0 ? Duration.ZERO : limit.minus(used);
  }

  private static Duration smaller(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static final Duration FOREVER = Duration.ofDays(36_500);

  /**
   * The time that a driver has used since the last rest.
   *
   * @param driven driving time
   * @param onDuty time since coming on duty, driving or not
   * @param drivenSinceBreak driving time since the last break
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
}
