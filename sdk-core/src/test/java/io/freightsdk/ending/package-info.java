/**
 * Tests of the ways to end a call: deadline, cancellation, interrupt, {@code close()}. A request
 * that was sent and has no response is UNKNOWN.
 *
 * <p>{@code CancellationTest} tests cancellations and interrupts, {@code HangingRequestsIT} each
 * place where a request hangs, {@code ClosingWaitingCallsTest} and {@code ClosingTest} {@code
 * close()}, {@code ThrowingCallbacksIT} exceptions of the application's code.
 */
package io.freightsdk.ending;
