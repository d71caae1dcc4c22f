package io.freightsdk.internal.call;

import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Everything that a client takes from outside except the transport, so that tests can replace it.
 *
 * @param clock the time of day, for {@code Retry-After} dates and for ledger entries
 * @param nanoTime a clock that only runs forward, for deadlines and elapsed times
 * @param timer waits between attempts and for deadlines
 * @param random jitter of the backoff
 * @param idempotencyKeys new random keys for load creations
 */
public record Environment(
    Clock clock,
    LongSupplier nanoTime,
    Timer timer,
    RandomGenerator random,
    Supplier<String> idempotencyKeys) {}
