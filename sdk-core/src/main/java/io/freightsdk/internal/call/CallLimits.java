package io.freightsdk.internal.call;

import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;

/**
 * What a client allows a call, unless the call's options say otherwise.
 *
 * @param timeout for one attempt
 * @param deadline for the call with all attempts and waits
 * @param retryPolicy how often and how fast
 * @param maxPendingCalls calls in flight at once, waiting ones included; more are refused
 */
public record CallLimits(
    Duration timeout, Duration deadline, RetryPolicy retryPolicy, int maxPendingCalls) {}
