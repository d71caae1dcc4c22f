/**
 * Reading a load only when something may have changed: events, poll plans, watches and the cache
 * through which processes share paid reads. Decisions here are pure; threads and calls live in
 * {@code io.freightsdk.internal.watch} and {@code io.freightsdk.internal.reads}.
 */
@NullMarked
package io.freightsdk.watch;

import org.jspecify.annotations.NullMarked;
