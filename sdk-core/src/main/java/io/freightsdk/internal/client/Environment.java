package io.freightsdk.internal.client;

import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.transport.HttpTransport;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a client takes from outside, so that tests can replace it.
 *
 * @param time clocks and waits
 * @param threads of the client; null for its own
 * @param random jitter of the backoff
 * @param idempotencyKeys new random keys for load creations
 * @param transports how requests are sent
 */
public record Environment(
    TimeSource time,
    @Nullable ExecutorService threads,
    RandomGenerator random,
    Supplier<String> idempotencyKeys,
    TransportFactory transports) {
  /** Creates the transport of a client, as {@code HttpTransport::new} does. */
  @FunctionalInterface
  public interface TransportFactory {
    HttpTransport create(
        @Nullable OkHttpClient base,
        Duration connectTimeout,
        int maxConcurrentRequests,
        boolean usesTls,
        Executor threads,
        TimeSource time);
  }
}
