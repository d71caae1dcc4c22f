/**
 * Before a paid attempt leaves, its price is reserved with the guard, and nothing is sent that the
 * guard did not allow.
 *
 * <p>{@code PaidOperationsTest} has it for every paid operation, {@code SpendGuardFaultsTest} for
 * guards that fail. The limits themselves are those of a ledger.
 */
package io.freightsdk.guards;
