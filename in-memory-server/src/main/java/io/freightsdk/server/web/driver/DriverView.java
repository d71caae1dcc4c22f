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
 * @param trackingEnded whether positions are no longer accepted; nothing private is shown then
 * @param now the server's time
 * @param ahead the way to the stop that is next; null when it is unknown or the truck is there
 * @param pace seconds of server time per second of the phone; 0 when the server's clock is frozen
 */
public record DriverView(
    String loadNumber,
    String status,
    List<Stop> stops,
    @Nullable String equipmentType,
    @Nullable Double weightPounds,
    boolean trackingEnded,
    Instant now,
    double pace,
    @Nullable Ahead ahead) {
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
   * How far it is to the next stop, by road, and when the truck will be there.
   *
   * @param stop its number, from 1
   */
  public record Ahead(int stop, double miles, Instant at) {}

  /**
   * A stop with what its driver needs to find it.
   *
   * @param facilityName name at the gate; null when only the address is known
   */
  public record Stop(TrackStop stop, @Nullable String facilityName, String address, String zip) {
    /** The name that the driver looks for. */
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
