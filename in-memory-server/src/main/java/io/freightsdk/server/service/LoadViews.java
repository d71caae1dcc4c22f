package io.freightsdk.server.service;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.service.StoredLoad.LoadIds;
import io.freightsdk.server.service.order.OrderReader.Freight;
import io.freightsdk.server.view.LoadView;

/** Creates the views of loads that tests read. */
final class LoadViews {
  private LoadViews() {}

  static LoadView of(StoredLoad load) {
    boolean joined = load.driverJoined();
    LoadView.Order order = order(load);
    return load.read(trip -> view(load.ids(), trip, joined, order));
  }

  private static LoadView view(
      LoadIds ids, LoadTrip trip, boolean driverJoined, LoadView.Order order) {
    Progress progress = trip.progress();
    return new LoadView(
        ids.loadNumber(),
        ids.loadId().toString(),
        ids.brokerId(),
        LoadStatus.of(progress.status().name()),
        ids.createdAt(),
        progress.deliveredAt(),
        ids.trackingToken(),
        ids.driverToken(),
        driverJoined,
        progress.bolReceivedAt(),
        progress.bolMissing(),
        trip.track().size(),
        trip.track().distanceMiles(),
        trip.track().lastFix(),
        order,
        progress.plan().stops().stream()
            .map(stop -> stop(stop, progress.stopVisits().get(stop.sequence() - 1)))
            .toList());
  }

  private static LoadView.Order order(StoredLoad load) {
    Freight freight = load.order().freight();
    return new LoadView.Order(
        load.order().driverPhone(),
        load.order().customerRef(),
        freight.shipperName(),
        freight.carrierName(),
        freight.truckNumber(),
        freight.equipmentType(),
        freight.weight(),
        freight.rate(),
        freight.miles());
  }

  private static LoadView.Stop stop(PlannedStop stop, StopVisit visit) {
    Fence fence = stop.fence();
    PlannedStop.Address address = stop.address();
    return new LoadView.Stop(
        stop.sequence(),
        stop.type(),
        address.street(),
        address.city(),
        address.state(),
        address.zip(),
        address.facilityName(),
        fence == null ? null : fence.center().lat(),
        fence == null ? null : fence.center().lng(),
        address.precision(),
        fence == null ? null : fence.radiusMeters(),
        stop.windowFrom(),
        stop.windowTo(),
        visit.arrivedAt(),
        visit.departedAt(),
        visit.isMissed());
  }
}
