/**
 * Tests of the rule that one order is one load. All attempts of a creation have one key. An order
 * with a {@code customerRef} that is sent again, by another process or next month, returns its load
 * free of charge.
 *
 * <p>{@code OneOrderIsOneLoadTest} tests orders that are sent again, {@code RepeatedKeyTest}
 * several calls with one key.
 */
package io.freightsdk.orders;
