/**
 * Tests of the rule that one attempt is one request on the wire. A request that may have reached
 * the service is sent again only if the service said that it did nothing, a repeat is free, or the
 * caller allowed it.
 *
 * <p>{@code WireDisciplineIT} tests that OkHttp repeats nothing, {@code RetryMatrixTest} what is
 * retried, {@code RetryEngineTest} how often and when.
 */
package io.freightsdk.wire;
