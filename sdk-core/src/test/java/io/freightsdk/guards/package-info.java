/**
 * Tests of spend guards. Before a paid attempt is sent, its price is reserved with the guard.
 * Nothing is sent that the guard did not allow.
 *
 * <p>{@code PaidOperationsTest} tests every paid operation, {@code SpendGuardFaultsTest} guards
 * that fail. The module of the ledger tests limits.
 */
package io.freightsdk.guards;
