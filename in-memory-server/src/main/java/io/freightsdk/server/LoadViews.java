package io.freightsdk.server;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.fence.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.StopKind;
import io.freightsdk.server.domain.trip.StopVisit;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.load.Load;
import io.freightsdk.server.service.load.LoadIds;
import io.freightsdk.server.service.load.PlacedStop;
import java.util.ArrayList;
import java.util.List;

/** Makes views of loads. */
final class LoadViews {
  private LoadViews() {}

  /** The load of this number; throws IllegalArgumentException when there is none. */
  static Load find(FreightService service, String loadNumber) {
    Load load = service.load(loadNumber);
    if (load == null) throw new IllegalArgumentException("no load " + loadNumber);
    return load;
  }

  static LoadView of(Load load) {
    boolean joined = load.driverJoined();
    return load.withTrip(trip -> of(load, trip, joined));
  }

  private static LoadView of(Load load, Trip trip, boolean driverJoined) {
    LoadIds ids = load.ids();
    Progress progress = trip.progress();
    return new LoadView(
        ids.loadNumber(),
        ids.loadId(),
        ids.brokerId(),
        LoadStatus.of(progress.status().name()),
        ids.createdAt(),
        progress.deliveredAt(),
        ids.trackingToken(),
        ids.driverToken(),
        progress.bolReceivedAt(),
        progress.bolMissing(),
        driverJoined,
        trip.track().size(),
        trip.track().distanceMiles(),
        stops(load.stops(), progress));
  }

  private static List<LoadView.Stop> stops(List<PlacedStop> stops, Progress progress) {
    List<LoadView.Stop> views = new ArrayList<>();
    for (int i = 0; i < stops.size(); i++) {
      views.add(stop(stops.get(i), progress.stops().get(i)));
    }
    return views;
  }

  private static LoadView.Stop stop(PlacedStop stop, StopVisit visit) {
    PlannedStop plan = stop.plan();
    Fence fence = plan.fence();
    return new LoadView.Stop(
        plan.sequence(),
        plan.kind() == StopKind.PICKUP ? StopType.PICKUP : StopType.DELIVERY,
        stop.order().city(),
        stop.order().state(),
        fence == null ? null : fence.center().lat(),
        fence == null ? null : fence.center().lng(),
        stop.precision(),
        fence == null ? null : fence.radiusMeters(),
        plan.windowFrom(),
        plan.windowTo(),
        visit.arrivedAt(),
        visit.departedAt(),
        visit.missed());
  }
}
