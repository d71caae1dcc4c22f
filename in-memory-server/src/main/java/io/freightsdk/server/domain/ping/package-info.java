/** What a driver ping must be to become a fix of the track. */
@NullMarked
package io.freightsdk.server.domain.ping;

import org.jspecify.annotations.NullMarked;
