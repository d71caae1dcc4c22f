package io.freightsdk.server.domain.trip;

/** What happens at a stop. */
public enum StopKind {
  PICKUP,
  DELIVERY
}
