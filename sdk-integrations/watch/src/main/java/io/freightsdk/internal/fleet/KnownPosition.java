package io.freightsdk.internal.fleet;

import io.freightsdk.internal.watch.Progress;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopInput;
import io.freightsdk.model.StopType;
import io.freightsdk.reads.PositionReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a fleet keeps of a position, and what it takes for one before the first read. */
final class KnownPosition {
  /** Members of the estimate that the rule or an event goes by. */
  private static final List<String> ESTIMATE =
      List.of(
          "etaAt",
          "nextStopEta",
          "nextStopSequence",
          "remainingMiles",
          "remainingMinutes",
          "speedMph");

  private KnownPosition() {}

  /** A load as it was created, read by nobody yet. */
  static LoadPosition created(String loadNumber, @Nullable CreateLoadInput input, Instant now) {
    List<PositionStop> stops = new ArrayList<>();
    if (input != null) {
      input.pickups().forEach(stop -> stops.add(stop(stop, StopType.PICKUP, stops.size() + 1)));
      input
          .deliveries()
          .forEach(stop -> stops.add(stop(stop, StopType.DELIVERY, stops.size() + 1)));
    }
    return LoadPosition.builder()
        .loadNumber(loadNumber)
        .status(LoadStatus.PLANNED)
        .createdAt(now)
        .stops(stops)
        .gpsTrack(List.of())
        .pingCount(0)
        .build();
  }

  private static PositionStop stop(StopInput input, StopType type, int sequence) {
    return PositionStop.builder().type(type).sequence(sequence).windowFrom(input.date()).build();
  }

  /** A reading without what neither rule nor events need; thousands of them are kept. */
  static PositionReading trimmed(PositionReading reading, @Nullable PositionReading before) {
    LoadPosition position = reading.position();
    LoadPosition.Builder kept =
        position.toBuilder().gpsTrack(fixes(reading)).eta(estimate(position));
    // The same stops again: keep one copy of them.
    if (before != null && before.position().stops().equals(position.stops())) {
      kept.stops(before.position().stops());
    }
    return new PositionReading(kept.build(), reading.readAt());
  }

  private static List<GpsPoint> fixes(PositionReading reading) {
    List<GpsPoint> track = reading.position().gpsTrack();
    if (track.size() < 2) {
      return track;
    }
    GpsPoint latest = track.get(track.size() - 1);
    GpsPoint standsSince = new Progress(reading.position(), reading.readAt()).standsSince();
    return standsSince == null || standsSince.equals(latest)
        ? List.of(latest)
        : List.of(standsSince, latest);
  }

  private static @Nullable Eta estimate(LoadPosition position) {
    Eta eta = position.eta();
    if (eta == null) {
      return null;
    }
    Map<String, ? extends @Nullable Object> all = eta.additionalProperties();
    Eta.Builder kept = Eta.builder();
    for (String name : ESTIMATE) {
      if (all.containsKey(name)) {
        kept.put(name, all.get(name));
      }
    }
    return kept.build();
  }
}
