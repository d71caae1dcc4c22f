package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;

/**
 * A truck that keeps within 200 m of one place. After five minutes there, it is a stay. To drop a
 * trailer and hook another takes that long, and a traffic light or a queue before it does not. All
 * rules about standing use these five minutes.
 *
 * <p>Tests: {@code MissedStopTest}, {@code ShortStaysTest}, {@code NearStopsTest}, {@code
 * WideFencesTest}, {@code MilkRunTest}.
 *
 * @param firstPlace place of the first fix
 * @param center center of the standstill, the place of one of its fixes
 * @param since time of the first fix
 * @param until time of the latest fix
 * @param phoneSlept whether the phone slept meanwhile, so that the truck may have been elsewhere
 *     nearby
 */
public record Standstill(
    Coordinates firstPlace, Coordinates center, Instant since, Instant until, boolean phoneSlept) {
  static final double RADIUS_METERS = 200;
  static final Duration MIN_DURATION = Duration.ofMinutes(5);

  /**
   * A phone that sleeps while its truck stands shows the truck only before and after, on the road.
   * Both ends of a silence of more than five minutes are one standstill within this distance. It is
   * a mile, less than a truck drives in a minute before and a minute after.
   */
  static final double MAX_METERS_ASLEEP = 1_600;

  static Standstill startAt(Fix fix) {
    return new Standstill(fix.coordinates(), fix.coordinates(), fix.time(), fix.time(), false);
  }

  /** Whether the truck is still there at this fix. */
  boolean includes(Fix fix) {
    double within = isSilentUntil(fix) ? MAX_METERS_ASLEEP : RADIUS_METERS;
    double drift = fix.accuracyMeters() == null ? 0 : fix.accuracyMeters();
    return center.metersTo(fix.coordinates()) <= within + drift;
  }

  /** Whether the phone slept at this place until this fix. */
  boolean sleepsUntil(Fix fix) {
    return isSilentUntil(fix) && includes(fix);
  }

  /** A copy with another fix, which it includes. */
  Standstill extendTo(Fix fix) {
    boolean sleeps = isSilentUntil(fix);
    // Where the phone wakes up, the truck may still stand.
    Coordinates place = sleeps ? fix.coordinates() : center;
    return new Standstill(firstPlace, place, since, fix.time(), phoneSlept || sleeps);
  }

  private boolean isSilentUntil(Fix fix) {
    return fix.time().isAfter(until.plus(MIN_DURATION));
  }

  boolean isLongEnough() {
    return isLongEnough(since);
  }

  /** Whether it is long enough if it counts only from {@code begin}. */
  boolean isLongEnough(Instant begin) {
    Instant counted = begin.isAfter(since) ? begin : since;
    return !until.isBefore(counted.plus(MIN_DURATION));
  }
}
