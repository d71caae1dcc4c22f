package io.freightsdk.server.domain.eta;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The {@code eta} of a {@code LoadPosition}: the arrivals at the remaining stops, or why there is
 * no estimate. Its members are this server's choice.
 */
public sealed interface Eta {
  /**
   * The estimated arrivals of the truck.
   *
   * @param nextStopSequence the stop to which the truck drives
   * @param nextStopEta arrival there; never in the past
   * @param etaAt arrival at the last stop; no time is counted for stops in between
   * @param remainingMiles by road to the last stop, one decimal
   * @param remainingMinutes from now to {@code etaAt}
   * @param speedMph average assumed for the first half hour, one decimal; 50 mph after it
   * @param basis source of this speed
   * @param stale whether the latest fix is old
   * @param arrivals at each stop from the next one to the last; no time is counted for stops in
   *     between
   */
  record Estimate(
      int nextStopSequence,
      Instant nextStopEta,
      Instant etaAt,
      double remainingMiles,
      long remainingMinutes,
      double speedMph,
      SpeedBasis basis,
      boolean stale,
      List<Instant> arrivals)
      implements Eta {
    public Estimate {
      arrivals = List.copyOf(arrivals);
    }
  }

  /** No estimate: it is not needed or not possible. */
  record NoEstimate(Reason reason) implements Eta {}

  enum SpeedBasis {
    RECENT_SPEED,
    DEFAULT_SPEED;

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Why there is no estimate. */
  enum Reason {
    NO_POSITION,
    /** A stop ahead could not be located. */
    NO_COORDINATES,
    /**
     * By its latest fix, which is more than 15 minutes old, the truck should have been at its next
     * stop. No fix shows it there.
     */
    POSITION_TOO_OLD,
    /** At its last stop, where it waits for its bill of lading. */
    ARRIVED,
    DELIVERED,
    CANCELLED;

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
