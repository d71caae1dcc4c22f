package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The state of the stops of a plan after the fixes so far. Stops of one visit are arrived at,
 * departed from and missed together.
 *
 * @param phase whether the truck is on its way to the open stop or at it
 * @param ahead run of fixes inside a later stop's fence, which can show that the open stop was
 *     missed; null for none
 * @param standstill where the truck stands; null before the first fix. No transition changes it,
 *     because a truck does not move when a rule decides where it is
 */
public record Visits(
    List<StopVisit> stops, Phase phase, @Nullable Streak ahead, @Nullable Standstill standstill) {
  public Visits {
    stops = List.copyOf(stops);
  }

  /** Where the truck is in relation to the open stop. */
  public sealed interface Phase {}

  /**
   * The truck has not arrived at the open stop.
   *
   * @param inside run of fixes inside the open stop's fence; null for none
   */
  public record OnTheWay(@Nullable Streak inside) implements Phase {
    static final OnTheWay NOT_SEEN = new OnTheWay(null);
  }

  /**
   * The truck has arrived at the open stop and not departed.
   *
   * @param outside run of fixes outside the open stop's fence; null for none
   * @param insideNext run of fixes inside the fence of the stop after it; null for none
   * @param stay the latest stay that has ended, at the open stop or the one after it; null for none
   */
  public record AtStop(@Nullable Streak outside, @Nullable Streak insideNext, @Nullable Stay stay)
      implements Phase {
    static final AtStop ARRIVED = new AtStop(null, null, null);

    AtStop withStay(Stay ended) {
      return new AtStop(outside, insideNext, ended);
    }

    AtStop withStreaks(@Nullable Streak newOutside, @Nullable Streak newInsideNext) {
      return new AtStop(newOutside, newInsideNext, stay);
    }
  }

  /**
   * A standstill of five minutes that has ended.
   *
   * @param phoneSlept whether the phone slept meanwhile, or until the first fix away from it
   * @param leftAt the first fix away from it
   */
  public record Stay(Standstill standstill, boolean phoneSlept, Instant leftAt) {}

  /** For the usual numbers of stops: many loads never have a fix. */
  private static final List<Visits> NONE =
      List.of(initial(0), initial(1), initial(2), initial(3), initial(4));

  public static Visits initial(TripPlan plan) {
    int stops = plan.stops().size();
    return stops < NONE.size() ? NONE.get(stops) : initial(stops);
  }

  private static Visits initial(int stops) {
    return new Visits(
        Collections.nCopies(stops, StopVisit.NOT_REACHED), OnTheWay.NOT_SEEN, null, null);
  }

  /**
   * Index of the open stop, the first that the truck has not passed; the number of stops when it
   * has passed all.
   */
  public int openStop() {
    int i = 0;
    while (i < stops.size() && stops.get(i).isPassed()) {
      i++;
    }
    return i;
  }

  public StopVisit firstStop() {
    return stops.get(0);
  }

  public StopVisit lastStop() {
    return stops.get(stops.size() - 1);
  }

  /** The run of fixes inside the open stop's fence while the truck is on its way; null for none. */
  @Nullable Streak inside() {
    return phase instanceof OnTheWay way ? way.inside() : null;
  }

  /** These visits with other stops. */
  Visits withStops(List<StopVisit> newStops) {
    return new Visits(newStops, phase, ahead, standstill);
  }

  /** The stops as they were known at a time. */
  List<StopVisit> stopsKnownBy(Instant time) {
    return stops.stream().map(stop -> stop.knownBy(time)).toList();
  }

  /**
   * These visits with the earlier times of both. {@code published} if one of its arrivals or
   * departures is missing here, or if a departure would be before its arrival.
   */
  Visits orEarlier(Visits published) {
    List<StopVisit> earlier = new ArrayList<>();
    for (int i = 0; i < stops.size(); i++) {
      StopVisit was = published.stops.get(i);
      StopVisit is = stops.get(i);
      boolean isLost = (was.isArrived() && !is.isArrived()) || (was.isPassed() && !is.isPassed());
      StopVisit merged = is.orEarlier(was);
      if (isLost || StopVisit.isBefore(merged.passedAt, merged.arrivedAt)) return published;
      earlier.add(merged);
    }
    return withStops(earlier);
  }

  Visits withPhase(Phase newPhase) {
    return new Visits(stops, newPhase, ahead, standstill);
  }

  Visits withAhead(@Nullable Streak newAhead) {
    return new Visits(stops, phase, newAhead, standstill);
  }

  Visits withStandstill(@Nullable Standstill newStandstill) {
    return new Visits(stops, phase, ahead, newStandstill);
  }

  /** The truck has arrived at the open stop and at the other stops of its visit. */
  Visits arrive(TripPlan plan, int stop, Instant at, Instant knownAt) {
    int end = plan.visitEnd(stop);
    return changeStops(stop, end, visit -> visit.arrive(at, knownAt), AtStop.ARRIVED);
  }

  /** The truck has departed from the open stop and from the other stops of its visit. */
  Visits depart(TripPlan plan, int stop, Instant at, Instant knownAt) {
    int end = plan.visitEnd(stop);
    return changeStops(stop, end, visit -> visit.pass(at, knownAt), OnTheWay.NOT_SEEN);
  }

  /**
   * The truck has missed every stop from the open one to before {@code stop}, where it was seen.
   */
  Visits missStopsBefore(int stop, Instant at, Instant knownAt) {
    return changeStops(openStop(), stop, visit -> visit.pass(at, knownAt), OnTheWay.NOT_SEEN);
  }

  /** Starts another phase: all streaks end, and only the standstill continues. */
  private Visits changeStops(int from, int to, UnaryOperator<StopVisit> how, Phase newPhase) {
    List<StopVisit> changed = new ArrayList<>(stops);
    changed.subList(from, to).replaceAll(how);
    return new Visits(changed, newPhase, null, standstill);
  }

  /**
   * Consecutive fixes that agree on one side of a fence.
   *
   * @param stop index in the plan of the stop whose fence it is about
   * @param fixes how many
   * @param since the first fix of the streak
   * @param sharpFixes how many of its fixes are
   * @param speed how fast the truck moves meanwhile
   * @param arrivesAtAnySpeed whether one of its fixes is where a truck arrives at any speed
   */
  public record Streak(
      int stop,
      int fixes,
      int sharpFixes,
      Instant since,
      StreakSpeed speed,
      boolean arrivesAtAnySpeed) {
    static Streak grow(@Nullable Streak streak, int stop, Fix fix, boolean arrivesAtAnySpeed) {
      int more = FixQuality.of(fix.accuracyMeters()) == FixQuality.SHARP ? 1 : 0;
      if (streak == null || streak.stop != stop) {
        return new Streak(stop, 1, more, fix.time(), StreakSpeed.startAt(fix), arrivesAtAnySpeed);
      }
      return new Streak(
          stop,
          streak.fixes + 1,
          streak.sharpFixes + more,
          streak.since,
          streak.speed.next(fix),
          streak.arrivesAtAnySpeed || arrivesAtAnySpeed);
    }

    /** The same streak, but not beginning before {@code time}. */
    Streak notBefore(Instant time) {
      return since.isBefore(time)
          ? new Streak(stop, fixes, sharpFixes, time, speed, arrivesAtAnySpeed)
          : this;
    }

    /** The same streak of a truck that has left the fence, with its way to this fix. */
    Streak extendTo(Fix fix) {
      return new Streak(stop, fixes, sharpFixes, since, speed.next(fix), arrivesAtAnySpeed);
    }

    /**
     * Whether its fixes show an arrival, which for a fence that is a guess may need a slow truck.
     */
    boolean provesArrival() {
      return isCertain() && (arrivesAtAnySpeed || speed.wasSlow());
    }

    /** One sharp fix shows on which side of a fence a truck is; otherwise two fixes do. */
    boolean isCertain() {
      return sharpFixes > 0 || fixes >= 2;
    }
  }

  /**
   * The arrival and the departure of one stop, with the times of the fixes.
   *
   * @param arrivedAt first inside fix of the streak that made the arrival; null before it, and for
   *     a missed stop
   * @param arrivalKnownAt fix that decided the arrival
   * @param passedAt first outside fix of the streak that made the departure; of a missed stop, the
   *     arrival elsewhere, which is not published
   * @param passedKnownAt fix that decided the departure, or that the stop was missed
   */
  public record StopVisit(
      @Nullable Instant arrivedAt,
      @Nullable Instant arrivalKnownAt,
      @Nullable Instant passedAt,
      @Nullable Instant passedKnownAt) {
    static final StopVisit NOT_REACHED = new StopVisit(null, null, null, null);

    public boolean isArrived() {
      return arrivedAt != null;
    }

    /** Whether the truck has departed from or missed this stop. */
    public boolean isPassed() {
      return passedAt != null;
    }

    /** Whether a later stop was reached without an arrival here. */
    public boolean isMissed() {
      return passedAt != null && arrivedAt == null;
    }

    /** When the truck departed; null before, and for a missed stop, which has no times. */
    public @Nullable Instant departedAt() {
      return arrivedAt == null ? null : passedAt;
    }

    StopVisit arrive(Instant at, Instant knownAt) {
      return new StopVisit(at, knownAt, null, null);
    }

    StopVisit pass(Instant at, Instant knownAt) {
      return new StopVisit(arrivedAt, arrivalKnownAt, at, knownAt);
    }

    /** This visit with the earlier times of both. */
    StopVisit orEarlier(StopVisit other) {
      boolean arrivedEarlier = isBefore(other.arrivedAt, arrivedAt);
      boolean passedEarlier = isBefore(other.passedAt, passedAt);
      return new StopVisit(
          arrivedEarlier ? other.arrivedAt : arrivedAt,
          arrivedEarlier ? other.arrivalKnownAt : arrivalKnownAt,
          passedEarlier ? other.passedAt : passedAt,
          passedEarlier ? other.passedKnownAt : passedKnownAt);
    }

    private static boolean isBefore(@Nullable Instant time, @Nullable Instant other) {
      return time != null && other != null && time.isBefore(other);
    }

    /** This visit as it was known at a time. */
    StopVisit knownBy(Instant time) {
      boolean wasArrived = arrivalKnownAt != null && !arrivalKnownAt.isAfter(time);
      boolean wasPassed = passedKnownAt != null && !passedKnownAt.isAfter(time);
      return new StopVisit(
          wasArrived ? arrivedAt : null,
          wasArrived ? arrivalKnownAt : null,
          wasPassed ? passedAt : null,
          wasPassed ? passedKnownAt : null);
    }
  }
}
