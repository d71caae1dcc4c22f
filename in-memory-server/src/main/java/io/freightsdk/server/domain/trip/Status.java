package io.freightsdk.server.domain.trip;

/** The status of a load, with the names of the API's {@code LoadStatus}. */
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
