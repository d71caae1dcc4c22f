/**
 * Watching loads with few paid reads: events, poll plans, watches of a client, and a cache through
 * which processes share paid reads. Decisions here are pure functions; threads and calls are in
 * {@code io.freightsdk.internal.watch}.
 */
@NullMarked
package io.freightsdk.watch;

import org.jspecify.annotations.NullMarked;
