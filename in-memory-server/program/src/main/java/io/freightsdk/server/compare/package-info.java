/** Compares this server with a real deployment, to find where the two have drifted apart. */
@NullMarked
package io.freightsdk.server.compare;

import org.jspecify.annotations.NullMarked;
