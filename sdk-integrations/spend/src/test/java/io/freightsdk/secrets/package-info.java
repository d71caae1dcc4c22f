/**
 * No secret in a log, message or {@code toString}: nothing that a ledger asks, answers or tells
 * shows an agent key, a link or a phone number.
 *
 * <p>{@code SecretsOfALedgerTest}.
 */
package io.freightsdk.secrets;
