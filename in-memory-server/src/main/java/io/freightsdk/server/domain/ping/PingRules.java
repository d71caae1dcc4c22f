package io.freightsdk.server.domain.ping;

import java.time.Duration;

/**
 * The limits for a driver's ping.
 *
 * @param throttle minimum time between two kept fixes; zero keeps all
 * @param checksAge whether a fix is refused if it is too old or in the future
 */
public record PingRules(Duration throttle, boolean checksAge) {
  public static final double MAX_ACCURACY_METERS = 5_000;
  public static final Duration MAX_AHEAD = Duration.ofMinutes(5);
  public static final Duration MAX_AGE = Duration.ofDays(1);
  public static final Duration DEFAULT_THROTTLE = Duration.ofSeconds(30);

  /** The rules for a driver's phone: a throttle of 30 s. */
  public static final PingRules DEFAULT = new PingRules(DEFAULT_THROTTLE, true);

  /** The rules for fixes in bulk: no checks of age, future and throttle, but all other checks. */
  public static final PingRules BULK = new PingRules(Duration.ZERO, false);

  public PingRules {
    if (throttle.isNegative()) {
      throw new IllegalArgumentException(
          "a ping throttle must be zero (off) or longer, not " + throttle);
    }
  }

  public PingRules withThrottle(Duration newThrottle) {
    return new PingRules(newThrottle, checksAge);
  }
}
