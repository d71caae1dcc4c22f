package io.freightsdk.server.service.load;

import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.service.order.StopOrder;

/**
 * A stop as ordered, where it lies, and how well that is known.
 *
 * @param precision {@code exact}, {@code zip}, {@code city}, {@code zip3}, {@code state} or {@code
 *     none}
 */
public record PlacedStop(StopOrder order, PlannedStop plan, String precision) {
  PlacedStop withPlan(PlannedStop newPlan) {
    return new PlacedStop(order, newPlan, precision);
  }
}
