/**
 * A limit holds on each storage. An unknown charge counts in full until its period has passed, a
 * 201 under its key proves the charge, or an operator settles it. Limits add up everything in the
 * ledger. Only entries of its own account can make a call free.
 *
 * <p>Each contract extends the next one in this list. {@code MemoryLedgerTest}, {@code
 * FileLedgerTest}, {@code H2LedgerTest} and others run all of them on their storage:
 *
 * <ul>
 *   <li>{@code LedgerContract}: lists, totals and purges
 *   <li>{@code AccountsContract}: several accounts
 *   <li>{@code NovemberContract}: all of this in one month
 *   <li>{@code ComparisonContract}: comparisons with a balance
 *   <li>{@code SettleContract}: settlements by an operator
 *   <li>{@code WindowsContract}: limits over time
 *   <li>{@code LateCallsContract}: suspended and crashed calls
 *   <li>{@code KeysContract}: charges of a key
 *   <li>{@code LimitsHoldContract}: limits
 * </ul>
 *
 * <p>{@code LedgerGuardTest} tests a guard whose ledger is unavailable. The tests of threads and
 * processes are in {@code io.freightsdk.limits}.
 */
package io.freightsdk.spend;
