package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.ping.NeighborCheck;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * One load on its way: its track and its state. A fix that is not earlier than the fixes before it
 * is one step. A late fix is inserted at its own time, and the trip is evaluated again from its
 * first fix. So the order of delivery matters only among fixes of one instant. Published arrivals,
 * departures and statuses stay. Not safe for concurrent use.
 */
public final class LoadTrip {
  private static final int MAX_REFUSALS = 500;
  private static final double MAX_FENCE_RADIUS_METERS = 100_000;

  private final Track track = new Track();

  /** The latest fixes that were refused. Most loads have none. */
  private final Deque<FixExplanation> refused = new ArrayDeque<>(0);

  private Progress progress;

  public LoadTrip(TripPlan plan) {
    this.progress = Progress.of(plan);
  }

  public Progress progress() {
    return progress;
  }

  /** For reading only; add fixes with {@link #offer}. */
  public Track track() {
    return track;
  }

  /**
   * Keeps or refuses a fix. Checks, in this order: tracking ended, duplicate, teleport, throttle.
   */
  public PingVerdict offer(Fix fix, PingRules rules) {
    Progress before = progress;
    Instant end = before.trackingEndsAt();
    if (end != null && fix.time().isAfter(end)) return refuse(fix, PingRefusal.TRACKING_ENDED);
    PingVerdict fit = NeighborCheck.check(track, fix, rules);
    if (fit.refusal() != null) return refuse(fix, fit.refusal());
    Fix latest = track.lastFix();
    boolean late = latest != null && fix.time().isBefore(latest.time());
    Fix kept = track.add(fix);
    progress = late ? TrackReplay.evaluate(before, track) : before.advance(kept);
    return PingVerdict.accepted(kept, fit.lowConfidence());
  }

  /**
   * Records the bill of lading and returns the status before it. A load that was neither
   * AT_DELIVERY nor DELIVERED does not change.
   */
  public Status confirm(Instant bolReceivedAt, Instant now) {
    Status before = progress.status();
    progress = progress.confirm(bolReceivedAt, now);
    return before;
  }

  public void expireBol(Instant now) {
    progress = progress.expireBol(now);
  }

  /**
   * A driver's page that was closed at a dock sends no more fixes. A truck that continues sends a
   * fix within this time, even if its phone reports rarely.
   */
  public static final Duration CLOSED_PAGE = Duration.ofMinutes(30);

  /** Whether the truck has arrived at its last stop if no fix follows. */
  public boolean arrivesIfSilent() {
    Fix latest = track.lastFix();
    return latest != null && !progress.afterSilence(latest, CLOSED_PAGE).equals(progress);
  }

  /**
   * Arrives at the last stop if {@link #arrivesIfSilent} and no fix was kept since there were so
   * many.
   */
  public void arriveIfStillSilent(int fixes) {
    Fix latest = track.lastFix();
    if (latest != null && track.size() == fixes) {
      progress = progress.afterSilence(latest, CLOSED_PAGE);
    }
  }

  public void cancel(Instant now) {
    progress = progress.cancel(now);
  }

  /** Delivers the load by hand. */
  public void deliverByHand(Instant now) {
    progress = progress.deliverByHand(now);
  }

  public void setAwaitsBol(boolean awaits) {
    progress = progress.withAwaitsBol(awaits);
  }

  /**
   * Changes the radius of the geofence around the stop with this sequence, before the first fix of
   * a PLANNED load.
   *
   * @throws IllegalArgumentException when there is no such stop, or the radius is out of bounds
   * @throws IllegalStateException when the stop could not be located, and when a fix was kept or
   *     the load is no longer PLANNED: earlier decisions would not agree with the new fence
   */
  public void changeFenceRadius(int sequence, double meters) {
    if (!(meters > 0 && meters <= MAX_FENCE_RADIUS_METERS)) {
      throw new IllegalArgumentException(
          "a fence radius must be above 0 m and at most 100,000 m, not " + meters);
    }
    List<PlannedStop> stops = progress.plan().stops();
    if (sequence < 1 || sequence > stops.size()) {
      throw new IllegalArgumentException(
          "no stop " + sequence + ": the stops of this load are 1 to " + stops.size());
    }
    PlannedStop stop = stops.get(sequence - 1);
    Fence fence = stop.fence();
    if (fence == null) {
      throw new IllegalStateException(
          "stop " + sequence + " has no geofence: its address could not be located");
    }
    if (track.size() > 0 || progress.status() != Status.PLANNED) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              """
          stop %s can change only while its load is PLANNED and before its first fix; it is %s with \
          %s fixes. Change the stop right after creating the load\
          """,
              sequence,
              progress.status(),
              track.size()));
    }
    progress = Progress.of(progress.plan().withStop(stop.withFence(fence.withRadius(meters))));
  }

  /**
   * Refuses a fix and remembers it for {@link #explain}. {@link #offer} refused it, or an earlier
   * check that needs no trip.
   */
  public PingVerdict refuse(Fix fix, PingRefusal reason) {
    if (refused.size() == MAX_REFUSALS) refused.removeFirst();
    refused.addLast(FixExplainer.refused(progress, fix, reason));
    return PingVerdict.refused(fix, reason);
  }

  /**
   * Explains in time order what fixes did and why: the {@code latest} kept fixes, by the present
   * state of the trip, and the latest 500 refused fixes among them.
   */
  public List<FixExplanation> explain(int latest) {
    List<FixExplanation> all = TrackReplay.explain(progress, track, latest);
    boolean complete = all.size() == track.size();
    Instant from = all.isEmpty() || complete ? Instant.MIN : all.get(0).fix().time();
    for (FixExplanation refusal : refused) {
      if (!refusal.fix().time().isBefore(from)) all.add(refusal);
    }
    all.sort(Comparator.comparing(explanation -> explanation.fix().time()));
    return all;
  }
}
