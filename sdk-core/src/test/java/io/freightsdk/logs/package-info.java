/**
 * What an operator or a caller reads of a call: which call, which order, and how it is followed
 * into the log of the service. That none of it is a secret is in {@code io.freightsdk.secrets}.
 */
package io.freightsdk.logs;
