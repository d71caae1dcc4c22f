/**
 * Shared reads of positions: one paid read for all concurrent callers, a bounded map of positions,
 * and the position cache of several processes. There is no HTTP here; the read itself is an
 * ordinary call.
 */
@NullMarked
package io.freightsdk.internal.reads;

import org.jspecify.annotations.NullMarked;
