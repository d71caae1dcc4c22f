package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * Where a truck was last seen.
 *
 * @param heading degrees clockwise from north; null when unknown
 * @param silent whether its last fix is too old to say where it is now
 */
public record MapTruck(Coordinates at, @Nullable Double heading, boolean silent) {}
