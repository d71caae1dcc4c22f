/**
 * Positions that processes share, and the interface of their cache. Nothing here reads a position.
 */
@NullMarked
package io.freightsdk.positions;

import org.jspecify.annotations.NullMarked;
