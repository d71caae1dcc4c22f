/**
 * The rules of the service as pure functions over values: geofences, trips, pings, tracks, figures,
 * ETA, geocoding, phones. Nothing in these packages reads a clock, draws a random number or does
 * I/O.
 */
@NullMarked
package io.freightsdk.server.domain;

import org.jspecify.annotations.NullMarked;
