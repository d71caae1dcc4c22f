package io.freightsdk.server.web.driver;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything the driver's page shows of a load at one moment.
 *
 * @param status as on the wire
 * @param stops in order, at least one
 * @param equipmentType null when not given
 * @param trackingEnded whether positions are no longer taken
 * @param simulated whether the page may offer to drive the truck by itself
 * @param now the server's time
 */
public record DriverView(
    String loadNumber,
    String status,
    List<DriverStop> stops,
    @Nullable String equipmentType,
    @Nullable Double weightPounds,
    boolean trackingEnded,
    boolean simulated,
    Instant now) {
  public DriverView {
    stops = List.copyOf(stops);
  }

  /** The stop to drive to or to leave; null when all are done. */
  @Nullable DriverStop current() {
    if (status.equals("DELIVERED") || status.equals("CANCELLED")) return null;
    for (DriverStop stop : stops) {
      if (stop.stop().departedAt() == null && !stop.stop().missed()) return stop;
    }
    return null;
  }
}
