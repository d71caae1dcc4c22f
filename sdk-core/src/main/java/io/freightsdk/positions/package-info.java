/**
 * Positions that callers and processes share, and the interface of a store for them. Nothing here
 * reads a position from the service.
 */
@NullMarked
package io.freightsdk.positions;

import org.jspecify.annotations.NullMarked;
