/**
 * No secret in a log, message or {@code toString}: no agent key, driver's link, phone number or
 * body.
 *
 * <p>{@code SecretsTest}; what a message may quote of an answer is in {@code RedactorTest}. Other
 * parts have {@code SecretsOfALedgerTest}, {@code OrderTest} for stored orders, {@code
 * ToolPrivacyIT} and {@code JournalSecretsTest} for requests that the server prints.
 */
package io.freightsdk.secrets;
