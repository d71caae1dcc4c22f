/**
 * Tests that the server implements the API description: each sentence, each error table, money to
 * the cent.
 *
 * <ul>
 *   <li>{@code ErrorTableTest} has the rows of the error table.
 *   <li>{@code ValidationTest} has the fields of a creation.
 *   <li>{@code CreateLoadTest} has the responses of a creation.
 *   <li>{@code PositionTest} has the fields of a position.
 *   <li>{@code TransitionTableTest} has the statuses.
 *   <li>{@code BillingTest} and {@code ConcurrentCallsIT} have the money.
 * </ul>
 */
package io.freightsdk.server.http;
