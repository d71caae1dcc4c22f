package io.freightsdk.internal.retry;

import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.concurrent.BoundedMap;
import io.freightsdk.retry.RetryPolicy;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How often and how fast the calls of a client are repeated. resilience4j counts attempts and
 * computes intervals, but does not sleep. Safe for concurrent use.
 */
public final class Retries {
  /** A client has few policies; the bound avoids a leak if a caller makes one for each call. */
  private static final int MAX_POLICIES = 64;

  /** Past this the doubled backoff is above any maximum. */
  private static final int MAX_DOUBLINGS = 30;

  /**
   * Tokens that the retries of one client share, so that an outage is not multiplied by the number
   * of attempts: a retry takes one, a call that succeeds gives a tenth back. Safe for concurrent
   * use.
   */
  public static final class Budget {
    private static final int UNITS_PER_RETRY = 10;
    private static final int UNITS_PER_SUCCESS = 1;

    private final long capacity;
    private final AtomicLong units;

    public Budget(int retries) {
      this.capacity = (long) retries * UNITS_PER_RETRY;
      this.units = new AtomicLong(capacity);
    }

    /** Takes one retry; false when none is left. */
    public boolean tryTake() {
      while (true) {
        long left = units.get();
        if (left < UNITS_PER_RETRY) return false;
        if (units.compareAndSet(left, left - UNITS_PER_RETRY)) return true;
      }
    }

    public void succeeded() {
      long left = units.get();
      // The budget is usually full; then nothing is written, so that callers do not contend for the
      // cache line.
      if (left < capacity) units.compareAndSet(left, Math.min(capacity, left + UNITS_PER_SUCCESS));
    }
  }

  private final BoundedMap<RetryPolicy, Retry> byPolicy = new BoundedMap<>(MAX_POLICIES);
  private final Clock clock;
  private final RandomGenerator random;

  public final Budget budget;

  /**
   * @param budget the tokens that all its calls share
   */
  public Retries(Clock clock, RandomGenerator random, Budget budget) {
    this.clock = clock;
    this.random = random;
    this.budget = budget;
  }

  public Attempts attempts(RetryPolicy policy) {
    return new Attempts(policy);
  }

  /** Counts the attempts of one call. Not safe for concurrent use. */
  public final class Attempts {
    private final RetryPolicy policy;
    private final Retry.AsyncContext<Object> context;

    private Attempts(RetryPolicy policy) {
      this.policy = policy;
      this.context = retry(policy).asyncContext();
    }

    /**
     * How long to wait before the next attempt; null if there is none, or no time for it. What the
     * service wants to have later than the policy waits is not sent earlier: it is not sent.
     */
    public @Nullable Duration delayAfter(FreightException failure, Duration left) {
      Duration asked = asked(failure);
      boolean obeys = !policy.maxRetryAfter().isZero();
      if (obeys && asked != null && asked.compareTo(policy.maxRetryAfter()) > 0) return null;

      long millis = context.onError(failure);
      boolean allowed = millis >= 0;
      Duration delay = Duration.ofMillis(Math.max(0, millis));
      boolean inTime = delay.compareTo(left) < 0;
      return allowed && inTime && budget.tryTake() ? delay : null;
    }
  }

  private Retry retry(RetryPolicy policy) {
    Retry known = byPolicy.get(policy);
    if (known != null) return known;

    Retry retry =
        Retry.of(
            "freight",
            RetryConfig.<Object>custom()
                .maxAttempts(policy.maxAttempts())
                .retryOnException(failure -> failure instanceof FreightException f && f.retryable())
                .intervalBiFunction((failures, outcome) -> millis(policy, failures, outcome))
                .build());
    byPolicy.put(policy, retry);
    return retry;
  }

  private long millis(RetryPolicy policy, int failures, Either<Throwable, Object> outcome) {
    Duration asked = outcome.isLeft() ? asked(outcome.getLeft()) : null;
    return delay(policy, failures, asked, random).toMillis();
  }

  /** The wait of the {@code Retry-After} header of an answer; null for none. */
  private @Nullable Duration asked(Throwable failure) {
    String header =
        failure instanceof FreightApiException refusal
            ? refusal.answer().header("Retry-After")
            : null;
    return RetryAfter.parse(header, clock.instant());
  }

  /**
   * The wait after this number of failures.
   *
   * @param asked the wait of a {@code Retry-After} header; null for none
   */
  static Duration delay(
      RetryPolicy policy, int failures, @Nullable Duration asked, RandomGenerator random) {
    if (asked != null && !policy.maxRetryAfter().isZero()) return asked;

    // Full jitter, so that callers that failed together do not retry together.
    long nanos = ceiling(policy, failures).toNanos();
    return nanos == 0 ? Duration.ZERO : Duration.ofNanos(random.nextLong(nanos + 1));
  }

  /**
   * The longest backoff after this number of failures: doubled each time, up to the policy's
   * maximum.
   */
  static Duration ceiling(RetryPolicy policy, int failures) {
    int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
    Duration grown = policy.initialBackoff().multipliedBy(1L << doublings);
    return grown.compareTo(policy.maxBackoff()) < 0 ? grown : policy.maxBackoff();
  }
}
