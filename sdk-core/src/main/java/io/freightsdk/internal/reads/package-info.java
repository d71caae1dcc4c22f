/**
 * How callers share a paid read: one read for many callers, a bounded memory of answers, and a
 * claim that one of several processes takes. No HTTP here; the read itself is handed in.
 */
@NullMarked
package io.freightsdk.internal.reads;

import org.jspecify.annotations.NullMarked;
