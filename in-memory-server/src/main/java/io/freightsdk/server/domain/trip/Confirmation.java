package io.freightsdk.server.domain.trip;

/** What a delivery confirmation did (API description, section 4.4). */
public sealed interface Confirmation {
  /** The load waited at its delivery stop and is now DELIVERED. */
  record Delivered(Progress progress, Status oldStatus, Status newStatus) implements Confirmation {}

  /** It was DELIVERED before; only the time of the bill of lading is recorded. */
  record AlreadyDelivered(Progress progress) implements Confirmation {}

  /** The driver has not arrived at the last stop, or the load is cancelled: nothing changes. */
  record TooEarly(Status status) implements Confirmation {}
}
