/**
 * A limit holds at the prices that were read, over threads, and with a ledger in a file or a
 * database over processes and {@code kill -9}: before a paid attempt leaves, its price is reserved
 * under every limit that the call brings.
 *
 * <p>{@code LimitsHoldContract} in {@code io.freightsdk.spend} has the rules on each storage,
 * {@code LedgerModelTest} compares them with a naive service, {@code PaidOperationsUnderLimitsTest}
 * has every operation, {@code AtOnceIT} threads and {@code KilledProcessesIT} processes. That
 * limits add up all accounts is in {@code AccountsContract} and {@code AccountsOfALedgerIT}.
 */
package io.freightsdk.limits;
