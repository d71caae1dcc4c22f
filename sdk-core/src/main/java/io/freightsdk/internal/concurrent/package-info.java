/**
 * Concurrency that the client writes once: threads, a timer, a single-flight, a bounded map and a
 * future linked to its source. Nothing here knows of loads, calls or money.
 */
@NullMarked
package io.freightsdk.internal.concurrent;

import org.jspecify.annotations.NullMarked;
