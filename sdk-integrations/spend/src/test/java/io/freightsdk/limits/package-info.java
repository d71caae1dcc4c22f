/**
 * A limit holds at the prices that were read: across threads, and with a ledger in a file or a
 * database across processes and {@code kill -9}. Before a paid attempt is sent, its price is
 * reserved under each limit that applies to its call.
 *
 * <p>{@code LimitsHoldContract} in {@code io.freightsdk.spend} tests the rules on each storage.
 * {@code LedgerModelTest} compares them with a naive service. {@code PaidOperationsUnderLimitsTest}
 * tests every operation, {@code ConcurrentLimitsIT} threads and {@code KilledProcessesIT}
 * processes. {@code AccountsContract} and {@code LedgerAccountsIT} test that limits add up all
 * accounts.
 */
package io.freightsdk.limits;
