package io.freightsdk.internal.jobs;

import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.LoadEvent.Delivered;
import io.freightsdk.jobs.LoadEvent.EtaMoved;
import io.freightsdk.jobs.LoadEvent.FirstSeen;
import io.freightsdk.jobs.LoadEvent.GpsSilent;
import io.freightsdk.jobs.LoadEvent.Moved;
import io.freightsdk.jobs.LoadEvent.StatusChanged;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.reads.PositionReading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The events between two readings of one load: arrivals, departures and changes of status in the
 * order they happened, after what the later reading says of fixes and the estimate. Pure: the same
 * two readings give the same events in any process.
 */
public final class EventsBetween {
  /** An estimate is reported again when it moves to another step of this length. */
  private static final Duration ETA_STEP = Duration.ofMinutes(15);

  private static final Duration GPS_SILENT_AFTER = Duration.ofMinutes(30);

  private final @Nullable PositionReading before;
  private final PositionReading after;
  private final String loadNumber;
  private final List<LoadEvent> events = new ArrayList<>();

  private EventsBetween(@Nullable PositionReading before, PositionReading after) {
    this.before = before;
    this.after = after;
    this.loadNumber = after.position().loadNumber();
  }

  /**
   * What the later reading shows and the earlier one did not; empty when nothing changed.
   *
   * @param before null to get everything that has happened since the load was created
   * @throws IllegalArgumentException when the readings are of different loads
   */
  public static List<LoadEvent> of(@Nullable PositionReading before, PositionReading after) {
    if (before != null && !before.position().loadNumber().equals(after.position().loadNumber())) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "positions of two loads: %s, then %s",
              before.position().loadNumber(),
              after.position().loadNumber()));
    }
    return new EventsBetween(before, after).derive();
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
    GpsPoint latest = latestFix(after.position());
    if (latest == null) {
      return;
    }
    Instant latestAt = latestFixAt(after.position());
    Instant earlierAt = before == null ? null : latestFixAt(before.position());
    int countedBefore = before == null ? 0 : counted(before.position());
    int newFixes = Math.max(0, counted(after.position()) - countedBefore);
    boolean newer = earlierAt == null || (latestAt != null && latestAt.isAfter(earlierAt));
    if (newer || newFixes > 0) {
      events.add(new Moved(loadNumber, latest, newFixes));
    }
  }

  /** A position without a count has at least the fixes of its track. */
  static int counted(LoadPosition position) {
    Integer count = position.pingCount();
    return count == null ? position.gpsTrack().size() : count;
  }

  private void addGpsSilent() {
    Instant lastFixAt = silentSince(after);
    boolean reported = before != null && lastFixAt != null && lastFixAt.equals(silentSince(before));
    if (lastFixAt != null && !reported) {
      Duration silentFor = Duration.between(lastFixAt, after.readAt());
      events.add(new GpsSilent(loadNumber, lastFixAt, silentFor));
    }
  }

  private @Nullable Instant silentSince(PositionReading reading) {
    Instant latest = latestFixAt(reading.position());
    if (latest == null || NextRead.isOver(reading.position())) {
      return null;
    }
    Duration silentFor = Duration.between(latest, reading.readAt());
    return silentFor.compareTo(GPS_SILENT_AFTER) < 0 ? null : latest;
  }

  private void addEtaMoved() {
    Instant to = etaAt(after.position());
    Instant from = before == null ? null : etaAt(before.position());
    if (to != null && (from == null || step(from) != step(to))) {
      events.add(new EtaMoved(loadNumber, from, to));
    }
  }

  private long step(Instant eta) {
    return Math.floorDiv(eta.getEpochSecond(), ETA_STEP.toSeconds());
  }

  private void addStopsAndStatuses() {
    List<PositionStop> stopsBefore = before == null ? List.of() : before.position().stops();
    StopEvents stops = new StopEvents(loadNumber, stopsBefore, after.position().stops());
    events.addAll(stops.corrections());

    List<StopEvents.Timed> visits = stops.visits();
    int next = 0;
    for (StatusChanged change : StatusPath.between(statusBefore(), after.position())) {
      // A visit comes before the change of status that it causes.
      while (next < visits.size() && notAfter(visits.get(next).at(), change.happenedAt())) {
        events.add(visits.get(next++).event());
      }
      events.add(change);
    }
    visits.subList(next, visits.size()).forEach(visit -> events.add(visit.event()));
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

  /** The estimated arrival at the last stop, or else at the next; null when there is none. */
  private static @Nullable Instant etaAt(LoadPosition position) {
    Eta eta = position.eta();
    if (eta == null) {
      return null;
    }
    Instant last = eta.etaAt();
    return last != null ? last : eta.nextStopEta();
  }

  /** Null before the first fix. */
  static @Nullable GpsPoint latestFix(LoadPosition position) {
    List<GpsPoint> track = position.gpsTrack();
    return track.isEmpty() ? null : track.get(track.size() - 1);
  }

  /** When the latest fix was taken; null before the first, or when the service does not say. */
  private static @Nullable Instant latestFixAt(LoadPosition position) {
    GpsPoint latest = latestFix(position);
    return latest == null ? null : latest.ts();
  }
}
