package io.freightsdk.server.service;

import io.freightsdk.server.domain.fence.Fence;
import io.freightsdk.server.domain.figures.Window;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.StopKind;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.service.load.PlacedStop;
import io.freightsdk.server.service.order.LoadOrder;
import io.freightsdk.server.service.order.StopOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Puts the stops of an order on the map and into their windows. Pure. */
final class StopPlacement {
  private final Duration windowLength;

  StopPlacement(Duration windowLength) {
    this.windowLength = windowLength;
  }

  /** The stops in the order of the trip: pickups first, numbered from 1. */
  List<PlacedStop> place(LoadOrder order) {
    List<PlacedStop> placed = new ArrayList<>();
    for (StopOrder stop : order.pickups()) {
      placed.add(place(placed.size() + 1, StopKind.PICKUP, stop));
    }
    for (StopOrder stop : order.deliveries()) {
      placed.add(place(placed.size() + 1, StopKind.DELIVERY, stop));
    }
    return placed;
  }

  private PlacedStop place(int sequence, StopKind kind, StopOrder stop) {
    Coordinates at = stop.at();
    Fence fence = at == null ? null : new Fence(at, Fence.DEFAULT_RADIUS_METERS);
    Window window = Window.startingAt(stop.date(), windowLength);
    PlannedStop plan = new PlannedStop(sequence, kind, fence, window.from(), window.to());
    return new PlacedStop(stop, plan, at == null ? "none" : "exact");
  }
}
