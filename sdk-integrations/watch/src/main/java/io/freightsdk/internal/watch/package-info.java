/**
 * How watches run: one alarm clock for all of them, one read loop for each watch, one subscription
 * for each subscriber. The public types are in {@code io.freightsdk.watch}.
 */
@NullMarked
package io.freightsdk.internal.watch;

import org.jspecify.annotations.NullMarked;
