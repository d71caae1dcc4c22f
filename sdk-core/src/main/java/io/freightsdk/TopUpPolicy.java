package io.freightsdk;

import java.time.Duration;
import java.util.Objects;

/**
 * What a client does when the service answers 402: nothing was created or charged, and the balance
 * must be raised first (API description, section 7).
 *
 * <p>A call that waits keeps its idempotency key and reserves nothing under a limit; when it is
 * sent again, it has a new price and a new reservation. The wait does not count for the client's
 * deadline, but for a deadline in {@code CallOptions}. It ends early when that deadline passes, the
 * call is cancelled, or the client is closed.
 *
 * @param maxWait how long a call waits; zero if it fails at once
 */
public record TopUpPolicy(Duration maxWait) {
  private static final TopUpPolicy FAIL_FAST = new TopUpPolicy(Duration.ZERO);

  public TopUpPolicy {
    if (Objects.requireNonNull(maxWait, "maxWait").isNegative()) {
      throw new IllegalArgumentException("maxWait: expected a positive time, got " + maxWait);
    }
  }

  /** The call fails at once with {@code InsufficientFundsException}. The default. */
  public static TopUpPolicy failFast() {
    return FAIL_FAST;
  }

  /**
   * The call waits until the balance covers it. The client polls the balance, which is free: first
   * after 1 second, then at growing intervals of at most 30 seconds. It sends as many of the
   * waiting calls again as the balance covers, in any order; one that is refused again waits again,
   * each time longer, also up to 30 seconds.
   *
   * @param maxWait how long a call waits before it fails with {@code InsufficientFundsException}
   */
  public static TopUpPolicy awaitTopUp(Duration maxWait) {
    if (Objects.requireNonNull(maxWait, "maxWait").isZero())
      throw new IllegalArgumentException("maxWait: expected a positive time");
    return new TopUpPolicy(maxWait);
  }
}
