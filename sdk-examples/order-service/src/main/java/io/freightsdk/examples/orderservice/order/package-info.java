/** Orders: stored with the booking of their loads, and what became of them. */
@NullMarked
package io.freightsdk.examples.orderservice.order;

import org.jspecify.annotations.NullMarked;
