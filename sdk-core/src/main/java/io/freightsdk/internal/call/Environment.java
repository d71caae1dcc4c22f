package io.freightsdk.internal.call;

import io.freightsdk.internal.concurrent.Timer;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a client takes from outside except the transport, so that tests can replace it.
 *
 * @param clock the time of day, for {@code Retry-After} dates and for ledger entries
 * @param nanoTime a clock that only runs forward, for deadlines and elapsed times
 * @param timer waits between attempts and for deadlines
 * @param random jitter of the backoff
 * @param idempotencyKeys new random keys for load creations
 * @param threads of the client; null for its own
 * @param homes where asynchronous calls live; null for the client's threads
 */
public record Environment(
    Clock clock,
    LongSupplier nanoTime,
    Timer timer,
    RandomGenerator random,
    Supplier<String> idempotencyKeys,
    @Nullable ExecutorService threads,
    Home.@Nullable Factory homes) {
  public Environment(
      Clock clock,
      LongSupplier nanoTime,
      Timer timer,
      RandomGenerator random,
      Supplier<String> idempotencyKeys) {
    this(clock, nanoTime, timer, random, idempotencyKeys, null, null);
  }
}
