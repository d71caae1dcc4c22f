package io.freightsdk.server.domain.trip;

/** State of a load (API description, section 3). The names are those of the API. */
public enum Status {
  PLANNED,
  AT_PICKUP,
  IN_TRANSIT,
  AT_DELIVERY,
  DELIVERED,
  CANCELLED;

  public boolean isTerminal() {
    return this == DELIVERED || this == CANCELLED;
  }
}
