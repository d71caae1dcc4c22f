package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.ping.Neighbors;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One load on its way: its track and where it stands. A fix later than all before is one step; a
 * late one is put at its place in time and the trip is judged again from there, so the order of
 * delivery does not matter; what was published (an arrival, a departure, a status) stays. Confined
 * to one thread at a time.
 */
public final class Trip {
  private static final int REFUSALS_REMEMBERED = 500;

  private final Track track;
  private final Replay replay;

  /** Null until a fix is refused: most loads never have one. */
  private @Nullable Deque<FixExplanation> refused;

  private Progress progress;

  public Trip(TripPlan plan) {
    this(Progress.of(plan), new Track(), new Replay(), null);
  }

  private Trip(
      Progress progress, Track track, Replay replay, @Nullable Deque<FixExplanation> refused) {
    this.progress = progress;
    this.track = track;
    this.replay = replay;
    this.refused = refused;
  }

  /** An independent trip in the same state. */
  public Trip copy() {
    Deque<FixExplanation> refusals = refused == null ? null : new ArrayDeque<>(refused);
    return new Trip(progress, track.copy(), replay.copy(), refusals);
  }

  public Progress progress() {
    return progress;
  }

  /** To be read only: fixes go through {@link #offer}. */
  public Track track() {
    return track;
  }

  /** Keeps or refuses a fix: tracking ended, duplicate, teleport, throttle, in this order. */
  public PingVerdict offer(Fix fix, PingRules rules) {
    Progress before = progress;
    Instant end = before.trackingEndsAt();
    if (end != null && fix.time().isAfter(end)) return refuse(fix, PingRefusal.TRACKING_ENDED);
    PingVerdict fit = Neighbors.fit(track, fix, rules);
    if (fit.refusal() != null) return refuse(fix, fit.refusal());
    Fix latest = track.last();
    boolean late = latest != null && fix.time().isBefore(latest.time());
    Fix kept = track.add(fix);
    progress = late ? replay.rejudge(before, track, kept) : replay.follow(before, kept);
    return PingVerdict.kept(kept, fit.lowConfidence());
  }

  /**
   * Records the bill of lading and says in which status the load was: one that was neither
   * AT_DELIVERY nor DELIVERED stays as it is.
   */
  public Status confirm(Instant bolReceivedAt, Instant now) {
    Status before = progress.status();
    progress = progress.confirm(bolReceivedAt, now);
    return before;
  }

  public void expireBol(Instant now) {
    progress = progress.expireBol(now);
  }

  public void cancel(Instant now) {
    progress = progress.cancel(now);
  }

  public void awaitBol(boolean awaits) {
    progress = progress.awaitingBol(awaits);
  }

  /**
   * Changes the radius of the geofence around the stop with this sequence.
   *
   * @throws IllegalArgumentException when there is no such stop
   * @throws IllegalStateException when the stop has no place on the map, and once a fix was kept or
   *     the load is no longer PLANNED: what was judged by the old fence would not agree with the
   *     new
   */
  public void fenceRadius(int sequence, double meters) {
    List<PlannedStop> stops = progress.plan().stops();
    if (sequence < 1 || sequence > stops.size()) {
      throw new IllegalArgumentException(
          "no stop " + sequence + ": the stops of this load are 1 to " + stops.size());
    }
    PlannedStop stop = stops.get(sequence - 1);
    Fence fence = stop.fence();
    if (fence == null) {
      throw new IllegalStateException(
          "stop " + sequence + " has no geofence: its address could not be placed");
    }
    if (track.size() > 0 || progress.status() != Status.PLANNED) {
      throw new IllegalStateException(
          "stop "
              + sequence
              + " can change only while its load is PLANNED and before its first fix; it is "
              + progress.status()
              + " with "
              + track.size()
              + " fixes. Change the stop right after creating the load");
    }
    progress = Progress.of(progress.plan().withStop(stop.withFence(fence.withRadius(meters))));
  }

  /**
   * Remembers a refusal that was decided before the trip was asked, so that {@link #explain} tells
   * it.
   */
  public PingVerdict refuse(Fix fix, PingRefusal reason) {
    Deque<FixExplanation> refusals = refused;
    if (refusals == null) {
      refusals = new ArrayDeque<>();
      refused = refusals;
    }
    if (refusals.size() == REFUSALS_REMEMBERED) {
      refusals.removeFirst();
    }
    refusals.addLast(Explanations.refused(progress, fix, reason));
    return PingVerdict.refused(fix, reason);
  }

  /**
   * What each fix did and why, by the fixes' own time: the {@code latest} kept ones as they are
   * judged now, and the refused ones among them as far as they are remembered (500).
   */
  public List<FixExplanation> explain(int latest) {
    List<FixExplanation> all = new ArrayList<>(replay.explain(progress, track, latest));
    boolean complete = all.size() == track.size();
    Instant from = all.isEmpty() || complete ? Instant.MIN : all.get(0).fix().time();
    for (FixExplanation refusal : refused == null ? List.<FixExplanation>of() : refused) {
      if (!refusal.fix().time().isBefore(from)) {
        all.add(refusal);
      }
    }
    all.sort(Comparator.comparing(explanation -> explanation.fix().time()));
    return all;
  }
}
