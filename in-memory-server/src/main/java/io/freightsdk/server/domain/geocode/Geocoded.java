package io.freightsdk.server.domain.geocode;

import io.freightsdk.server.geo.Coordinates;

/** Where a stop is, and how exactly that is known. */
public record Geocoded(Coordinates at, Precision precision) {}
