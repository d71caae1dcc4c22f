/**
 * The server is the description: each published sentence, each table of errors, money to the cent.
 *
 * <p>{@code ErrorTableTest} has each row of the table of errors, {@code ValidationTest} each field
 * of a creation, {@code CreateLoadTest} what it answers and when it is none, {@code PositionTest}
 * each field of a position, {@code TransitionTableTest} each row of the states, {@code BillingTest}
 * the money and {@code ConcurrentCallsIT} that of many threads.
 */
package io.freightsdk.server.http;
