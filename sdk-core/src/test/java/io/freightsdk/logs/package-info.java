/**
 * Tests of messages and log lines about calls.
 *
 * <p>{@code CallDescriptionsTest} tests that each names its order or load, and the warning of an
 * UNKNOWN charge, {@code CallIdsTest} the ids that lead to the log of the service, {@code
 * CallLogTest} calls without warnings. {@code CallTracerTest} tests what a tracer sees. {@code
 * io.freightsdk.secrets} tests that no secret is logged.
 */
package io.freightsdk.logs;
