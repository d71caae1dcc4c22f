/** The virtual clock and its scheduled tasks. Does not depend on loads or HTTP. */
@NullMarked
package io.freightsdk.server.time;

import org.jspecify.annotations.NullMarked;
