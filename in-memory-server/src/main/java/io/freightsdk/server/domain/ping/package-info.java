/** The checks that a driver's ping passes before it becomes a fix of the track. */
@NullMarked
package io.freightsdk.server.domain.ping;

import org.jspecify.annotations.NullMarked;
