package io.freightsdk.server.web.track;

import io.freightsdk.server.geo.Coordinates;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything the customer's page shows of a load at one moment.
 *
 * @param status as on the wire; unknown ones are shown as they are
 * @param stops in order, at least one
 * @param track the driven line, oldest first, bounded as by {@link
 *     io.freightsdk.server.web.map.TrackLine}
 * @param truck null before the first fix
 * @param eta null when none can be told
 * @param distanceMiles driven so far; null below two fixes
 * @param delayMinutes past the end of the window; null before delivery or without a window
 * @param now the server's time
 */
public record TrackView(
    String loadNumber,
    String status,
    Instant createdAt,
    @Nullable Instant deliveredAt,
    List<TrackStop> stops,
    List<Coordinates> track,
    @Nullable TruckSighting truck,
    @Nullable Arrival eta,
    @Nullable Double distanceMiles,
    @Nullable Integer delayMinutes,
    Instant now) {
  public TrackView {
    stops = List.copyOf(stops);
    track = List.copyOf(track);
  }

  /** Whether anything may still change. */
  boolean isOpen() {
    return !status.equals("DELIVERED") && !status.equals("CANCELLED");
  }

  /**
   * The first stop that the driver has neither departed from nor missed; null when all are done.
   */
  @Nullable TrackStop currentStop() {
    for (TrackStop stop : stops) {
      if (stop.departedAt() == null && !stop.missed()) return stop;
    }
    return null;
  }

  /**
   * When and how far the truck still has to go.
   *
   * @param nextStop number of the stop that {@code nextStopEta} is for
   * @param etaAt arrival at the last stop
   */
  public record Arrival(int nextStop, Instant nextStopEta, Instant etaAt, double remainingMiles) {}

  /** The newest fix. */
  public record TruckSighting(
      Coordinates at, @Nullable Double heading, @Nullable Double speedMph, Instant time) {}
}
