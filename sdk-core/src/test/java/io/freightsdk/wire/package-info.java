/**
 * One attempt is one request on the wire: what may have reached the service is sent again only if
 * the service said that it did nothing, if a repeat costs nothing, or if the caller asked for it.
 *
 * <p>{@code WireDisciplineIT} shows that OkHttp repeats nothing, {@code RetryMatrixTest} has the
 * table of what is sent again, and {@code RetryEngineTest} how often and how fast.
 */
package io.freightsdk.wire;
