package io.freightsdk.server.http;

import io.freightsdk.model.Eta;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.server.domain.eta.Eta.Estimate;
import io.freightsdk.server.domain.eta.Eta.Unknown;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.service.PositionReads;
import java.util.ArrayList;
import java.util.List;

/** Writes a position as JSON, except its points (API description, sections 2.5 to 2.7). */
final class PositionJson {
  private PositionJson() {}

  static LoadPosition of(PositionReads.Reading reading) {
    Progress progress = reading.progress();
    PositionFigures figures = reading.figures();
    return LoadPosition.builder()
        .loadNumber(reading.load().ids().loadNumber())
        .pingpointLoadId(reading.load().ids().loadId())
        .status(status(progress.status()))
        .createdAt(reading.load().ids().createdAt())
        .deliveredAt(progress.deliveredAt())
        .distanceMiles(figures.distanceMiles())
        .onTime(figures.onTime())
        .delayMinutes(figures.delayMinutes())
        .pickupDwellMinutes(figures.pickupDwellMinutes())
        .deliveryDwellMinutes(figures.deliveryDwellMinutes())
        .stops(stops(progress))
        .gpsTrack(List.of())
        .pingCount(figures.pingCount())
        .eta(eta(reading.eta()))
        .build();
  }

  static LoadStatus status(Status status) {
    return LoadStatus.of(status.name());
  }

  static List<PositionStop> stops(Progress progress) {
    List<PositionStop> result = new ArrayList<>(progress.stops().size());
    for (PlannedStop stop : progress.plan().stops()) {
      StopVisit visit = progress.stops().get(stop.sequence() - 1);
      result.add(
          new PositionStop(
              stop.type(),
              stop.sequence(),
              stop.address().city(),
              stop.address().state(),
              stop.windowFrom(),
              stop.windowTo(),
              visit.arrivedAt(),
              visit.departedAt()));
    }
    return result;
  }

  /** The ETA block, or the reason why there is none (API description, section 2.5). */
  private static Eta eta(io.freightsdk.server.domain.eta.Eta eta) {
    if (eta instanceof Unknown unknown) {
      return Eta.builder().put("reason", unknown.reason().code()).build();
    }
    Estimate estimate = (Estimate) eta;
    return Eta.builder()
        .put("nextStopSequence", estimate.nextStopSequence())
        .put("nextStopEta", estimate.nextStopEta().toString())
        .put("etaAt", estimate.etaAt().toString())
        .put("remainingMiles", estimate.remainingMiles())
        .put("remainingMinutes", estimate.remainingMinutes())
        .put("speedMph", estimate.speedMph())
        .put("basis", estimate.basis().code())
        .put("stale", estimate.stale())
        .build();
  }
}
