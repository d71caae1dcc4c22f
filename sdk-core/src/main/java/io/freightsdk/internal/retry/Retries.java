package io.freightsdk.internal.retry;

import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightException;
import io.freightsdk.retry.RetryPolicy;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Clock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * The retry contexts of a client: resilience4j counts and decides, nobody sleeps in it.
 *
 * <p>A context answers each failure with the milliseconds to wait, or with -1 when the call is
 * over.
 */
public final class Retries {
  /** Policies per client are few; a caller that makes one per call gets no cache, and no leak. */
  private static final int MAX_CACHED = 64;

  private final ConcurrentHashMap<RetryPolicy, Retry> cache = new ConcurrentHashMap<>();
  private final Clock clock;
  private final RandomGenerator random;

  public Retries(Clock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** The context of one call under this policy. */
  public Retry.AsyncContext<Object> context(RetryPolicy policy) {
    Retry retry = cache.get(policy);
    if (retry == null) {
      retry = Retry.of("freight", config(policy));
      if (cache.size() < MAX_CACHED) {
        cache.put(policy, retry);
      }
    }
    return retry.asyncContext();
  }

  private RetryConfig config(RetryPolicy policy) {
    return RetryConfig.<Object>custom()
        .maxAttempts(policy.maxAttempts())
        .retryOnException(failure -> failure instanceof FreightException f && f.retryable())
        .intervalBiFunction((failures, outcome) -> millis(policy, failures, outcome))
        .build();
  }

  private long millis(RetryPolicy policy, int failures, Either<Throwable, Object> outcome) {
    String header =
        outcome.isLeft() && outcome.getLeft() instanceof FreightApiException refusal
            ? refusal.answer().header("Retry-After")
            : null;
    return Backoff.delay(policy, failures, RetryAfter.parse(header, clock.instant()), random)
        .toMillis();
  }
}
