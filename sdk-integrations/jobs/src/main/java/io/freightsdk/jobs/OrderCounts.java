package io.freightsdk.jobs;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many orders are in which state, from {@link FreightJobs#counts}. It is one statement that
 * reads no order, so it may be asked often.
 *
 * @param waiting have no load yet: they are being sent, or wait for balance, limits or the service
 * @param oldestWaiting when the first of them was stored; null for none
 * @param unreported have their load, and the listener does not know it yet
 * @param oldestUnreported when the first of them got its load; null for none
 * @param stopped need a person: see {@link FreightJobs#stopped}
 * @param oldestStopped when the first of them stopped; null for none
 */
public record OrderCounts(
    long waiting,
    @Nullable Instant oldestWaiting,
    long unreported,
    @Nullable Instant oldestUnreported,
    long stopped,
    @Nullable Instant oldestStopped) {}
