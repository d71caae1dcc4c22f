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
 * @param ahead run of sharp fixes inside a later stop's fence, which can show that the open stop
 *     was missed
 * @param stand where the truck stands while it is at a stop that shares its place with the next
 *     one; null elsewhere
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

  /** Shared values for the usual numbers of stops, because many loads have no fix. */
  private static final Visits[] NONE = {none(0), none(1), none(2), none(3), none(4)};

  public static Visits none(TripPlan plan) {
    int stops = plan.stops().size();
    return stops < NONE.length ? NONE[stops] : none(stops);
  }

  private static Visits none(int stops) {
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
    return change(stop, plan.visitEnd(stop), visit -> visit.close(at, knownAt));
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
   * @param sharp whether its first fix was; two are enough without it
   */
  public record Streak(int stop, int fixes, Instant since, boolean sharp) {
    static Streak grow(@Nullable Streak streak, int stop, Instant time, boolean sharp) {
      return streak == null || streak.stop != stop
          ? new Streak(stop, 1, time, sharp)
          : new Streak(stop, streak.fixes + 1, streak.since, streak.sharp);
    }

    /** The same streak, but not beginning before {@code time}. */
    Streak notBefore(Instant time) {
      return since.isBefore(time) ? new Streak(stop, fixes, time, sharp) : this;
    }

    boolean provesArrival() {
      return sharp || fixes >= 2;
    }
  }

  /**
   * A truck that stands inside the common fence of two stops.
   *
   * @param since the first fix there
   * @param until the latest fix there
   * @param leftAt the first fix away from where it stood before; null when it stood nowhere before
   */
  public record Stand(Coordinates at, Instant since, Instant until, @Nullable Instant leftAt) {
    /** A shorter halt is a traffic light. */
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);

    private static final double DRIFT_METERS = 200;

    static Stand next(@Nullable Stand stand, Fix fix) {
      if (stand == null) return new Stand(fix.at(), fix.time(), fix.time(), null);
      double drift = DRIFT_METERS + (fix.accuracyMeters() == null ? 0 : fix.accuracyMeters());
      if (stand.at.metersTo(fix.at()) <= drift) {
        return new Stand(stand.at, stand.since, fix.time(), stand.leftAt);
      }
      Instant left = stand.isLongEnough() ? fix.time() : stand.leftAt;
      return new Stand(fix.at(), fix.time(), fix.time(), left);
    }

    boolean isLongEnough() {
      return !until.isBefore(since.plus(LONG_ENOUGH));
    }

    /** Whether it stands here or stood somewhere before. */
    boolean hasStood() {
      return leftAt != null || isLongEnough();
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
