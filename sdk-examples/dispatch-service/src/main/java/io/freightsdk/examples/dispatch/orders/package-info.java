/** Orders, and the loads that are booked for them. */
@NullMarked
package io.freightsdk.examples.dispatch.orders;

import org.jspecify.annotations.NullMarked;
