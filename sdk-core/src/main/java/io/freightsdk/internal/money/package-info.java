/**
 * The spend control that a client's calls use: live prices, the queue for a top-up, and access to
 * the books. The rules about limits are in {@code io.freightsdk.internal.spend}.
 */
@NullMarked
package io.freightsdk.internal.money;

import org.jspecify.annotations.NullMarked;
