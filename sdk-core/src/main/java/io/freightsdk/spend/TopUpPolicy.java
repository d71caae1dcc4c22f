package io.freightsdk.spend;

import java.time.Duration;

/**
 * What a client does when the service answers 402: nothing was created or charged, and the balance
 * must be raised first (API description, section 7).
 *
 * <p>A call that waits keeps its idempotency key and its place under the limits. The wait is added
 * to the client's deadline; a deadline in {@code CallOptions} is kept. It ends early when that
 * passes, the call is cancelled, or the client is closed.
 */
public sealed interface TopUpPolicy {

  /** The call fails at once with {@code InsufficientFundsException}. The default. */
  static TopUpPolicy failFast() {
    return new FailFast();
  }

  /**
   * The call waits until the balance covers it. One poller per client reads the free balance, at
   * first after a second, then ever more rarely up to every 30 seconds, and sends the waiting calls
   * again in order of their arrival as far as the balance reaches. {@code FreightClient.toppedUp()}
   * makes it look at once.
   *
   * @param maxWait how long a call waits before it fails with {@code InsufficientFundsException}
   */
  static TopUpPolicy awaitTopUp(Duration maxWait) {
    return new AwaitTopUp(maxWait);
  }

  /**
   * The handler decides, once for all calls that wait together.
   *
   * @param maxWait how long a call waits for the handler and, if it says so, for the top-up
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
      throw new IllegalArgumentException("maxWait: expected more than 0, got " + maxWait);
    }
  }
}
