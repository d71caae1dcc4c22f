package io.freightsdk.jobs;

import java.time.Instant;

/**
 * Orders that wait for the same thing.
 *
 * @param orders how many; 0 once none waits for it any more
 * @param oldest when the first of them was stored
 */
public record WaitingOrders(WaitReason waitingFor, long orders, Instant oldest) {}
