package io.freightsdk.internal.retry;

import java.time.Duration;

/** How long the service remembers an idempotency key. It is not published. */
public final class KeyValidity {
  /**
   * What clients and ledgers rely on: an hour less than the day that is taken for it, in which
   * calls end. What is sent under a key later may become another load.
   */
  public static final Duration ASSUMED = Duration.ofHours(23);

  private KeyValidity() {}
}
