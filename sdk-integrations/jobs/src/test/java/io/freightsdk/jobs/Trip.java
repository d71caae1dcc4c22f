package io.freightsdk.jobs;

import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The whole life of one load as minutes after its creation, and what a read at any minute of it
 * would have returned.
 */
record Trip(
    int pickupArrival, int pickupDeparture, int deliveryArrival, int delivered, boolean firstFix) {
  static final Instant CREATED = Instant.parse("2026-03-02T08:00:00Z");
  static final String LOAD = "LD-2026-0001";
  static final Duration WINDOW_AFTER_CREATION = Duration.ofHours(6);

  /** Reached after 60 minutes, left after 120, delivered on arrival after 600. */
  static Trip usual() {
    return new Trip(60, 120, 600, 600, true);
  }

  static Instant minute(int minutes) {
    return CREATED.plus(Duration.ofMinutes(minutes));
  }

  PositionSnapshot at(int minutes) {
    return new PositionSnapshot(positionAt(minutes), minute(minutes));
  }

  LoadPosition positionAt(int minute) {
    boolean done = delivered <= minute;
    LoadPosition.Builder position =
        LoadPosition.builder()
            .loadNumber(LOAD)
            .status(statusAt(minute))
            .createdAt(CREATED)
            .stops(
                stop(StopType.PICKUP, 1, minute, pickupArrival, pickupDeparture),
                stop(StopType.DELIVERY, 2, minute, deliveryArrival, Integer.MAX_VALUE))
            .gpsTrack(trackUntil(minute))
            .pingCount(firstFix ? minute + 1 : 0)
            .eta(etaAt(minute));
    return done
        ? position.deliveredAt(minute(delivered)).onTime(true).delayMinutes(-5).build()
        : position.build();
  }

  LoadStatus statusAt(int minute) {
    if (delivered <= minute) {
      return LoadStatus.DELIVERED;
    }
    if (deliveryArrival <= minute) {
      return LoadStatus.AT_DELIVERY;
    }
    if (pickupDeparture <= minute) {
      return LoadStatus.IN_TRANSIT;
    }
    return pickupArrival <= minute ? LoadStatus.AT_PICKUP : LoadStatus.PLANNED;
  }

  private static PositionStop stop(
      StopType type, int sequence, int minute, int arrival, int departure) {
    PositionStop.Builder stop =
        PositionStop.builder()
            .type(type)
            .sequence(sequence)
            .city("Corbin")
            .state("KY")
            .windowFrom(CREATED.plus(WINDOW_AFTER_CREATION.multipliedBy(sequence)));
    if (arrival <= minute) {
      stop.arrivedAt(minute(arrival));
    }
    if (departure <= minute) {
      stop.departedAt(minute(departure));
    }
    return stop.build();
  }

  private List<GpsPoint> trackUntil(int minute) {
    List<GpsPoint> track = new ArrayList<>();
    for (int at = Math.max(0, minute - 20); firstFix && at <= minute; at++) {
      boolean standing = pickupArrival <= at && at < pickupDeparture;
      double lat = 36.0 + 0.01 * (standing ? pickupArrival : at);
      track.add(GpsPoint.builder().lat(lat).lng(-84.1).ts(minute(at)).build());
    }
    return track;
  }

  private Eta etaAt(int minute) {
    if (!firstFix || delivered <= minute) {
      return Eta.builder().put("reason", "no_position").build();
    }
    int next = minute < pickupArrival ? pickupArrival : deliveryArrival;
    return Eta.builder()
        .put("nextStopEta", minute(next).toString())
        .put("etaAt", minute(deliveryArrival).toString())
        .build();
  }
}
