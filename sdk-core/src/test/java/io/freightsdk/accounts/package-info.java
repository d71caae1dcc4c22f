/**
 * Tests of accounts. An account is the service address, and the agent key or the account name. It
 * decides who pays. No account uses what another one knows.
 *
 * <p>{@code AccountsTest} tests account ids, {@code RotatingKeySupplierTest} the key of each
 * attempt, {@code ManyKeysIT} several brokers in one program. {@code AccountsContract} and {@code
 * LedgerAccountsIT} test that a ledger makes no call of another account free.
 */
package io.freightsdk.accounts;
