package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.ping.PingRefusal;
import io.freightsdk.server.geo.Fix;

/** What became of a fix that was offered to a trip. */
public sealed interface PingVerdict {
  Fix fix();

  /** State of the load before the fix. */
  Progress before();

  /** State of the load after the fix. */
  Progress after();

  /** Kept in the track; it may have moved the load. */
  record Accepted(Fix fix, boolean lowConfidence, Progress before, Progress after)
      implements PingVerdict {}

  /** Not kept; nothing changed. */
  record Refused(Fix fix, PingRefusal reason, Progress before) implements PingVerdict {
    @Override
    public Progress after() {
      return before;
    }
  }
}
