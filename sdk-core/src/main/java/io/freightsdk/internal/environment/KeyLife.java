package io.freightsdk.internal.environment;

import java.time.Duration;

/** How long the service remembers an idempotency key. It is not published. */
public final class KeyLife {
  /** What is taken for it. */
  public static final Duration ASSUMED = Duration.ofHours(24);

  /**
   * What clients and ledgers rely on: a little less. What is sent under a key later may become
   * another load.
   */
  public static final Duration RELIED_ON = ASSUMED.minusMinutes(5);

  private KeyLife() {}
}
