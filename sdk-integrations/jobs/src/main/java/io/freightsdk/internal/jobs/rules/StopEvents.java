package io.freightsdk.internal.jobs.rules;

import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.LoadEvent.ArrivedAtStop;
import io.freightsdk.jobs.LoadEvent.DepartedFromStop;
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

/**
 * Arrivals, departures and corrected times at the stops between two positions. Stops are matched by
 * their sequence.
 */
public final class StopEvents {
  /** An arrival or a departure, with the time to sort it by. */
  record Timed(Instant at, LoadEvent event) {}

  private final String loadNumber;
  private final Map<Integer, PositionStop> earlier = new HashMap<>();
  private final List<PositionStop> later;

  StopEvents(String loadNumber, List<PositionStop> earlier, List<PositionStop> later) {
    this.loadNumber = loadNumber;
    this.later = later;
    earlier.forEach(stop -> this.earlier.put(sequence(stop, earlier), stop));
  }

  /** The sequence of a stop; without a sequence, its index in the list plus one. */
  static int sequence(PositionStop stop, List<PositionStop> stops) {
    Integer sequence = stop.sequence();
    return sequence != null ? sequence : stops.indexOf(stop) + 1;
  }

  /** Arrivals and departures that were not reported before, oldest first. */
  List<Timed> visits() {
    List<Timed> visits = new ArrayList<>();
    for (PositionStop stop : later) {
      Instant arrivedAt = stop.arrivedAt();
      Instant departedAt = stop.departedAt();
      PositionStop before = before(stop);
      boolean hadArrived = before != null && before.arrivedAt() != null;
      boolean hadDeparted = before != null && before.departedAt() != null;
      if (arrivedAt != null && !hadArrived) {
        visits.add(new Timed(arrivedAt, new ArrivedAtStop(loadNumber, stop, arrivedAt)));
      }
      if (departedAt != null && !hadDeparted) {
        visits.add(new Timed(departedAt, new DepartedFromStop(loadNumber, stop, departedAt)));
      }
    }
    // Stable: visits at one instant keep the order of the stops, and arrival before departure.
    visits.sort(Comparator.comparing(Timed::at));
    return visits;
  }

  /** Times that were already reported and have changed or are gone. */
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

  private static boolean changed(@Nullable Instant before, @Nullable Instant now) {
    return before != null && !Objects.equals(before, now);
  }

  private @Nullable PositionStop before(PositionStop stop) {
    return earlier.get(sequence(stop, later));
  }
}
