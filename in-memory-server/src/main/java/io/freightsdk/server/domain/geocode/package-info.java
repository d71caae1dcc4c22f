/** Coordinates of addresses without a network, with their precision. */
@NullMarked
package io.freightsdk.server.domain.geocode;

import org.jspecify.annotations.NullMarked;
