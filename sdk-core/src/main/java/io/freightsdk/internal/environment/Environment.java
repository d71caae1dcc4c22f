package io.freightsdk.internal.environment;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a client takes from outside, so that tests can replace it.
 *
 * @param time clocks and waits
 * @param threads of the client; null for its own
 * @param random jitter of the backoff
 * @param idempotencyKeys new random keys for load creations
 * @param network carries requests in tests; null for sockets, as always in production
 */
public record Environment(
    TimeSource time,
    @Nullable Threads threads,
    RandomGenerator random,
    Supplier<String> idempotencyKeys,
    @Nullable SimulatedNetwork network) {}
