/** When the truck will be at its next stop: remaining miles, speed, hours of service. */
@NullMarked
package io.freightsdk.server.domain.eta;

import org.jspecify.annotations.NullMarked;
