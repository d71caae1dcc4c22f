package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Orders that have no load, of the outbox of a client. */
interface WaitingOrders {
  /**
   * One of them.
   *
   * @param state OPEN if it is sent again, REFUSED if it is not until it is booked with other
   *     content
   * @param why why the last time failed; null if it was not sent yet
   * @param nextStep what to do about it; null if nothing failed
   * @param dueAt when it is sent again; null if it is refused
   */
  record Order(
      String reference,
      String state,
      @Nullable String why,
      @Nullable String nextStep,
      int attempts,
      Instant storedAt,
      @Nullable Instant dueAt) {}

  /** The oldest, those that are refused first; null if the client has no outbox. */
  @Nullable List<Order> of(String client, int atMost);

  /** The clients that have outboxes: also one that is no bean, by the name of its outbox. */
  default Map<String, FreightClient> clients() {
    return Map.of();
  }
}
