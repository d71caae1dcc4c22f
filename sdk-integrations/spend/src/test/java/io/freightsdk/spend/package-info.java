/**
 * A limit holds, on each storage. What is not known counts in full until its window has passed, a
 * 201 under its key says that it was charged, or a person settles it. Limits add up everything that
 * the ledger holds; that a call costs nothing is decided only by what is known of its own account.
 *
 * <p>The contracts are one chain, which {@code MemoryLedgerTest}, {@code FileLedgerTest}, {@code
 * H2LedgerTest} and others run on their storage: {@code LimitsHoldContract}, {@code KeysContract}
 * for what a key may cost, {@code LateCallsContract}, {@code WindowsContract}, {@code
 * SettleContract} for what a person says, {@code ComparisonContract}, {@code NovemberContract} for
 * all of it in one month, {@code AccountsContract}, and {@code LedgerContract} for what is listed
 * and purged. A guard whose ledger is away is in {@code LedgerGuardTest}; threads and processes are
 * in {@code io.freightsdk.limits}.
 */
package io.freightsdk.spend;
