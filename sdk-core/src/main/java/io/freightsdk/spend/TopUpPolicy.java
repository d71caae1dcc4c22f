package io.freightsdk.spend;

import java.time.Duration;

/**
 * What a client does when the service answers 402: nothing was created or charged, and the balance
 * must be raised first (API description, section 7).
 *
 * <p>A call that waits keeps its idempotency key and its reservation under the spend limits. The
 * wait does not count for the client's deadline, but for a deadline in {@code CallOptions}. It ends
 * early when that deadline passes, the call is cancelled, or the client is closed.
 */
public sealed interface TopUpPolicy {

  /** The call fails at once with {@code InsufficientFundsException}. The default. */
  static TopUpPolicy failFast() {
    return new FailFast();
  }

  /**
   * The call waits until the balance covers it. The client polls the balance, which is free: first
   * after 1 second, then at growing intervals of at most 30 seconds. It sends the waiting calls
   * again in the order of their arrival, as many as the balance covers. After {@code
   * FreightClient.toppedUp()} it reads the balance at once.
   *
   * @param maxWait how long a call waits before it fails with {@code InsufficientFundsException}
   */
  static TopUpPolicy awaitTopUp(Duration maxWait) {
    return new AwaitTopUp(maxWait);
  }

  /**
   * The handler decides once for all calls that wait together.
   *
   * @param maxWait how long a call waits for the handler and, if it decides so, for the top-up
   */
  static TopUpPolicy handler(TopUpHandler handler, Duration maxWait) {
    return new Handler(handler, maxWait);
  }

  /** See {@link #failFast()}. */
  record FailFast() implements TopUpPolicy {}

  /** See {@link #awaitTopUp}. */
  record AwaitTopUp(Duration maxWait) implements TopUpPolicy {
    public AwaitTopUp {
      requirePositive(maxWait);
    }
  }

  /** See {@link #handler}. */
  record Handler(TopUpHandler handler, Duration maxWait) implements TopUpPolicy {
    public Handler {
      requirePositive(maxWait);
    }
  }

  private static void requirePositive(Duration maxWait) {
    if (maxWait.isZero() || maxWait.isNegative()) {
      throw new IllegalArgumentException("maxWait: expected a positive time, got " + maxWait);
    }
  }
}
