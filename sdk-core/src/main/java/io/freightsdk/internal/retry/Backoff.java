package io.freightsdk.internal.retry;

import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How long to wait before the next attempt: what the service asks for, or a random backoff. */
public final class Backoff {
  private static final int MAX_DOUBLINGS = 30;

  private Backoff() {}

  /**
   * The wait after {@code failures} failed attempts.
   *
   * @param asked what {@code Retry-After} asks for, null when it does not
   */
  public static Duration delay(
      RetryPolicy policy, int failures, @Nullable Duration asked, RandomGenerator random) {
    Duration cap = policy.maxRetryAfter();
    if (asked != null && !cap.isZero()) {
      return asked.compareTo(cap) < 0 ? asked : cap;
    }
    return Duration.ofNanos(jittered(ceiling(policy, failures), random));
  }

  /**
   * The longest backoff after this many failures: doubled each time, up to the policy's maximum.
   */
  static Duration ceiling(RetryPolicy policy, int failures) {
    int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
    Duration grown = policy.initialBackoff().multipliedBy(1L << doublings);
    return grown.compareTo(policy.maxBackoff()) < 0 ? grown : policy.maxBackoff();
  }

  /** Full jitter: callers that failed together do not come back together. */
  private static long jittered(Duration ceiling, RandomGenerator random) {
    long nanos = ceiling.toNanos();
    return nanos == 0 ? 0 : random.nextLong(nanos + 1);
  }
}
