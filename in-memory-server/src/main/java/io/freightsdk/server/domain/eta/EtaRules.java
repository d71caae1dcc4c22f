package io.freightsdk.server.domain.eta;

import java.time.Duration;

/**
 * How an arrival is estimated.
 *
 * @param circuity miles by road per mile as the crow flies
 * @param minSpeedMph slowest speed taken
 * @param maxSpeedMph fastest speed taken
 * @param defaultSpeedMph speed of a truck that has not been seen moving
 * @param hours rests and breaks on the way
 * @param staleAfter age of the latest fix from which the estimate is marked stale
 */
public record EtaRules(
    double circuity,
    double minSpeedMph,
    double maxSpeedMph,
    double defaultSpeedMph,
    HoursOfService hours,
    Duration staleAfter) {
  public static final EtaRules DEFAULT =
      new EtaRules(1.20, 25, 65, 50, HoursOfService.US_PROPERTY, Duration.ofMinutes(15));

  public EtaRules withHours(HoursOfService newHours) {
    return new EtaRules(circuity, minSpeedMph, maxSpeedMph, defaultSpeedMph, newHours, staleAfter);
  }
}
