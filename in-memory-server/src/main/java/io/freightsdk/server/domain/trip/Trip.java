package io.freightsdk.server.domain.trip;

import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.domain.ping.FitVerdict;
import io.freightsdk.server.domain.ping.Neighbors;
import io.freightsdk.server.domain.ping.PingRefusal;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;

/**
 * One load on its way: its track and where it stands. A fix later than all before is one step; a
 * late one is put at its place in time and the trip is judged again from there, so the order of
 * delivery does not matter; what was published (an arrival, a departure, a status) stays. Confined
 * to one thread at a time.
 */
public final class Trip {
  private final Track track;
  private final Replay replay;
  private Progress progress;

  public Trip(TripPlan plan) {
    this(Progress.of(plan), new Track(), new Replay());
  }

  private Trip(Progress progress, Track track, Replay replay) {
    this.progress = progress;
    this.track = track;
    this.replay = replay;
  }

  /** An independent trip in the same state. */
  public Trip copy() {
    return new Trip(progress, track.copy(), replay.copy());
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
    if (end != null && fix.time().isAfter(end)) {
      return new PingVerdict.Refused(fix, PingRefusal.TRACKING_ENDED, before);
    }
    FitVerdict fit = Neighbors.fit(track, fix, rules);
    if (fit.refusal() != null) {
      return new PingVerdict.Refused(fix, fit.refusal(), before);
    }
    Fix latest = track.last();
    boolean late = latest != null && fix.time().isBefore(latest.time());
    Fix kept = track.add(fix);
    progress = late ? replay.rejudge(before, track, kept) : replay.follow(before, kept);
    return new PingVerdict.Accepted(kept, fit.lowConfidence(), before, progress);
  }

  /** Records the bill of lading; the trip changes unless the outcome is TooEarly. */
  public Confirmation confirm(Instant bolReceivedAt, Instant now) {
    Confirmation outcome = progress.confirm(bolReceivedAt, now);
    if (outcome instanceof Confirmation.Delivered delivered) {
      progress = delivered.progress();
    } else if (outcome instanceof Confirmation.AlreadyDelivered recorded) {
      progress = recorded.progress();
    }
    return outcome;
  }

  public void expireBol(Instant now) {
    progress = progress.expireBol(now);
  }

  public void cancel(Instant now) {
    progress = progress.cancel(now);
  }

  public void completing(DeliveryCompletion completion) {
    progress = progress.completing(completion);
  }
}
