package io.freightsdk.server.http;

import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.figures.PositionFigures;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.domain.trip.StopKind;
import io.freightsdk.server.domain.trip.StopVisit;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.PositionReads;
import io.freightsdk.server.service.load.PlacedStop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A position as the wire has it (API description, sections 2.5 to 2.7). */
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
        .stops(stops(reading.load().stops(), progress))
        .gpsTrack(points(reading.latest()))
        .pingCount(figures.pingCount())
        .eta(EtaJson.of(reading.eta()))
        .build();
  }

  static LoadStatus status(Status status) {
    return LoadStatus.of(status.name());
  }

  static List<PositionStop> stops(List<PlacedStop> stops, Progress progress) {
    List<PositionStop> result = new ArrayList<>(stops.size());
    for (int i = 0; i < stops.size(); i++) {
      PlannedStop plan = stops.get(i).plan();
      StopVisit visit = progress.stops().get(i);
      result.add(
          new PositionStop(
              plan.kind() == StopKind.PICKUP ? StopType.PICKUP : StopType.DELIVERY,
              plan.sequence(),
              stops.get(i).order().city(),
              stops.get(i).order().state(),
              plan.windowFrom(),
              plan.windowTo(),
              visit.arrivedAt(),
              visit.departedAt()));
    }
    return result;
  }

  static @Nullable Double oneDecimal(@Nullable Double value) {
    return value == null ? null : Double.valueOf(Math.round(value * 10) / 10.0);
  }

  private static List<GpsPoint> points(List<Fix> fixes) {
    List<GpsPoint> points = new ArrayList<>(fixes.size());
    for (Fix fix : fixes) {
      points.add(
          new GpsPoint(
              fix.at().lat(),
              fix.at().lng(),
              oneDecimal(fix.speedMph()),
              fix.heading() == null ? null : fix.heading().doubleValue(),
              fix.time()));
    }
    return points;
  }
}
