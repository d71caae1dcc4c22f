package io.freightsdk.internal.jobs.rules;

import io.freightsdk.internal.text.Redactor;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.jobs.LoadEvent.Delivered;
import io.freightsdk.jobs.LoadEvent.DriverNotJoined;
import io.freightsdk.jobs.LoadEvent.EtaChanged;
import io.freightsdk.jobs.LoadEvent.FollowingStarted;
import io.freightsdk.jobs.LoadEvent.GpsSilent;
import io.freightsdk.jobs.LoadEvent.PositionUpdated;
import io.freightsdk.jobs.LoadEvent.RunningLate;
import io.freightsdk.jobs.LoadEvent.StatusChanged;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events between two positions of one load: first GPS fixes and the estimate, then arrivals,
 * departures and changes of status in the order in which they happened. Pure: two positions result
 * in the same events in every process.
 */
public final class EventsBetween {
  /** An estimate is reported again when it moves to another step of this length. */
  private static final Duration ETA_STEP = Duration.ofMinutes(15);

  /** The service calls a delivery on time up to this delay. */
  private static final int GRACE_MINUTES = 15;

  private static final int LATE_STEP_MINUTES = 30;

  private final Instant followedFrom;
  private final @Nullable PositionSnapshot before;
  private final PositionSnapshot after;
  private final String loadNumber;
  private final List<LoadEvent> events = new ArrayList<>();

  private EventsBetween(
      Instant followedFrom, @Nullable PositionSnapshot before, PositionSnapshot after) {
    this.followedFrom = followedFrom;
    this.before = before;
    this.after = after;
    this.loadNumber = after.position().loadNumber();
  }

  /**
   * Returns the events; empty if nothing changed.
   *
   * @param followedFrom when following started
   * @param before null for all events since the load was created
   * @throws IllegalArgumentException when the positions are of different loads
   */
  public static List<LoadEvent> of(
      Instant followedFrom, @Nullable PositionSnapshot before, PositionSnapshot after) {
    if (before != null && !before.position().loadNumber().equals(after.position().loadNumber())) {
      throw new IllegalArgumentException(
          "positions of two loads: "
              + Redactor.quote(before.position().loadNumber())
              + ", then "
              + Redactor.quote(after.position().loadNumber()));
    }
    return new EventsBetween(followedFrom, before, after).derive();
  }

  private List<LoadEvent> derive() {
    if (before == null) {
      events.add(new FollowingStarted(loadNumber, GpsTrack.withLatestFixOnly(after).position()));
    }
    addDriverNotJoined();
    addPositionUpdated();
    addGpsSilent();
    addEtaChanged();
    addRunningLate();
    addStopsAndStatuses();
    addDelivered();
    return List.copyOf(events);
  }

  private void addDriverNotJoined() {
    boolean isReported = before != null && isNotJoined(before);
    if (isNotJoined(after) && !isReported) {
      events.add(new DriverNotJoined(loadNumber));
    }
  }

  private boolean isNotJoined(PositionSnapshot reading) {
    LoadPosition position = reading.position();
    boolean hasFix = position.latestFix() != null;
    if (hasFix || NextRead.hasFinalStatus(position)) return false;
    Instant expected = NextRead.joinExpected(position, followedFrom);
    return expected != null && !reading.readAt().isBefore(expected);
  }

  private void addPositionUpdated() {
    GpsPoint latest = after.position().latestFix();
    if (latest == null) {
      return;
    }
    Instant latestAt = GpsTrack.latestFixAt(after);
    Instant earlierAt = GpsTrack.latestFixAt(before);
    int countedBefore = before == null ? 0 : GpsTrack.fixCount(before.position());
    int newFixes = Math.max(0, GpsTrack.fixCount(after.position()) - countedBefore);
    boolean newer = earlierAt == null || (latestAt != null && latestAt.isAfter(earlierAt));
    if (newer || newFixes > 0) {
      events.add(new PositionUpdated(loadNumber, latest, newFixes));
    }
  }

  /** The silences that have ended begin at the latest fix of the earlier position or later. */
  private void addGpsSilent() {
    Instant since = GpsTrack.latestFixAt(before);
    for (GpsTrack.Silence silence : GpsTrack.silences(after.position(), since)) {
      addGpsSilent(silence.lastFixAt(), silence.nextFixAt());
    }
    Instant lastFixAt = silentSince(after);
    if (lastFixAt != null) addGpsSilent(lastFixAt, null);
  }

  /** Adds a silence that the earlier position has not reported. */
  private void addGpsSilent(Instant lastFixAt, @Nullable Instant nextFixAt) {
    boolean isReported = before != null && lastFixAt.equals(silentSince(before));
    if (isReported) return;
    Instant until = nextFixAt == null ? after.readAt() : nextFixAt;
    events.add(new GpsSilent(loadNumber, lastFixAt, nextFixAt, Duration.between(lastFixAt, until)));
  }

  /** The time of the latest fix, if the phone is silent at the read; otherwise null. */
  private static @Nullable Instant silentSince(PositionSnapshot reading) {
    Instant latest = GpsTrack.latestFixAt(reading);
    boolean isSilent = latest != null && GpsTrack.isSilent(latest, reading.readAt());
    return isSilent && !NextRead.hasFinalStatus(reading.position()) ? latest : null;
  }

  private void addEtaChanged() {
    Instant to = etaAt(after.position());
    Instant from = before == null ? null : etaAt(before.position());
    if (to != null && (from == null || step(from) != step(to))) {
      events.add(new EtaChanged(loadNumber, from, to));
    }
  }

  private long step(Instant eta) {
    return Math.floorDiv(eta.getEpochSecond(), ETA_STEP.toSeconds());
  }

  private void addRunningLate() {
    RunningLate late = latenessOf(after);
    if (late != null && lateSteps(late) > reportedSteps(late)) {
      events.add(late);
    }
  }

  /** The steps of lateness that the earlier position has reported for the same stop. */
  private int reportedSteps(RunningLate late) {
    if (before == null) return 0;
    RunningLate earlier = latenessOf(before);
    if (earlier == null) return 0;
    boolean isSameStop = sequence(late.stop(), after) == sequence(earlier.stop(), before);
    return isSameStop ? lateSteps(earlier) : 0;
  }

  /**
   * The minimum lateness at the next stop. Null without a next stop or its window, and before the
   * first fix, because a driver who has not joined may be anywhere.
   */
  private @Nullable RunningLate latenessOf(PositionSnapshot reading) {
    LoadPosition position = reading.position();
    PositionStop next = position.nextStop();
    boolean hasFix = position.latestFix() != null;
    if (next == null || next.windowTo() == null || !hasFix) {
      return null;
    }
    Instant estimated = position.nextStopEta();
    Instant now = reading.readAt();
    Instant eta = estimated != null && estimated.isAfter(now) ? estimated : now;
    // Rounded as the service rounds the delay of a delivery.
    Duration rounded = Duration.between(next.windowTo(), eta).plusSeconds(30);
    int delayMinutes = (int) Math.floorDiv(rounded.toSeconds(), 60L);
    return new RunningLate(loadNumber, position.status(), next, eta, delayMinutes);
  }

  /** The number of exceeded steps: 15 minutes, 45 minutes, 75 minutes and so on. */
  private static int lateSteps(RunningLate late) {
    int beyond = late.delayMinutes() - GRACE_MINUTES;
    return beyond <= 0 ? 0 : 1 + (beyond - 1) / LATE_STEP_MINUTES;
  }

  private static int sequence(PositionStop stop, PositionSnapshot reading) {
    return StopEvents.sequence(stop, reading.position().stops());
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

  /**
   * The estimated arrival at the last stop, otherwise at the next stop; null without an estimate.
   */
  private static @Nullable Instant etaAt(LoadPosition position) {
    Eta eta = position.eta();
    if (eta == null) {
      return null;
    }
    Instant last = eta.etaAt();
    return last != null ? last : eta.nextStopEta();
  }
}
