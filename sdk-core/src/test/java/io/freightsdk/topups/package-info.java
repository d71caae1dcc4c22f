/**
 * A 402 or 503 is a policy: fail, retry, or wait for a top-up for so long. A waiting call holds no
 * money of a limit, looks at the free balance itself, once for all who wait, and begins again when
 * it covers the price: price and reservation, and a new random key unless the key is the caller's
 * or an earlier attempt was lost. The wait extends the client's deadline, not one in {@code
 * CallOptions}.
 *
 * <p>{@code TopUpTest}, and of a 503 {@code RetryMatrixTest} in {@code wire} and {@code
 * PaidOperationsTest} in {@code guards}; who looks when is in {@code BalanceWaitsTest}, and a
 * client whose places are all taken by such calls in {@code FullClientTest}.
 */
package io.freightsdk.topups;
