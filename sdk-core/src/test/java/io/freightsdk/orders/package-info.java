/**
 * One order is one load: all attempts of a creation carry one key, and an order with a {@code
 * customerRef} that is sent again, by another process or next month, gets its load and costs
 * nothing.
 *
 * <p>{@code OneOrderIsOneLoadTest} has who sends it again, and when, {@code RepeatedKeyTest} the
 * key of all attempts.
 */
package io.freightsdk.orders;
