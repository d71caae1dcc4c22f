package io.freightsdk.examples.dispatch.orders;

import org.jspecify.annotations.Nullable;

/**
 * An order as it is stored, and as the customer sees it.
 *
 * @param status how far its booking is, {@code WAITING}, {@code SENDING} or {@code STOPPED}; once
 *     it has a load, the load's
 * @param loadNumber null until it has a load
 * @param trackingLink the page for the customer; null until it has a load
 */
public record Order(
    String orderId,
    String customer,
    String status,
    @Nullable String loadNumber,
    @Nullable String trackingLink) {
  Order withStatus(String status) {
    return new Order(orderId, customer, status, loadNumber, trackingLink);
  }
}
