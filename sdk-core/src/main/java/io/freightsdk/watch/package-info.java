/**
 * Watching loads with few paid reads: events, poll plans, watches and the cache through which
 * processes share paid reads. Decisions here are pure functions; threads and calls are in {@code
 * io.freightsdk.internal.watch} and {@code io.freightsdk.internal.reads}.
 */
@NullMarked
package io.freightsdk.watch;

import org.jspecify.annotations.NullMarked;
