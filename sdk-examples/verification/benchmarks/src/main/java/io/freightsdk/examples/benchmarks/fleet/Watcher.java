package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.FreightClient;
import io.freightsdk.examples.benchmarks.fleet.Measured.Detection;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.StatusChanged;
import io.freightsdk.watch.ReadBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Follows one load by one plan: the same two pure functions that a watch is made of. */
final class Watcher {
  private final Candidate candidate;
  private final FreightClient client;
  private final String loadNumber;
  private final List<Detection> detections = new ArrayList<>();
  private @Nullable PositionReading latest;
  private Instant nextRead;
  private int reads;

  Watcher(Candidate candidate, FreightClient client, String loadNumber, Instant firstRead) {
    this.candidate = candidate;
    this.client = client;
    this.loadNumber = loadNumber;
    this.nextRead = firstRead;
  }

  /** When this watcher wants to read; {@link Instant#MAX} once it has seen the end. */
  Instant nextRead() {
    return nextRead;
  }

  /**
   * Reads, and notes how long ago each change it sees was shown by the service.
   *
   * @param shownSince when the service first showed each status
   */
  void read(Instant now, Map<LoadStatus, Instant> shownSince) {
    PositionReading reading = new PositionReading(client.getLoadPosition(loadNumber), now);
    reads++;
    for (LoadEvent event : LoadEvent.between(latest, reading)) {
      if (event instanceof StatusChanged change) {
        detections.add(detection(change, now, shownSince));
      }
    }
    latest = reading;
    Instant next = candidate.plan().nextRead(reading.position(), now, ReadBudget.UNLIMITED);
    nextRead = next == null ? Instant.MAX : next;
  }

  private Detection detection(
      StatusChanged change, Instant now, Map<LoadStatus, Instant> shownSince) {
    Instant since = shownSince.get(change.to());
    if (since == null) {
      throw new IllegalStateException(
          "%s: %s told a change to %s that the service never showed"
              .formatted(loadNumber, candidate.name(), change.to()));
    }
    return new Detection(change.to(), Duration.between(since, now));
  }

  /** Hands over the results; every change that the service showed must have been noticed once. */
  void finish(Map<LoadStatus, Instant> shownSince, Measured into) {
    if (detections.size() != shownSince.size()) {
      throw new IllegalStateException(
          "%s: %s noticed %s of %s"
              .formatted(loadNumber, candidate.name(), detections, shownSince.keySet()));
    }
    into.add(reads, detections);
  }
}
