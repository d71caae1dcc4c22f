/**
 * An account is the address of the service, and agent key or the account's name: which one pays, of
 * clients with one key, with another, or with a supplier of keys. Nothing of one is given to
 * another.
 *
 * <p>{@code AccountsTest} has what an account is, {@code AgentKeysOfACallTest} the key of each
 * attempt, {@code ManyKeysIT} several brokers in one program. What one account knows makes no call
 * of another free: {@code AccountsContract} and {@code AccountsOfALedgerIT} of the ledger.
 */
package io.freightsdk.accounts;
