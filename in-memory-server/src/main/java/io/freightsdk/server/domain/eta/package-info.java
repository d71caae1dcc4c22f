/** When the truck will be at its next stop: remaining miles and speed. */
@NullMarked
package io.freightsdk.server.domain.eta;

import org.jspecify.annotations.NullMarked;
