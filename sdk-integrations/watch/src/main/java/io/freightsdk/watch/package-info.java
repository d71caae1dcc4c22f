/**
 * Watching loads with few paid reads: events, poll plans and watches of a client. Decisions here
 * are pure functions; threads and calls are in {@code io.freightsdk.internal.watch}.
 */
@NullMarked
package io.freightsdk.watch;

import org.jspecify.annotations.NullMarked;
