/**
 * Tests of top-ups. A 402 or 503 is a policy: fail, retry, or wait for a top-up. A waiting call
 * reserves nothing. All waiting calls share one free balance read. When the balance covers its
 * price, a call continues with a new price and reservation. It has a new random key unless the key
 * is the caller's or an earlier attempt was lost. The wait extends the client's deadline, but not
 * one in {@code CallOptions}.
 *
 * <p>{@code TopUpTest} tests 402, {@code RetryMatrixTest} and {@code PaidOperationsTest} 503,
 * {@code BalanceWaitsTest} the reads of the balance, {@code FullClientTest} clients with {@code
 * maxPendingCalls} such calls.
 */
package io.freightsdk.topups;
