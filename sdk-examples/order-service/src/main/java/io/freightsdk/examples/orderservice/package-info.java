/**
 * An order service. {@code Orders} books and finds orders, controllers serve customers and
 * operators, {@code OrderHistory} stores the events of loads, and {@code Problems} responds to
 * errors.
 */
@NullMarked
package io.freightsdk.examples.orderservice;

import org.jspecify.annotations.NullMarked;
