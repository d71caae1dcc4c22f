/**
 * {@code compare(client)} covers the client's account: its balance, the amount that the service has
 * debited since the last comparison, the minimum and the maximum of the ledger, and the difference.
 * It settles nothing and guesses nothing.
 *
 * <p>{@code ComparisonContract} and {@code SettleContract} in {@code io.freightsdk.spend} test the
 * rules on each storage. {@code AccountsContract} and {@code LedgerAccountsIT} test that each
 * account is compared with its own entries.
 */
package io.freightsdk.comparison;
