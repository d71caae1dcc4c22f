package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of the stops of a plan after the fixes so far. Stops of one visit are arrived at,
 * departed from and missed together.
 *
 * @param streak consecutive fixes that may become the next event of the open stop: inside its fence
 *     before the arrival, outside after it
 * @param currentHalt where the truck halts; null before the first fix
 * @param endedHalt the latest halt that has ended at the open stop since the arrival; null for none
 */
public record Visits(
    List<StopVisit> stops,
    List<Fix> streak,
    @Nullable TruckHalt currentHalt,
    @Nullable TruckHalt endedHalt) {
  public Visits {
    stops = List.copyOf(stops);
    streak = List.copyOf(streak);
  }

  public static Visits initial(TripPlan plan) {
    List<StopVisit> stops = Collections.nCopies(plan.stops().size(), StopVisit.NOT_REACHED);
    return new Visits(stops, List.of(), null, null);
  }

  /**
   * Index of the open stop, the first that the truck has not passed; the number of stops when it
   * has passed all.
   */
  public int openStopIndex() {
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

  long missedStops() {
    return stops.stream().filter(StopVisit::isMissed).count();
  }

  /** These visits with other stops. */
  Visits withStops(List<StopVisit> newStops) {
    return new Visits(newStops, streak, currentHalt, endedHalt);
  }

  /** The stops as they were known at a time. */
  List<StopVisit> stopsKnownBy(Instant time) {
    return stops.stream().map(stop -> stop.knownBy(time)).toList();
  }

  /**
   * These visits with the earlier times of both. {@code published} if one of its arrivals or
   * departures is missing here, or if a departure would be before its arrival.
   */
  Visits withEarlierTimes(Visits published) {
    List<StopVisit> earlier = new ArrayList<>();
    for (int i = 0; i < stops.size(); i++) {
      StopVisit was = published.stops.get(i);
      StopVisit is = stops.get(i);
      boolean isLost = (was.isArrived() && !is.isArrived()) || (was.isPassed() && !is.isPassed());
      StopVisit merged = is.withEarlierTimes(was);
      if (isLost || StopVisit.isBefore(merged.passedAt, merged.arrivedAt)) return published;
      earlier.add(merged);
    }
    return withStops(earlier);
  }

  /**
   * The arrival at and the departure from one stop, or its miss, with the times of the fixes.
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
    StopVisit withEarlierTimes(StopVisit other) {
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
