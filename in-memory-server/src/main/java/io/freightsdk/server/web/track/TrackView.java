package io.freightsdk.server.web.track;

import io.freightsdk.server.geo.Coordinates;
import java.time.Duration;
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
 * @param eta null when there is no estimate
 * @param distanceMiles driven so far; null with fewer than two fixes
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

  /** After hours of silence an estimate would be a guess. */
  private static final Duration ESTIMATES_END = Duration.ofHours(3);

  /** Whether the estimate is worth showing. */
  boolean hasEstimate() {
    if (eta == null) return false;
    return truck == null || Duration.between(truck.time(), now).compareTo(ESTIMATES_END) <= 0;
  }

  /** Whether the newest position is too old to say where the truck is now. */
  public boolean isSilent() {
    return isOpen() && truck != null && truck.stale();
  }

  /**
   * When and how far the truck still has to go, from its newest position.
   *
   * @param nextStop number of the stop that the first of {@code arrivals} is for
   * @param arrivals at each stop from that one to the last
   */
  public record Arrival(int nextStop, List<Instant> arrivals, double remainingMiles) {
    public Arrival {
      arrivals = List.copyOf(arrivals);
    }

    Instant atLastStop() {
      return arrivals.get(arrivals.size() - 1);
    }

    /** Arrival at a stop; null when there is no estimate. */
    @Nullable Instant at(int stop) {
      int index = stop - nextStop;
      return index >= 0 && index < arrivals.size() ? arrivals.get(index) : null;
    }
  }

  /**
   * The newest position.
   *
   * @param stale whether it is too old to say where the truck is now
   */
  public record TruckSighting(
      Coordinates at,
      @Nullable Double heading,
      @Nullable Double speedMph,
      Instant time,
      boolean stale) {}
}
