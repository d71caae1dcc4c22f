/**
 * The trip of a load through its stops: statuses, arrivals, departures and delivery. Each fix is
 * one step.
 */
@NullMarked
package io.freightsdk.server.domain.trip;

import org.jspecify.annotations.NullMarked;
