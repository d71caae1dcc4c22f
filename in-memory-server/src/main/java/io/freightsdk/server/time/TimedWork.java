package io.freightsdk.server.time;

import java.time.Instant;

/** Something that happens at a moment of virtual time. */
@FunctionalInterface
public interface TimedWork {
  /** Does it; {@code due} is the moment it was planned for, which a late caller may have passed. */
  void runAt(Instant due);
}
