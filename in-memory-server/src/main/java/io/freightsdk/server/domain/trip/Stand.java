package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A truck that keeps within 200 m of one place. Five minutes there are a visit: the shortest stays,
 * where a trailer is dropped and another one is hooked, last so long, and a traffic light or a
 * queue before one does not. The same five minutes count wherever a rule asks whether the truck has
 * stood.
 *
 * <p>Tests: {@code MissedStopTest}, {@code ShortStaysTest}, {@code NearStopsTest}, {@code
 * WideFencesTest}.
 *
 * @param first where it was first seen there
 * @param at a place there, which the phone has measured
 * @param by which of the stops it stands at
 * @param since the first fix there
 * @param until the latest fix there
 * @param isUnseen whether the phone slept meanwhile, so that the truck was somewhere near this
 *     place
 * @param left its latest stand before, at the open stop or the one after it; null for none since it
 *     arrived at the open stop
 */
public record Stand(
    Coordinates first,
    Coordinates at,
    By by,
    Instant since,
    Instant until,
    boolean isUnseen,
    @Nullable Left left) {
  static final double WITHIN_METERS = 200;
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(5);

  /**
   * A phone that sleeps while its truck stands shows the truck only before and after, on the road.
   * Both ends of a silence that is long enough for a stand are one stand if they are no farther
   * apart than this: a mile, less than such a truck drives in a minute before and one after.
   */
  static final double ASLEEP_WITHIN_METERS = 1_600;

  /** Which stop a truck stands at that has arrived at the open one. */
  public enum By {
    OPEN,
    /** Inside both fences, clearly nearer to the stop after the open one. */
    NEXT,
    NONE
  }

  /**
   * The end of an earlier stand.
   *
   * @param isUnseen whether the phone slept meanwhile
   * @param at the first fix away from it
   * @param first where the truck was first seen there
   */
  public record Left(By by, boolean isUnseen, Instant at, Coordinates first) {}

  static Stand next(@Nullable Stand stand, By by, Fix fix) {
    if (stand == null) return begin(by, fix, null);
    boolean wasSilent = fix.time().isAfter(stand.until.plus(LONG_ENOUGH));
    double within = wasSilent ? ASLEEP_WITHIN_METERS : WITHIN_METERS;
    double drift = within + (fix.accuracyMeters() == null ? 0 : fix.accuracyMeters());
    boolean isHere = stand.at.metersTo(fix.coordinates()) <= drift;
    boolean hasSlept = isHere && wasSilent;
    if (isHere && stand.by == by) {
      // Where the phone wakes up, the truck may go on standing.
      Coordinates place = hasSlept ? fix.coordinates() : stand.at;
      boolean isUnseen = stand.isUnseen || hasSlept;
      return new Stand(stand.first, place, by, stand.since, fix.time(), isUnseen, stand.left);
    }
    return begin(by, fix, stand.left(fix, hasSlept));
  }

  private static Stand begin(By by, Fix fix, @Nullable Left left) {
    return new Stand(fix.coordinates(), fix.coordinates(), by, fix.time(), fix.time(), false, left);
  }

  /** What is known of earlier stands once the truck is somewhere else or at another stop. */
  private @Nullable Left left(Fix fix, boolean hasSlept) {
    boolean hasStood = hasSlept || isLongEnough();
    if (!hasStood || by == By.NONE) return left;
    return new Left(by, isUnseen || hasSlept, fix.time(), first);
  }

  /** The same stand of a truck that is on its way to another stop. */
  Stand onTheWay() {
    return new Stand(first, at, By.NONE, since, until, isUnseen, null);
  }

  boolean isLongEnough() {
    return isLongEnough(since);
  }

  /** Whether it is long enough even if it counts from {@code begin} only. */
  boolean isLongEnough(Instant begin) {
    Instant counted = begin.isAfter(since) ? begin : since;
    return !until.isBefore(counted.plus(LONG_ENOUGH));
  }
}
