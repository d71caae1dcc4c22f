package io.freightsdk.testing;

import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import java.time.Duration;
import java.time.Instant;

/** Positions of a load with one pickup and one delivery. */
public final class LoadPositions {
  private LoadPositions() {}

  /**
   * A load that reaches its pickup after 30 minutes, leaves it after 60, and is delivered after
   * 120.
   */
  public static LoadPosition load(
      String loadNumber,
      LoadStatus status,
      Instant createdAt,
      boolean reached,
      boolean left,
      boolean delivered) {
    PositionStop.Builder pickup = stop(StopType.PICKUP, 1);
    PositionStop.Builder delivery = stop(StopType.DELIVERY, 2);
    LoadPosition.Builder position =
        LoadPosition.builder()
            .loadNumber(loadNumber)
            .status(status)
            .createdAt(createdAt)
            .gpsTrack()
            .pingCount(0);
    if (reached) {
      pickup.arrivedAt(createdAt.plus(Duration.ofMinutes(30)));
    }
    if (left) {
      pickup.departedAt(createdAt.plus(Duration.ofMinutes(60)));
    }
    if (delivered) {
      Instant at = createdAt.plus(Duration.ofMinutes(120));
      delivery.arrivedAt(at);
      position.deliveredAt(at);
    }
    return position.stops(pickup.build(), delivery.build()).build();
  }

  /** A planned load with this number of fixes, one each minute. */
  public static LoadPosition moving(String loadNumber, Instant createdAt, int fixes) {
    LoadPosition.Builder position =
        load(loadNumber, LoadStatus.PLANNED, createdAt, false, false, false).toBuilder();
    if (fixes > 0) {
      Instant at = createdAt.plus(Duration.ofMinutes(fixes));
      position.gpsTrack(GpsPoint.builder().lat(36.0).lng(-84.0).ts(at).build());
    }
    return position.pingCount(fixes).build();
  }

  private static PositionStop.Builder stop(StopType type, int sequence) {
    return PositionStop.builder().type(type).sequence(sequence).city("Corbin").state("KY");
  }
}
