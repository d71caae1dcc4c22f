package io.freightsdk.server.service;

import io.freightsdk.server.domain.fence.Fence;
import io.freightsdk.server.domain.figures.Window;
import io.freightsdk.server.domain.geocode.FenceRadii;
import io.freightsdk.server.domain.geocode.Geocoded;
import io.freightsdk.server.domain.geocode.Geocoder;
import io.freightsdk.server.domain.geocode.Precision;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.StopKind;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.service.load.PlacedStop;
import io.freightsdk.server.service.order.LoadOrder;
import io.freightsdk.server.service.order.StopOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the stops of an order on the map and into their windows. Pure. */
final class StopPlacement {
  private static final String NOWHERE = "none";

  private final Duration windowLength;
  private final FenceRadii radii;

  StopPlacement(Duration windowLength, FenceRadii radii) {
    this.windowLength = windowLength;
    this.radii = radii;
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
    Geocoded place = locate(stop);
    Fence fence = place == null ? null : radii.fenceAround(place);
    Window window = Window.startingAt(stop.date(), windowLength);
    PlannedStop plan = new PlannedStop(sequence, kind, fence, window.from(), window.to());
    return new PlacedStop(stop, plan, place == null ? NOWHERE : place.precision().code());
  }

  private static @Nullable Geocoded locate(StopOrder stop) {
    Coordinates given = stop.at();
    return given == null
        ? Geocoder.geocode(stop.city(), stop.state(), stop.zip())
        : new Geocoded(given, Precision.EXACT);
  }
}
