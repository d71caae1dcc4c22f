/**
 * Tests of {@code charge()}: NONE and CHARGED are certain, and UNKNOWN may have been paid.
 *
 * <p>{@code ChargeTableTest} tests each failure of each paid operation, {@code ChargeRulesTest}
 * free operations and responses after a lost attempt, {@code ReusedKeysTest} keys that were used
 * before, {@code ReservationsTest} guards that are not certain, {@code OneOrderIsOneLoadTest}
 * existing loads, {@code TransportFaultsIT} broken connections. {@code RandomEndsOfCallsTest} and
 * {@code RacesIT} compare reported charges with the debits of the service.
 */
package io.freightsdk.charges;
