/**
 * A price is read before a paid call is sent: at most 10 s old, while the list is away up to 5
 * minutes. A call has one price, until a wait for a top-up. Above {@code maxPrice}, or under a
 * limit without a price, nothing is sent.
 *
 * <p>{@code PricesTest} has one reading for all, {@code PriceUnavailableTest} a list that cannot be
 * read, {@code PriceRiseTest} a price that changes. That nothing is sent above {@code maxPrice} is
 * in {@code PaidOperationsTest}, for every operation.
 */
package io.freightsdk.prices;
