/**
 * Tests that logs, messages and {@code toString} contain no agent key, driver link, phone number or
 * body.
 *
 * <p>{@code SecretsTest} tests the client, {@code RedactorTest} what a message may quote of a
 * response. {@code SecretsOfALedgerTest}, {@code OrderTest}, {@code ToolPrivacyIT} and {@code
 * JournalSecretsTest} test other modules.
 */
package io.freightsdk.secrets;
