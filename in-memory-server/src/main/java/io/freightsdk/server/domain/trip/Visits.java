package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the fixes so far have shown about the stops of a plan. Stops of one visit are arrived at,
 * departed from and missed together.
 *
 * @param inside run of fixes inside the open stop, before its arrival; or inside the stop after it,
 *     while the truck leaves
 * @param outside run of fixes outside the open stop, after its arrival
 * @param ahead run of fixes inside a later stop's fence, which can show that the open stop was
 *     missed
 * @param stand where the truck stands; null before the first fix and right after an arrival
 */
public record Visits(
    List<StopVisit> stops,
    @Nullable Streak inside,
    @Nullable Streak outside,
    @Nullable Streak ahead,
    @Nullable Stand stand) {
  public Visits {
    stops = List.copyOf(stops);
  }

  public static Visits none(TripPlan plan) {
    int stops = plan.stops().size();
    return new Visits(Collections.nCopies(stops, StopVisit.AHEAD), null, null, null, null);
  }

  /** Index of the first stop that is not closed; the number of stops when all are closed. */
  public int open() {
    int i = 0;
    while (i < stops.size() && stops.get(i).isClosed()) {
      i++;
    }
    return i;
  }

  public StopVisit first() {
    return stops.get(0);
  }

  public StopVisit last() {
    return stops.get(stops.size() - 1);
  }

  Visits watching(
      @Nullable Streak newInside, @Nullable Streak newOutside, @Nullable Streak newAhead) {
    return new Visits(stops, newInside, newOutside, newAhead, stand);
  }

  Visits standing(@Nullable Stand newStand) {
    return new Visits(stops, inside, outside, ahead, newStand);
  }

  /** The truck has arrived at the open stop and at the other stops of its visit. */
  Visits arrive(TripPlan plan, int stop, Instant at, Instant knownAt) {
    return change(stop, plan.visitEnd(stop), visit -> visit.arrive(at, knownAt));
  }

  /** Closes the open stop and the other stops of its visit. */
  Visits depart(TripPlan plan, int stop, Instant at, Instant knownAt) {
    Stand onTheWay = stand == null ? null : stand.onTheWay();
    return change(stop, plan.visitEnd(stop), visit -> visit.close(at, knownAt)).standing(onTheWay);
  }

  /** Closes every open stop before {@code stop}: the truck was seen there instead. */
  Visits skipTo(int stop, Instant at, Instant knownAt) {
    return change(open(), stop, visit -> visit.close(at, knownAt));
  }

  private Visits change(int from, int to, UnaryOperator<StopVisit> how) {
    List<StopVisit> changed = new ArrayList<>(stops);
    changed.subList(from, to).replaceAll(how);
    return new Visits(changed, null, null, null, null);
  }

  /**
   * Consecutive fixes that agree on one side of a fence.
   *
   * @param stop index in the plan of the stop whose fence it is about
   * @param since the first fix of the streak
   * @param sharp how many of its fixes are
   */
  public record Streak(int stop, int fixes, int sharp, Instant since) {
    static Streak grow(@Nullable Streak streak, int stop, Instant time, boolean isSharp) {
      int more = isSharp ? 1 : 0;
      return streak == null || streak.stop != stop
          ? new Streak(stop, 1, more, time)
          : new Streak(stop, streak.fixes + 1, streak.sharp + more, streak.since);
    }

    /** The same streak, but not beginning before {@code time}. */
    Streak notBefore(Instant time) {
      return since.isBefore(time) ? new Streak(stop, fixes, sharp, time) : this;
    }

    /** One sharp fix shows an arrival; otherwise two fixes do. */
    boolean provesArrival() {
      return sharp > 0 || fixes >= 2;
    }
  }

  /**
   * A truck that keeps within 200 m of one place. Ten minutes distinguish a visit from driving by:
   * a shorter halt may be a traffic light.
   *
   * @param at the first place there
   * @param by which of the stops it stands at
   * @param since the first fix there
   * @param until the latest fix there
   * @param left where it has stood before at the open stop; null when it has not
   */
  public record Stand(Coordinates at, By by, Instant since, Instant until, @Nullable Left left) {
    static final double WITHIN_METERS = 200;
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);

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
     * @param at the first fix away from it
     */
    public record Left(By by, Instant at) {}

    static Stand next(@Nullable Stand stand, By by, Fix fix) {
      if (stand == null) return new Stand(fix.at(), by, fix.time(), fix.time(), null);
      double drift = WITHIN_METERS + (fix.accuracyMeters() == null ? 0 : fix.accuracyMeters());
      if (stand.by == by && stand.at.metersTo(fix.at()) <= drift) {
        return new Stand(stand.at, by, stand.since, fix.time(), stand.left);
      }
      boolean hasStood = stand.by != By.NONE && stand.isLongEnough();
      Left left = hasStood ? new Left(stand.by, fix.time()) : stand.left;
      return new Stand(fix.at(), by, fix.time(), fix.time(), left);
    }

    /** The same stand of a truck that is on its way to another stop. */
    Stand onTheWay() {
      return new Stand(at, By.NONE, since, until, null);
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

  /**
   * What is known about one stop. The times are those of the fixes.
   *
   * @param arrivedAt first inside fix of the streak that made the arrival; null before it, and for
   *     a missed stop
   * @param arrivalKnownAt fix that decided the arrival
   * @param closedAt first outside fix of the streak that made the departure; of a missed stop, the
   *     arrival elsewhere, which is not published
   * @param closingKnownAt fix that decided the departure, or that the stop was missed
   */
  public record StopVisit(
      @Nullable Instant arrivedAt,
      @Nullable Instant arrivalKnownAt,
      @Nullable Instant closedAt,
      @Nullable Instant closingKnownAt) {
    static final StopVisit AHEAD = new StopVisit(null, null, null, null);

    public boolean isArrived() {
      return arrivedAt != null;
    }

    /** Whether the truck has departed from or missed this stop. */
    public boolean isClosed() {
      return closedAt != null;
    }

    /** Whether a later stop was reached without an arrival here. */
    public boolean missed() {
      return closedAt != null && arrivedAt == null;
    }

    /** When the truck departed; null before, and for a missed stop, which has no times. */
    public @Nullable Instant departedAt() {
      return arrivedAt == null ? null : closedAt;
    }

    StopVisit arrive(Instant at, Instant knownAt) {
      return new StopVisit(at, knownAt, null, null);
    }

    StopVisit close(Instant at, Instant knownAt) {
      return new StopVisit(arrivedAt, arrivalKnownAt, at, knownAt);
    }
  }
}
