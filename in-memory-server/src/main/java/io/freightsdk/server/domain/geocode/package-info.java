/** Offline coordinates of a street address, with how exact they are. */
@NullMarked
package io.freightsdk.server.domain.geocode;

import org.jspecify.annotations.NullMarked;
