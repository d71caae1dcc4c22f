/**
 * How callers share a paid read: one read for all that ask at the same time, a bounded map of
 * positions, and the position cache of several processes. Knows no HTTP: the read itself is an
 * ordinary call.
 */
@NullMarked
package io.freightsdk.internal.reads;

import org.jspecify.annotations.NullMarked;
