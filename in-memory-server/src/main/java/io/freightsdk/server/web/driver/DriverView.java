package io.freightsdk.server.web.driver;

import io.freightsdk.server.web.track.TrackStop;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything the driver's page shows of a load at one moment.
 *
 * @param status as on the wire
 * @param stops in order, at least one
 * @param equipmentType null when not given
 * @param trackingEnded whether positions are no longer taken; nothing private is shown then
 * @param simulated whether the page may offer to drive the truck by itself
 * @param now the server's time
 * @param pace seconds of server time in a second of the phone's; 0 when the server's clock stands
 */
public record DriverView(
    String loadNumber,
    String status,
    List<Stop> stops,
    @Nullable String equipmentType,
    @Nullable Double weightPounds,
    boolean trackingEnded,
    boolean simulated,
    Instant now,
    double pace) {
  private static final int LONGEST_LINE = 120;

  public DriverView {
    stops = List.copyOf(stops);
  }

  /** The stop to drive to or to leave; null when all are done. */
  @Nullable Stop current() {
    if (trackingEnded || status.equals("DELIVERED") || status.equals("CANCELLED")) return null;
    for (Stop stop : stops) {
      if (stop.stop().departedAt() == null && !stop.stop().missed()) return stop;
    }
    return null;
  }

  /**
   * A stop as its driver must find it.
   *
   * @param facilityName what stands at the gate; null when the address is all there is
   */
  public record Stop(TrackStop stop, @Nullable String facilityName, String address, String zip) {
    /** The name to look out for. */
    String name() {
      return cut(facilityName == null || facilityName.isBlank() ? address : facilityName);
    }

    /** Street, city, state and ZIP code. */
    String postalAddress() {
      return cut(address) + ", " + stop.place() + " " + cut(zip);
    }

    private static String cut(String text) {
      return text.length() <= LONGEST_LINE ? text : text.substring(0, LONGEST_LINE - 1) + "…";
    }
  }
}
