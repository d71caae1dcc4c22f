/**
 * The rules of money and the rows that they work on. Rules are Java and decide; a {@link
 * io.freightsdk.internal.spend.Storage} keeps rows and decides nothing.
 *
 * <p>Amounts are nano USD and times microseconds since 1970, both as {@code long}.
 */
@NullMarked
package io.freightsdk.internal.spend;

import org.jspecify.annotations.NullMarked;
