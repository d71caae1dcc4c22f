/**
 * No secret in a log, message or {@code toString}: no agent key, driver's link, phone number or
 * body.
 *
 * <p>{@code SecretsTest}.
 */
package io.freightsdk.secrets;
