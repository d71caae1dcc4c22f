package io.freightsdk.internal.environment;

import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a client takes from outside, so that tests can replace it.
 *
 * @param clock the time of day, for the ages of prices and positions, and for dates in answers that
 *     tell no {@code Date}
 * @param nanoTime a clock that only runs forward, for deadlines and elapsed times
 * @param machine the time of the machine itself, which no test moves
 * @param timer how threads wait between attempts and for each other
 * @param threads of the client; null for its own
 * @param random jitter of the backoff
 * @param idempotencyKeys new random keys for load creations
 * @param network carries requests; null for sockets
 */
public record Environment(
    Clock clock,
    LongSupplier nanoTime,
    MachineTime machine,
    Timer timer,
    @Nullable Threads threads,
    RandomGenerator random,
    Supplier<String> idempotencyKeys,
    @Nullable Network network) {}
