/**
 * Positions that callers and processes share: what a reading is, and where others keep it. Nothing
 * here reads a position.
 */
@NullMarked
package io.freightsdk.positions;

import org.jspecify.annotations.NullMarked;
