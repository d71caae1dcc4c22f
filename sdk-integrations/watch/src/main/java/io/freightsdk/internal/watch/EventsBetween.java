package io.freightsdk.internal.watch;

import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.Delivered;
import io.freightsdk.watch.LoadEvent.EtaMoved;
import io.freightsdk.watch.LoadEvent.FirstSeen;
import io.freightsdk.watch.LoadEvent.GpsSilent;
import io.freightsdk.watch.LoadEvent.Moved;
import io.freightsdk.watch.LoadEvent.StatusChanged;
import io.freightsdk.watch.WatchOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One derivation of events: what the later reading tells that the earlier one did not. */
public final class EventsBetween {
  private final @Nullable PositionReading before;
  private final PositionReading after;
  private final WatchOptions rules;
  private final String loadNumber;
  private final List<LoadEvent> events = new ArrayList<>();

  private EventsBetween(
      @Nullable PositionReading before, PositionReading after, WatchOptions rules) {
    this.before = before;
    this.after = after;
    this.rules = rules;
    this.loadNumber = after.position().loadNumber();
  }

  public static List<LoadEvent> derive(
      @Nullable PositionReading before, PositionReading after, WatchOptions rules) {
    if (before != null && !before.position().loadNumber().equals(after.position().loadNumber())) {
      throw new IllegalArgumentException(
          "positions of two loads: %s, then %s"
              .formatted(before.position().loadNumber(), after.position().loadNumber()));
    }
    return new EventsBetween(before, after, rules).derive();
  }

  private List<LoadEvent> derive() {
    if (before == null) {
      events.add(new FirstSeen(loadNumber, after.position()));
    }
    addMoved();
    addGpsSilent();
    addEtaMoved();
    addStopsAndStatuses();
    addDelivered();
    return List.copyOf(events);
  }

  private void addMoved() {
    GpsPoint latest = Progress.latestFix(after.position());
    if (latest == null) {
      return;
    }
    Instant latestAt = Progress.latestFixAt(after.position());
    Instant earlierAt = before == null ? null : Progress.latestFixAt(before.position());
    int countedBefore = before == null ? 0 : counted(before.position());
    int newFixes = Math.max(0, counted(after.position()) - countedBefore);
    boolean newer = earlierAt == null || (latestAt != null && latestAt.isAfter(earlierAt));
    if (newer || newFixes > 0) {
      events.add(new Moved(loadNumber, latest, newFixes));
    }
  }

  /** A position without a count has at least the fixes of its track. */
  private static int counted(LoadPosition position) {
    Integer count = position.pingCount();
    return count == null ? position.gpsTrack().size() : count;
  }

  private void addGpsSilent() {
    Instant lastFixAt = silentSince(after);
    boolean told = before != null && lastFixAt != null && lastFixAt.equals(silentSince(before));
    if (lastFixAt != null && !told) {
      Duration silentFor = Duration.between(lastFixAt, after.readAt());
      events.add(new GpsSilent(loadNumber, lastFixAt, silentFor));
    }
  }

  private @Nullable Instant silentSince(PositionReading reading) {
    Instant latest = Progress.latestFixAt(reading.position());
    if (latest == null || Progress.isOver(reading.position())) {
      return null;
    }
    Duration silentFor = Duration.between(latest, reading.readAt());
    return silentFor.compareTo(rules.gpsSilentAfter()) < 0 ? null : latest;
  }

  private void addEtaMoved() {
    Instant to = Progress.etaAt(after.position());
    Instant from = before == null ? null : Progress.etaAt(before.position());
    if (to != null && (from == null || step(from) != step(to))) {
      events.add(new EtaMoved(loadNumber, from, to));
    }
  }

  private long step(Instant eta) {
    return Math.floorDiv(eta.getEpochSecond(), rules.etaStep().toSeconds());
  }

  private void addStopsAndStatuses() {
    List<PositionStop> stopsBefore = before == null ? List.of() : before.position().stops();
    StopEvents stops = new StopEvents(loadNumber, stopsBefore, after.position().stops());
    events.addAll(stops.corrections());

    List<StopEvents.Timed> visits = stops.visits();
    int told = 0;
    for (StatusChanged change : StatusPath.between(statusBefore(), after.position())) {
      // A visit comes before the change of status that it brings about.
      while (told < visits.size() && notAfter(visits.get(told).at(), change.happenedAt())) {
        events.add(visits.get(told++).event());
      }
      events.add(change);
    }
    visits.subList(told, visits.size()).forEach(visit -> events.add(visit.event()));
  }

  private static boolean notAfter(Instant visit, @Nullable Instant change) {
    return change == null || !visit.isAfter(change);
  }

  private void addDelivered() {
    LoadPosition now = after.position();
    boolean deliveredNow = now.status().equals(LoadStatus.DELIVERED);
    if (deliveredNow && !statusBefore().equals(LoadStatus.DELIVERED)) {
      events.add(new Delivered(loadNumber, now.deliveredAt(), now.onTime(), now.delayMinutes()));
    }
  }

  private LoadStatus statusBefore() {
    return before == null ? LoadStatus.PLANNED : before.position().status();
  }
}
