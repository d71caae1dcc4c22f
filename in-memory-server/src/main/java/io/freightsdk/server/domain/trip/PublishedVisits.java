package io.freightsdk.server.domain.trip;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.domain.trip.Visits.StopVisit;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals and departures that a load has already published. A new evaluation of the trip may
 * make them earlier and add others. It does not withdraw them or make them later, and it keeps
 * their order.
 *
 * <p>Tests: {@code LateFixesTest}, {@code PublishedVisitsTest}.
 */
final class PublishedVisits {
  static final PublishedVisits NONE = new PublishedVisits(List.of());

  private final List<StopVisit> stops;

  private PublishedVisits(List<StopVisit> stops) {
    this.stops = stops;
  }

  static PublishedVisits of(Visits visits) {
    return new PublishedVisits(visits.stops());
  }

  /** Whether an arrival at a stop at this time agrees with what was published for later times. */
  boolean allowsArrival(int stop, Instant at) {
    if (stop >= stops.size()) return true;
    Instant arrivedAt = stops.get(stop).arrivedAt();
    return arrivedAt == null ? allowsDeparture(stop, at) : !at.isAfter(arrivedAt);
  }

  /** Whether the truck may have left a stop, or missed it, at this time. */
  boolean allowsDeparture(int stop, Instant at) {
    Instant passedAt = stop < stops.size() ? stops.get(stop).passedAt() : null;
    return passedAt == null || !at.isAfter(passedAt);
  }

  /** Whether stops from the open one up to {@code end} may count as missed or left at this time. */
  boolean allowsMissedStops(Visits visits, int end, Instant at) {
    for (int i = visits.openStop(); i < end && i < stops.size(); i++) {
      boolean wouldBeLost = stops.get(i).isArrived() && !visits.stops().get(i).isArrived();
      if (wouldBeLost || !allowsDeparture(i, at)) return false;
    }
    // The truck arrived at the last of these stops after it had left the stops in between.
    return true;
  }

  /** {@code visits} with everything added that was known by a time and is missing in them. */
  Visits addKnownBy(TripPlan plan, Visits visits, long epochMillis) {
    Visits complete = visits;
    for (int i = complete.openStop(); i < stops.size(); i = complete.openStop()) {
      StopVisit shown = stops.get(i);
      boolean isArrived = complete.stops().get(i).isArrived();
      if (!isArrived
          && shown.arrivedAt() != null
          && isKnownBy(shown.arrivalKnownAt(), epochMillis)) {
        complete =
            complete.arrive(plan, i, shown.arrivedAt(), requireNonNull(shown.arrivalKnownAt()));
      }
      if (shown.passedAt() == null || !isKnownBy(shown.passedKnownAt(), epochMillis)) break;
      complete = complete.depart(plan, i, shown.passedAt(), requireNonNull(shown.passedKnownAt()));
    }
    return complete;
  }

  private static boolean isKnownBy(@Nullable Instant knownAt, long epochMillis) {
    return knownAt != null && knownAt.toEpochMilli() <= epochMillis;
  }
}
