/** The virtual clock and what falls due on it. Knows nothing of loads or HTTP. */
@NullMarked
package io.freightsdk.server.time;

import org.jspecify.annotations.NullMarked;
