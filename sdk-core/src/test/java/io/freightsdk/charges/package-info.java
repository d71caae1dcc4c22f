/**
 * After every call {@code charge()}: NONE and CHARGED are certain, UNKNOWN may have been paid.
 *
 * <p>{@code ChargeTableTest} has each failure of each paid operation, {@code ChargeRulesTest} those
 * of free ones and answers after a lost attempt; {@code KeysThatAGuardKnowsTest} has keys that were
 * used before, {@code ReservationsTest} a guard that is not certain, {@code OneOrderIsOneLoadTest}
 * loads that existed, and {@code TransportFaultsIT} how a wire can break. {@code
 * HoweverCallsEndTest} and {@code RacesIT} compare what was told with what the service took.
 */
package io.freightsdk.charges;
