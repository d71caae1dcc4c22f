/**
 * How a load moves through its stops: statuses, arrivals, departures, delivery. One fix in, one
 * step out.
 */
@NullMarked
package io.freightsdk.server.domain.trip;

import org.jspecify.annotations.NullMarked;
