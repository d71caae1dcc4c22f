package io.freightsdk.examples.dispatch.orders;

import org.jspecify.annotations.Nullable;

/**
 * An order as it is stored, and as the customer sees it.
 *
 * @param status {@code RECEIVED} until it has a load or is {@code REFUSED}; then the load's
 * @param loadNumber null until it has a load
 * @param trackingLink the page for the customer; null until it has a load
 */
public record Order(
    String orderId,
    String customer,
    String status,
    @Nullable String loadNumber,
    @Nullable String trackingLink) {}
