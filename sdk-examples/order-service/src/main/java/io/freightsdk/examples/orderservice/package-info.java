/**
 * An order service: {@code Orders} books and finds orders, controllers answer customers and
 * operators, {@code OrderEvents} is told what happens to the loads, {@code Problems} answers
 * errors.
 */
@NullMarked
package io.freightsdk.examples.orderservice;

import org.jspecify.annotations.NullMarked;
