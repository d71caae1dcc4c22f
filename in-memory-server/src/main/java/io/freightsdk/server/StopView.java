package io.freightsdk.server;

import io.freightsdk.model.StopType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One stop of a load, with what a position read does not tell.
 *
 * @param sequence from 1 over all stops, pickups first
 * @param lat where its geofence is centred; null when the address could not be placed
 * @param lng see {@code lat}
 * @param geocodePrecision {@code exact} for given coordinates, otherwise how well the address was
 *     placed: {@code zip}, {@code city}, {@code zip3}, {@code state} or {@code none}
 * @param radiusMeters of its geofence; null when it has none
 * @param arrivedAt null before the arrival, and for a missed stop
 * @param departedAt null before the departure
 * @param missed whether the truck went on to a later stop without an arrival here
 */
public record StopView(
    int sequence,
    StopType type,
    String city,
    String state,
    @Nullable Double lat,
    @Nullable Double lng,
    String geocodePrecision,
    @Nullable Double radiusMeters,
    @Nullable Instant windowFrom,
    @Nullable Instant windowTo,
    @Nullable Instant arrivedAt,
    @Nullable Instant departedAt,
    boolean missed) {}
