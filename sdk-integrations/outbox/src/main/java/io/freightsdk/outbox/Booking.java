package io.freightsdk.outbox;

import io.freightsdk.error.NextStep;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of a creation.
 *
 * @param reference the {@code customerRef} of its load, usually the number of the order
 * @param loadNumber the load; null until it is {@link State#BOOKED}
 * @param trackingLink the page for the customer, if the service gave one
 * @param attempts how often it was sent
 * @param failure why the last time failed; null if it did not
 * @param nextStep what to do about it; null if nothing failed
 * @param dueAt when it is sent again, while it is open
 * @param storedAt when it was stored first
 */
public record Booking(
    String reference,
    State state,
    @Nullable String loadNumber,
    @Nullable String trackingLink,
    int attempts,
    @Nullable String failure,
    @Nullable NextStep nextStep,
    Instant dueAt,
    Instant storedAt) {

  /** Where it stands. */
  public enum State {
    /** It is sent, again and again, until it is one of the others. */
    OPEN,
    /** The load is created. */
    BOOKED,
    /** The service refuses the request as it is; book it again with other content. */
    REFUSED
  }

  public boolean isBooked() {
    return state == State.BOOKED;
  }
}
