package io.freightsdk.internal.jobs;

import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.LoadEvent.StopLeft;
import io.freightsdk.jobs.LoadEvent.StopReached;
import io.freightsdk.jobs.LoadEvent.StopTimesCorrected;
import io.freightsdk.model.PositionStop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What happened at the stops between two positions. Stops are matched by their sequence. */
final class StopEvents {
  /** An arrival or a departure with what orders it. */
  record Timed(Instant at, LoadEvent event) {}

  private final String loadNumber;
  private final Map<Integer, PositionStop> earlier = new HashMap<>();
  private final List<PositionStop> later;

  StopEvents(String loadNumber, List<PositionStop> earlier, List<PositionStop> later) {
    this.loadNumber = loadNumber;
    this.later = later;
    earlier.forEach(stop -> this.earlier.put(place(stop, earlier), stop));
  }

  /** Its sequence, or where the service states none, its place in the list. */
  private static int place(PositionStop stop, List<PositionStop> stops) {
    Integer sequence = stop.sequence();
    return sequence != null ? sequence : stops.indexOf(stop) + 1;
  }

  /** Arrivals and departures told for the first time, oldest first. */
  List<Timed> visits() {
    List<Timed> visits = new ArrayList<>();
    for (PositionStop stop : later) {
      Instant arrivedAt = stop.arrivedAt();
      Instant departedAt = stop.departedAt();
      PositionStop before = before(stop);
      boolean hadArrived = before != null && before.arrivedAt() != null;
      boolean hadDeparted = before != null && before.departedAt() != null;
      if (arrivedAt != null && !hadArrived) {
        visits.add(new Timed(arrivedAt, new StopReached(loadNumber, stop, arrivedAt)));
      }
      if (departedAt != null && !hadDeparted) {
        visits.add(new Timed(departedAt, new StopLeft(loadNumber, stop, departedAt)));
      }
    }
    // Stable: at one instant the order of the stops stands, and arrival before departure.
    visits.sort(Comparator.comparing(Timed::at));
    return visits;
  }

  /** Times already told that are different now, or gone. */
  List<LoadEvent> corrections() {
    List<LoadEvent> corrections = new ArrayList<>();
    for (PositionStop stop : later) {
      PositionStop before = before(stop);
      if (before == null) {
        continue;
      }
      boolean arrivalChanged = changed(before.arrivedAt(), stop.arrivedAt());
      boolean departureChanged = changed(before.departedAt(), stop.departedAt());
      if (arrivalChanged || departureChanged) {
        corrections.add(new StopTimesCorrected(loadNumber, before, stop));
      }
    }
    return corrections;
  }

  private static boolean changed(@Nullable Instant told, @Nullable Instant now) {
    return told != null && !Objects.equals(told, now);
  }

  private @Nullable PositionStop before(PositionStop stop) {
    return earlier.get(place(stop, later));
  }
}
