package io.freightsdk.jobs;

import io.freightsdk.jobs.LoadEvent.ArrivedAtStop;
import io.freightsdk.jobs.LoadEvent.Delivered;
import io.freightsdk.jobs.LoadEvent.DepartedFromStop;
import io.freightsdk.jobs.LoadEvent.StatusChanged;
import io.freightsdk.jobs.LoadEvent.StopTimesCorrected;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state of a load for a consumer that sees only events. */
record StateFromEvents(
    LoadStatus status,
    boolean isDelivered,
    Map<String, Instant> stopTimes,
    List<LoadEvent> aboutTheTrack) {
  static StateFromEvents initial() {
    return new StateFromEvents(LoadStatus.PLANNED, false, Map.of(), List.of());
  }

  StateFromEvents with(LoadEvent event) {
    Map<String, Instant> times = new TreeMap<>(stopTimes);
    if (event instanceof StatusChanged change) {
      boolean stays = isDelivered && change.to().equals(LoadStatus.DELIVERED);
      return new StateFromEvents(change.to(), stays, stopTimes, aboutTheTrack);
    }
    if (event instanceof Delivered) {
      return new StateFromEvents(status, true, stopTimes, aboutTheTrack);
    }
    if (event instanceof ArrivedAtStop reached) {
      times.put("arrived " + reached.stop().sequence(), reached.happenedAt());
      return new StateFromEvents(status, isDelivered, times, aboutTheTrack);
    }
    if (event instanceof DepartedFromStop left) {
      times.put("departed " + left.stop().sequence(), left.happenedAt());
      return new StateFromEvents(status, isDelivered, times, aboutTheTrack);
    }
    if (event instanceof StopTimesCorrected corrected) {
      replace(
          times,
          "arrived ",
          corrected.before().arrivedAt(),
          corrected.after().arrivedAt(),
          corrected.after());
      replace(
          times,
          "departed ",
          corrected.before().departedAt(),
          corrected.after().departedAt(),
          corrected.after());
      return new StateFromEvents(status, isDelivered, times, aboutTheTrack);
    }
    List<LoadEvent> track = new ArrayList<>(aboutTheTrack);
    track.add(event);
    return new StateFromEvents(status, isDelivered, stopTimes, track);
  }

  /**
   * A correction speaks of times that were reported before only; a first arrival is an event of its
   * own.
   */
  private static void replace(
      Map<String, Instant> times, String kind, Instant before, Instant after, PositionStop stop) {
    if (before == null) {
      return;
    }
    if (after == null) {
      times.remove(kind + stop.sequence());
    } else {
      times.put(kind + stop.sequence(), after);
    }
  }

  static Map<String, Instant> stopTimesOf(LoadPosition position) {
    Map<String, Instant> times = new TreeMap<>();
    for (PositionStop stop : position.stops()) {
      if (stop.arrivedAt() != null) {
        times.put("arrived " + stop.sequence(), stop.arrivedAt());
      }
      if (stop.departedAt() != null) {
        times.put("departed " + stop.sequence(), stop.departedAt());
      }
    }
    return times;
  }

  /** The fact that an event reports, without its snapshot of the stop. */
  static String fact(LoadEvent event) {
    if (event instanceof ArrivedAtStop reached) {
      return "reached " + reached.stop().sequence() + " at " + reached.happenedAt();
    }
    if (event instanceof DepartedFromStop left) {
      return "left " + left.stop().sequence() + " at " + left.happenedAt();
    }
    return event.toString();
  }
}
