/**
 * Tests of prices. A price is read before a paid call is sent. It is at most 10 seconds old, and at
 * most 5 minutes old while the list is unavailable. A call keeps one price until it waits for a
 * top-up. Above {@code maxPrice}, or under a limit without a price, nothing is sent.
 *
 * <p>{@code PricesTest} tests that calls share a read, {@code PriceUnavailableTest} a list that
 * cannot be read, {@code PriceIncreaseTest} a price that changes. {@code PaidOperationsTest} tests
 * {@code maxPrice} for every operation.
 */
package io.freightsdk.prices;
