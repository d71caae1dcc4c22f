/** Estimates of the arrival at the stops ahead, from remaining miles and speed. */
@NullMarked
package io.freightsdk.server.domain.eta;

import org.jspecify.annotations.NullMarked;
