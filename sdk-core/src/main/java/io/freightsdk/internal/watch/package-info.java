/**
 * How a watch runs: one scheduler thread for all, one subscription per subscriber. What an event is
 * and when to read are decided in {@code io.freightsdk.watch}, never here.
 */
@NullMarked
package io.freightsdk.internal.watch;

import org.jspecify.annotations.NullMarked;
