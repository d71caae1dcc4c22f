package io.freightsdk.server.domain.trip;

import java.util.ArrayList;
import java.util.List;

/**
 * The stops of a load in the order in which they must be visited, pickups first.
 *
 * @param stops at least one, with the sequences 1, 2, 3, ...
 * @param awaitsBol whether arrival at the last stop leaves the load in AT_DELIVERY until its bill
 *     of lading is confirmed or the wait ends; if false, that arrival is the delivery
 */
public record TripPlan(List<PlannedStop> stops, boolean awaitsBol) {
  public TripPlan {
    stops = List.copyOf(stops);
  }

  public TripPlan withAwaitsBol(boolean awaits) {
    return new TripPlan(stops, awaits);
  }

  /** A copy with this stop instead of the stop with its sequence. */
  public TripPlan withStop(PlannedStop stop) {
    List<PlannedStop> changed = new ArrayList<>(stops);
    changed.set(stop.sequence() - 1, stop);
    return new TripPlan(changed, awaitsBol);
  }

  /** Index after the last stop of the same visit. */
  int visitEnd(int stop) {
    int end = Math.min(stop + 1, stops.size());
    while (end < stops.size() && stops.get(end - 1).isVisitedTogetherWith(stops.get(end))) end++;
    return end;
  }

  public PlannedStop lastStop() {
    return stops.get(stops.size() - 1);
  }
}
