/**
 * {@code compare(client)} is about the client's account: balance, what the service took since the
 * last comparison, the least and the most that the ledger knows of that account, the difference. It
 * settles nothing and guesses nothing.
 *
 * <p>{@code ComparisonTest}; the rules on each storage are in {@code ComparisonContract} and {@code
 * SettleContract} in {@code io.freightsdk.spend}. That each account is compared with its own
 * entries is in {@code AccountsContract} there, and in {@code AccountsOfALedgerIT}.
 */
package io.freightsdk.comparison;
