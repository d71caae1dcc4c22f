/**
 * Concurrency that the client writes once: a bounded map, and futures that end their source.
 * Nothing here knows of loads, calls or money.
 */
@NullMarked
package io.freightsdk.internal.concurrent;

import org.jspecify.annotations.NullMarked;
