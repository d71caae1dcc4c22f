package io.freightsdk.internal.call;

import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Everything a client takes from the world besides the wire, so that a test can be the world.
 *
 * @param clock the time of day, for {@code Retry-After} dates and for entries in books
 * @param nanoTime a clock that only runs forward, for deadlines and elapsed times
 * @param timer waits between attempts and for deadlines
 * @param random jitter of the backoff
 * @param idempotencyKeys fresh keys for load creations
 */
public record Environment(
    Clock clock,
    LongSupplier nanoTime,
    Timer timer,
    RandomGenerator random,
    Supplier<String> idempotencyKeys) {}
