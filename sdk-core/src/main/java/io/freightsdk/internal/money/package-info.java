/**
 * Live prices and the queue for a top-up. The rules about limits are in {@code
 * io.freightsdk.internal.spend}.
 */
@NullMarked
package io.freightsdk.internal.money;

import org.jspecify.annotations.NullMarked;
