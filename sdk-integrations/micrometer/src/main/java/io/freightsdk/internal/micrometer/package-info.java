/** Values that are read in the background, for meters and for the health of the starter. */
@NullMarked
package io.freightsdk.internal.micrometer;

import org.jspecify.annotations.NullMarked;
