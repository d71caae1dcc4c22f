/**
 * How callers share a paid read: one read for all who ask meanwhile, a bounded map of positions,
 * and the position cache of several processes. No HTTP here: the read itself is an ordinary call.
 */
@NullMarked
package io.freightsdk.internal.reads;

import org.jspecify.annotations.NullMarked;
