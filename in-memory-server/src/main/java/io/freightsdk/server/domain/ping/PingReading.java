package io.freightsdk.server.domain.ping;

import io.freightsdk.server.geo.Fix;

/** What a ping's body says, before the load it is for is known. */
public sealed interface PingReading {
  record Read(Fix fix) implements PingReading {}

  record Refused(PingRefusal reason) implements PingReading {}
}
