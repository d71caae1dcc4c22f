/** Circles around stops, and which side of one a fix is on. */
@NullMarked
package io.freightsdk.server.domain.fence;

import org.jspecify.annotations.NullMarked;
