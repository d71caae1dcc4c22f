/** The figures of a position read: windows, on-time, delay, dwell, distance. */
@NullMarked
package io.freightsdk.server.domain.figures;

import org.jspecify.annotations.NullMarked;
