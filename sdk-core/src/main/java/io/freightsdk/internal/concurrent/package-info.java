/**
 * Concurrency that the client writes once: a single-flight, a bounded map and futures linked to
 * their source. Nothing here knows of loads, calls or money.
 */
@NullMarked
package io.freightsdk.internal.concurrent;

import org.jspecify.annotations.NullMarked;
