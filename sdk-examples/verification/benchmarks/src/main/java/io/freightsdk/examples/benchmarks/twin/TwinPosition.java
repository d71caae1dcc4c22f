package io.freightsdk.examples.benchmarks.twin;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record TwinPosition(
    String loadNumber,
    @Nullable String pingpointLoadId,
    String status,
    Instant createdAt,
    @Nullable Instant deliveredAt,
    @Nullable Double distanceMiles,
    @Nullable Boolean onTime,
    @Nullable Integer delayMinutes,
    @Nullable Integer pickupDwellMinutes,
    @Nullable Integer deliveryDwellMinutes,
    List<Stop> stops,
    List<Point> gpsTrack,
    int pingCount,
    @Nullable Eta eta) {

  public record Stop(
      String type,
      int sequence,
      String city,
      String state,
      @Nullable Instant windowFrom,
      @Nullable Instant windowTo,
      @Nullable Instant arrivedAt,
      @Nullable Instant departedAt) {}

  public record Point(
      double lat, double lng, @Nullable Double speed, @Nullable Integer heading, Instant ts) {}

  public record Eta(
      @Nullable Integer nextStopSequence,
      @Nullable Instant nextStopEta,
      @Nullable Instant etaAt,
      @Nullable Double remainingMiles,
      @Nullable Integer remainingMinutes,
      @Nullable Double speedMph,
      @Nullable String basis,
      @Nullable Boolean stale) {}
}
