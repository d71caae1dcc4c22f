/**
 * It ends when you say: deadline, cancel, interrupt, {@code close()}. What was sent and has no
 * answer is UNKNOWN.
 *
 * <p>{@code CancellationTest} has who ends a call, {@code HangingRequestsIT} each place where a
 * request hangs, {@code ClosedWhileItWaitsTest} and {@code ClosingTest} {@code close()}, {@code
 * CallbacksThatThrowIT} code of the application that throws.
 */
package io.freightsdk.ending;
