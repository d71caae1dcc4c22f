package io.freightsdk.server.http;

import io.freightsdk.server.service.Refusal;
import io.freightsdk.server.service.RefusedException;
import io.freightsdk.server.service.Tracking;

/** Lets clients look at loads by their tracking links, a bounded number of times a minute. */
final class TrackingGate {
  private static final int CALLS_PER_MINUTE = 60;

  private final Tracking tracking;
  private final RateLimit limit = new RateLimit(CALLS_PER_MINUTE);

  TrackingGate(Tracking tracking) {
    this.tracking = tracking;
  }

  /**
   * The load of the call's {@code trackingToken}.
   *
   * @throws RefusedException when there is none, its link is past its time, or the client asked too
   *     often
   */
  Tracking.PublicView open(Call call) {
    long wait = limit.secondsToWait(call.remoteAddress(), call.receivedAt());
    if (wait > 0) throw new RefusedException(new Refusal.TooManyRequests(wait));
    return tracking.view(call.parameter("trackingToken"));
  }
}
