/**
 * A 402 or 503 is a policy: fail, retry, or wait for a top-up for so long. A waiting call holds no
 * money of a limit, looks at the free balance itself, and begins again when it covers the price.
 *
 * <p>{@code TopUpTest}, and of a 503 {@code RetryMatrixTest} in {@code wire}; a client whose places
 * are all taken by such calls is in {@code FullClientTest}.
 */
package io.freightsdk.topups;
