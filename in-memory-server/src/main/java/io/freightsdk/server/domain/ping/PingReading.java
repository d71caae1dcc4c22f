package io.freightsdk.server.domain.ping;

import io.freightsdk.server.geo.Fix;
import org.jspecify.annotations.Nullable;

/** What a ping's body says, before the load it is for is known. */
public sealed interface PingReading {
  record Read(Fix fix) implements PingReading {}

  /**
   * Refused before the load was looked for.
   *
   * @param fix what the ping says, without an accuracy that means nothing, and at the time it came
   *     when it tells none that can be read; null when it names no place on the map
   */
  record Refused(PingRefusal reason, @Nullable Fix fix) implements PingReading {}
}
