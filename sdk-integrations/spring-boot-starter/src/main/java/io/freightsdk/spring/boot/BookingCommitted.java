package io.freightsdk.spring.boot;

import io.freightsdk.outbox.Booking;
import java.util.Objects;

/**
 * An event of the application: every listener of a {@link Booking} has returned, what they have
 * written is committed, and their connection is given back. For what must not begin before, or
 * takes a connection of its own, such as {@code FleetWatch.add}.
 *
 * <p>It is told on the same thread, in no transaction. If a listener throws, or the process dies
 * before, both events are told again.
 *
 * @param booking that has its load, or is refused
 */
public record BookingCommitted(Booking booking) {
  public BookingCommitted {
    Objects.requireNonNull(booking, "booking");
  }
}
