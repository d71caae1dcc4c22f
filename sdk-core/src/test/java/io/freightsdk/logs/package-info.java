/**
 * What an operator or a caller reads of a call: which call, which order, and how it is followed
 * into the log of the service.
 *
 * <p>{@code WhichCallItWasTest} has the order or load in each message and line, and the one warning
 * of a charge that is UNKNOWN, {@code CallIdsTest} the way into the service's log, {@code
 * CallLogTest} what is no warning. That none of it is a secret is in {@code io.freightsdk.secrets}.
 */
package io.freightsdk.logs;
