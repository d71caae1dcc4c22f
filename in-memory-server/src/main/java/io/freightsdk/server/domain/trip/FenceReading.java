package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.fence.Fence;
import io.freightsdk.server.domain.fence.Side;
import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one fix was relative to one stop.
 *
 * @param sequence the stop's
 * @param distanceMeters to the centre of its fence; null, as the side, when the stop has no
 *     coordinates
 */
public record FenceReading(int sequence, @Nullable Double distanceMeters, @Nullable Side side) {
  static List<FenceReading> of(TripPlan plan, Coordinates place) {
    List<FenceReading> readings = new ArrayList<>(plan.stops().size());
    for (PlannedStop stop : plan.stops()) {
      Fence fence = stop.fence();
      Double meters = fence == null ? null : fence.metersTo(place);
      Side side = fence == null || meters == null ? null : fence.sideOf(meters);
      readings.add(new FenceReading(stop.sequence(), meters, side));
    }
    return readings;
  }
}
