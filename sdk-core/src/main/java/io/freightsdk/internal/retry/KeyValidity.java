package io.freightsdk.internal.retry;

import java.time.Duration;

/** The time for which the service remembers an idempotency key. It is not published. */
public final class KeyValidity {
  /**
   * The time that clients and ledgers rely on: a day less an hour, in which calls end. A creation
   * that is sent under a key later may create another load.
   */
  public static final Duration ASSUMED = Duration.ofHours(23);

  private KeyValidity() {}
}
