package io.freightsdk.server.web.driver;

import io.freightsdk.server.web.track.TrackStop;
import org.jspecify.annotations.Nullable;

/**
 * A stop as its driver must find it.
 *
 * @param facilityName what stands at the gate; null when the address is all there is
 */
public record DriverStop(
    TrackStop stop, @Nullable String facilityName, String address, String zip) {
  private static final int LONGEST_LINE = 120;

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
