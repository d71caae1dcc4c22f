package io.freightsdk.server.sim;

import io.freightsdk.model.LoadStatus;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What must come of a {@link NastyTrack}.
 *
 * @param status of the load in the end
 * @param pingCount fixes kept
 * @param refused fixes not kept, counted by the reason that the service gives
 * @param distanceMiles over the kept fixes in time order, one decimal
 */
public record Expected(
    LoadStatus status,
    int pingCount,
    Map<String, Integer> refused,
    double distanceMiles,
    Visit pickup,
    Visit delivery) {
  public Expected {
    refused = Map.copyOf(refused);
  }

  /** Times of one stop; null where it was not arrived at, or not departed. */
  public record Visit(@Nullable Instant arrivedAt, @Nullable Instant departedAt) {}
}
