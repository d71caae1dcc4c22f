package io.freightsdk.internal.environment;

import java.time.Duration;
import java.time.Instant;

/**
 * A moment by both clocks of this process. The longer of the two times since then counts: the time
 * of day can be set back, and the monotonic clock may stand still while the machine is suspended.
 */
public record Moment(Instant wall, long nanos) {
  public Duration since(Moment earlier) {
    Duration byWall = Duration.between(earlier.wall, wall);
    Duration byNanos = Duration.ofNanos(nanos - earlier.nanos);
    return byWall.compareTo(byNanos) > 0 ? byWall : byNanos;
  }
}
