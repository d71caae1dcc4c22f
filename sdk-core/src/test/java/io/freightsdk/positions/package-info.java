/**
 * A position says when it was read; an old one may be better than none.
 *
 * <p>{@code StaleIfErrorTest}. Reads that callers share are in {@code
 * io.freightsdk.internal.reads}.
 */
package io.freightsdk.positions;
