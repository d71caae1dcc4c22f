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
 * How often and how fast the calls of a client are repeated. A {@link Retry} of resilience4j counts
 * the attempts of each call and reports them to its metrics and listeners; it never sleeps. Safe
 * for concurrent use.
 */
public final class Retries {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.calls");

  /** A request that the service wants to have later than this is not sent again. */
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(60);

  /** The longest backoff is 32 times the first: 8 s by default. */
  private static final int MAX_DOUBLINGS = 5;

  /**
   * The call whose failure a {@link Retry} counts on this thread. Calls share a retry, whose
   * predicate and interval function need the call that they are asked for.
   */
  private static final ThreadLocal<Attempts> CURRENT = new ThreadLocal<>();

  private final @Nullable RetryRegistry registry;
  private final Map<Integer, Retry> byAttempts = new ConcurrentHashMap<>();
  private final TimeSource time;
  private final RandomGenerator random;

  /**
   * @param registry gets the retries, one for each number of attempts; null for none
   * @param usual the policy of the client, whose retry is registered at once
   */
  public Retries(
      @Nullable RetryRegistry registry,
      RetryPolicy usual,
      TimeSource time,
      RandomGenerator random) {
    this.registry = registry;
    this.time = time;
    this.random = random;
    if (registry == null) return;
    Retry unused = retry(usual.maxAttempts());
  }

  public Attempts attempts(RetryPolicy policy) {
    return new Attempts(policy);
  }

  /** The attempts of one call. Not safe for concurrent use. */
  public final class Attempts {
    private final RetryPolicy policy;
    private final Retry.AsyncContext<Object> context;
    private int failures;

    /** Whether the failure that is being counted may be retried, if attempts are left. */
    private boolean isRetryable;

    /** The wait before that attempt. */
    private Duration delay = Duration.ZERO;

    private Attempts(RetryPolicy policy) {
      this.policy = policy;
      this.context = retry(policy.maxAttempts()).asyncContext();
    }

    /**
     * Counts a failed attempt. The wait before the next one; null if none follows, or there is no
     * time for it. A request that the service wants to have later than the client waits is not sent
     * again.
     *
     * @param mayRepeat whether the failure allows another attempt
     * @param left the time in which the next attempt has to begin
     */
    public @Nullable Duration delayAfter(
        FreightException failure, boolean mayRepeat, Duration left) {
      failures++;
      Duration asked = asked(failure);
      boolean isTooLate = asked != null && asked.compareTo(LONGEST_RETRY_AFTER) > 0;
      delay = Duration.ofMillis(delay(policy, failures, asked, random).toMillis());
      boolean inTime = delay.compareTo(left) < 0;
      boolean isLast = failures >= policy.maxAttempts();
      isRetryable = mayRepeat && !isTooLate && (isLast || inTime);
      return count(failure) && isRetryable ? delay : null;
    }

    /** Counts the failure of the last attempt, with which the call ends. */
    public void gaveUp(FreightException failure) {
      isRetryable = false;
      boolean unused = count(failure);
    }

    /** Counts a failure. Whether another attempt follows, by the retry's own count. */
    private boolean count(FreightException failure) {
      CURRENT.set(this);
      try {
        return context.onError(failure) >= 0;
      } catch (Throwable ofAListener) {
        ignore(ofAListener);
        return isRetryable && failures < policy.maxAttempts();
      } finally {
        CURRENT.remove();
      }
    }

    /** Counts the attempt that succeeded, which ends the call. */
    public void succeeded() {
      try {
        context.onComplete();
      } catch (Throwable ofAListener) {
        ignore(ofAListener);
      }
    }

    private void ignore(Throwable ofAListener) {
      LOG.log(
          Level.WARNING,
          "a listener of a resilience4j retry failed; the call continues",
          ofAListener);
    }
  }

  private Retry retry(int attempts) {
    Retry known = byAttempts.get(attempts);
    if (known != null) return known;
    String name = "freight-" + attempts;
    // Without a registry of the application none is made, which saves loading its classes.
    Retry retry =
        registry == null
            ? Retry.of(name, config(attempts))
            : registry.retry(name, () -> config(attempts));
    if (!(retry.getRetryConfig().getIntervalBiFunction() instanceof WaitOfTheCall)) {
      throw new InvalidOptionException(
          "retryRegistry",
          "its retry '" + name + "' is not one of a FreightClient",
          "build the client before asking for it");
    }
    byAttempts.put(attempts, retry);
    return retry;
  }

  private static RetryConfig config(int attempts) {
    return RetryConfig.<Object>custom()
        .maxAttempts(attempts)
        .retryOnException(failure -> current().isRetryable)
        .intervalBiFunction(new WaitOfTheCall())
        .build();
  }

  private static final class WaitOfTheCall implements IntervalBiFunction<Object> {
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

  /** The wait of the {@code Retry-After} header of an answer; null for none. */
  private @Nullable Duration asked(Throwable failure) {
    if (!(failure instanceof FreightApiException refusal)) return null;
    return RetryAfter.parse(refusal.header("Retry-After"), time.now());
  }

  /**
   * The wait after this number of failures.
   *
   * @param asked the wait of a {@code Retry-After} header; null for none
   */
  static Duration delay(
      RetryPolicy policy, int failures, @Nullable Duration asked, RandomGenerator random) {
    if (asked != null) return asked;

    // Full jitter, so that callers that failed together do not retry together.
    long nanos = ceiling(policy, failures).toNanos();
    return nanos == 0 ? Duration.ZERO : Duration.ofNanos(random.nextLong(nanos + 1));
  }

  /** The longest backoff after this number of failures: doubled each time, up to a limit. */
  static Duration ceiling(RetryPolicy policy, int failures) {
    int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
    return policy.initialBackoff().multipliedBy(1L << doublings);
  }
}
