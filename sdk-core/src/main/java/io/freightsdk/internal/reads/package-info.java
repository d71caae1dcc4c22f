/**
 * How callers share a paid read: one read for many callers, a bounded map of positions, and a claim
 * for one of several processes. No HTTP here; the read itself is a parameter.
 */
@NullMarked
package io.freightsdk.internal.reads;

import org.jspecify.annotations.NullMarked;
