package io.freightsdk.server.http;

import io.freightsdk.server.domain.eta.Eta;
import io.freightsdk.server.domain.eta.Eta.Estimate;
import io.freightsdk.server.domain.eta.Eta.NoEstimate;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.PositionReads.PositionSnapshot;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@code LoadPosition} as JSON. */
final class PositionJson {
  private PositionJson() {}

  static Map<String, @Nullable Object> of(PositionSnapshot snapshot) {
    Progress progress = snapshot.progress();
    PositionFigures figures = snapshot.figures();
    return JsonText.object(
        "loadNumber", snapshot.load().ids().loadNumber(),
        "pingpointLoadId", snapshot.load().ids().loadId(),
        "status", progress.status(),
        "createdAt", snapshot.load().ids().createdAt(),
        "deliveredAt", progress.deliveredAt(),
        "distanceMiles", figures.distanceMiles(),
        "onTime", figures.onTime(),
        "delayMinutes", figures.delayMinutes(),
        "pickupDwellMinutes", figures.pickupDwellMinutes(),
        "deliveryDwellMinutes", figures.deliveryDwellMinutes(),
        "stops", stops(progress),
        "gpsTrack", snapshot.points().stream().map(PositionJson::point).toList(),
        "pingCount", figures.pingCount(),
        "eta", eta(snapshot.eta()));
  }

  static List<Map<String, @Nullable Object>> stops(Progress progress) {
    return progress.plan().stops().stream()
        .map(stop -> stop(stop, progress.stopVisits().get(stop.sequence() - 1)))
        .toList();
  }

  private static Map<String, @Nullable Object> stop(PlannedStop stop, StopVisit visit) {
    return JsonText.object(
        "type", stop.type(),
        "sequence", stop.sequence(),
        "city", stop.address().city(),
        "state", stop.address().state(),
        "windowFrom", stop.windowFrom(),
        "windowTo", stop.windowTo(),
        "arrivedAt", visit.arrivedAt(),
        "departedAt", visit.departedAt());
  }

  private static Map<String, @Nullable Object> point(Fix fix) {
    return JsonText.object(
        "lat", fix.coordinates().lat(),
        "lng", fix.coordinates().lng(),
        "speed", PositionFigures.oneDecimal(fix.speedMph()),
        "heading", fix.heading(),
        "ts", fix.time());
  }

  /** The ETA block, or the reason why there is none. */
  private static Map<String, @Nullable Object> eta(Eta eta) {
    if (eta instanceof NoEstimate none) {
      return JsonText.object("reason", none.reason().code());
    }
    Estimate estimate = (Estimate) eta;
    return JsonText.object(
        "nextStopSequence", estimate.nextStopSequence(),
        "nextStopEta", estimate.nextStopEta(),
        "etaAt", estimate.etaAt(),
        "remainingMiles", estimate.remainingMiles(),
        "remainingMinutes", estimate.remainingMinutes(),
        "speedMph", estimate.speedMph(),
        "basis", estimate.basis().code(),
        "stale", estimate.stale());
  }
}
