package io.freightsdk.internal.retry;

import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.text.RetryAfter;
import io.freightsdk.retry.RetryPolicy;
import io.github.resilience4j.core.IntervalBiFunction;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether and when a failed attempt is repeated. A {@link Retry} of resilience4j counts the
 * attempts of each call, and decides by its count and predicate whether another follows. It reports
 * that to its metrics and listeners, and never sleeps. The predicate and the wait come from here.
 * Safe for concurrent use.
 */
public final class Retries {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.calls");

  /** A request is not sent again if the service asks for a longer wait. */
  private static final Duration MAX_RETRY_AFTER = Duration.ofSeconds(60);

  /** The maximum backoff is 32 times the first: 8 s by default. */
  private static final int MAX_DOUBLINGS = 5;

  /**
   * The call whose failure a {@link Retry} counts on this thread. Calls share a retry, and its
   * predicate gets only the exception. Its result predicate gets a value, but resilience4j counts
   * and reports no failure for a value: a call that failed would be a success without a retry.
   */
  private static final ThreadLocal<Attempts> CURRENT = new ThreadLocal<>();

  private final @Nullable RetryRegistry registry;
  private final Map<Integer, Retry> byAttempts = new ConcurrentHashMap<>();
  private final TimeSource time;
  private final RandomGenerator random;

  /**
   * @param registry gets the retries, one for each number of attempts; null for none
   * @param defaultPolicy the policy of the client, whose retry is registered immediately
   */
  public Retries(
      @Nullable RetryRegistry registry,
      RetryPolicy defaultPolicy,
      TimeSource time,
      RandomGenerator random) {
    this.registry = registry;
    this.time = time;
    this.random = random;
    if (registry == null) return;
    retry(defaultPolicy.maxAttempts());
  }

  public Attempts newAttempts(RetryPolicy policy) {
    return new Attempts(policy);
  }

  /** The attempts of one call. Not safe for concurrent use. */
  public final class Attempts {
    private final RetryPolicy policy;
    private final Retry.AsyncContext<Object> context;
    private int failures;

    /** Whether the failure that is being counted may be retried, if attempts remain. */
    private boolean isRetryable;

    /** The wait before that attempt. */
    private Duration delay = Duration.ZERO;

    private Attempts(RetryPolicy policy) {
      this.policy = policy;
      this.context = retry(policy.maxAttempts()).asyncContext();
    }

    /**
     * Counts a failed attempt. Returns the wait before the next attempt; null if none follows,
     * there is no time for it, or the service asks for a longer wait than {@link #MAX_RETRY_AFTER}.
     *
     * @param mayRepeat whether the failure allows another attempt
     * @param remaining the time in which the next attempt has to start
     */
    public @Nullable Duration attemptFailed(
        FreightException failure, boolean mayRepeat, Duration remaining) {
      failures++;
      Duration retryAfter = retryAfter(failure);
      boolean isTooLong = retryAfter != null && retryAfter.compareTo(MAX_RETRY_AFTER) > 0;
      delay = Duration.ofMillis(delay(policy, failures, retryAfter, random).toMillis());
      boolean isInTime = delay.compareTo(remaining) < 0;
      boolean isLast = failures >= policy.maxAttempts();
      isRetryable = mayRepeat && !isTooLong && (isLast || isInTime);
      return recordFailure(failure) && isRetryable ? delay : null;
    }

    /** Counts the failure of the last attempt, which ends the call. */
    public void callFailed(FreightException failure) {
      isRetryable = false;
      recordFailure(failure);
    }

    /** Counts a failure. Returns whether another attempt follows, by the retry's own count. */
    private boolean recordFailure(FreightException failure) {
      CURRENT.set(this);
      try {
        return context.onError(failure) >= 0;
      } catch (Throwable listenerFailure) {
        logListenerFailure(listenerFailure);
        return isRetryable && failures < policy.maxAttempts();
      } finally {
        CURRENT.remove();
      }
    }

    /** Counts the attempt that succeeded, which ends the call. */
    public void callSucceeded() {
      try {
        context.onComplete();
      } catch (Throwable listenerFailure) {
        logListenerFailure(listenerFailure);
      }
    }

    private void logListenerFailure(Throwable listenerFailure) {
      LOG.log(
          Level.WARNING,
          "a listener of a resilience4j retry failed; the call continues",
          listenerFailure);
    }
  }

  private Retry retry(int allowedAttempts) {
    Retry existing = byAttempts.get(allowedAttempts);
    if (existing != null) return existing;
    String name = "freight-" + allowedAttempts;
    // Without the application's registry none is created, which saves loading its classes.
    Retry retry =
        registry == null
            ? Retry.of(name, config(allowedAttempts))
            : registry.retry(name, () -> config(allowedAttempts));
    if (!(retry.getRetryConfig().getIntervalBiFunction() instanceof CallDelay)) {
      throw new InvalidOptionException(
          "retryRegistry",
          "no FreightClient created its retry '" + name + "'",
          "build the client before you get the retry");
    }
    byAttempts.put(allowedAttempts, retry);
    return retry;
  }

  private static RetryConfig config(int allowedAttempts) {
    return RetryConfig.<Object>custom()
        .maxAttempts(allowedAttempts)
        .retryOnException(failure -> current().isRetryable)
        .intervalBiFunction(new CallDelay())
        .build();
  }

  private static final class CallDelay implements IntervalBiFunction<Object> {
    @Override
    public Long apply(Integer failures, Either<Throwable, Object> outcome) {
      return current().delay.toMillis();
    }
  }

  private static Attempts current() {
    Attempts current = CURRENT.get();
    if (current == null) throw new IllegalStateException("only a FreightClient uses this retry");
    return current;
  }

  /** The wait of the {@code Retry-After} header of a response; null for none. */
  private @Nullable Duration retryAfter(Throwable failure) {
    if (!(failure instanceof FreightApiException response)) return null;
    return RetryAfter.parse(response.header("Retry-After"), time.now());
  }

  /**
   * The wait after this number of failures: the wait of a {@code Retry-After} header, otherwise
   * random up to {@link #maxBackoff}.
   *
   * @param retryAfter null without a header
   */
  static Duration delay(
      RetryPolicy policy, int failures, @Nullable Duration retryAfter, RandomGenerator random) {
    if (retryAfter != null) return retryAfter;

    // Full jitter, so that callers that failed together do not retry together.
    long nanos = maxBackoff(policy, failures).toNanos();
    return nanos == 0 ? Duration.ZERO : Duration.ofNanos(random.nextLong(nanos + 1));
  }

  /** The maximum backoff after this number of failures: doubled each time, up to a limit. */
  static Duration maxBackoff(RetryPolicy policy, int failures) {
    int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
    return policy.initialBackoff().multipliedBy(1L << doublings);
  }
}
