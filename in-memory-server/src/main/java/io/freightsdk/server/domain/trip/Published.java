package io.freightsdk.server.domain.trip;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.domain.trip.Visits.StopVisit;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arrivals and departures that a load has shown already. A trip that is judged again keeps
 * them: it may find them earlier and may add to them, but nothing is withdrawn, nothing moves
 * later, and nothing lies before or after its turn.
 */
final class Published {
  /** Holds a trip to nothing. */
  static final Published NOTHING = new Published(List.of());

  private final List<StopVisit> stops;

  private Published(List<StopVisit> stops) {
    this.stops = stops;
  }

  static Published of(Visits visits) {
    return new Published(visits.stops());
  }

  /** Whether the truck may have arrived at a stop at this time, in view of what came later. */
  boolean allowsArrival(int stop, Instant at) {
    if (stop >= stops.size()) return true;
    Instant arrivedAt = stops.get(stop).arrivedAt();
    return arrivedAt == null ? allowsDeparture(stop, at) : !at.isAfter(arrivedAt);
  }

  /** Whether the truck may have left a stop, or missed it, at this time. */
  boolean allowsDeparture(int stop, Instant at) {
    Instant departedAt = stop < stops.size() ? stops.get(stop).departedAt() : null;
    return departedAt == null || !at.isAfter(departedAt);
  }

  /** Whether stops from the open one up to {@code end} may count as missed or left at this time. */
  boolean allowsSkipping(Visits visits, int end, Instant at) {
    for (int i = visits.open(); i < end && i < stops.size(); i++) {
      boolean wouldBeLost = stops.get(i).isArrived() && !visits.stops().get(i).isArrived();
      if (wouldBeLost || !allowsDeparture(i, at)) return false;
    }
    // The stop at the end was not arrived at before those in between were left.
    return true;
  }

  /** {@code visits} with everything that was known by a time and is still missing in them. */
  Visits in(TripPlan plan, Visits visits, long epochMillis) {
    Visits complete = visits;
    for (int i = complete.open(); i < stops.size(); i = complete.open()) {
      StopVisit shown = stops.get(i);
      boolean isArrived = complete.stops().get(i).isArrived();
      if (!isArrived && shown.arrivedAt() != null && isBy(shown.arrivalKnownAt(), epochMillis)) {
        complete =
            complete.arrive(plan, i, shown.arrivedAt(), requireNonNull(shown.arrivalKnownAt()));
      }
      if (shown.departedAt() == null || !isBy(shown.departureKnownAt(), epochMillis)) break;
      complete =
          complete.depart(plan, i, shown.departedAt(), requireNonNull(shown.departureKnownAt()));
    }
    return complete;
  }

  private static boolean isBy(@Nullable Instant knownAt, long epochMillis) {
    return knownAt != null && knownAt.toEpochMilli() <= epochMillis;
  }
}
