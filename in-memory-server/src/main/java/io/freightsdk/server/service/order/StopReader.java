package io.freightsdk.server.service.order;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.geocode.Geocoder;
import io.freightsdk.server.domain.geocode.Geocoder.Geocoded;
import io.freightsdk.server.domain.geocode.Geocoder.Precision;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.geo.Coordinates;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a stop of a load creation, and adds its coordinates and its window. */
final class StopReader {
  private static final double MAX_LAT = 90;
  private static final double MAX_LNG = 180;
  private static final String NOT_LOCATED = "none";
  private static final Pattern TWO_LETTERS = Pattern.compile("[A-Za-z]{2}");
  private static final Pattern ZIP = Pattern.compile("[0-9]{5}(-[0-9]{4})?");

  /** USPS codes of the states, the District of Columbia and the territories. */
  private static final Set<String> STATES =
      Set.of(
          "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA",
          "KS", "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ",
          "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT",
          "VA", "WA", "WV", "WI", "WY", "DC", "AS", "GU", "MP", "PR", "VI");

  private final Duration stopWindowLength;

  StopReader(Duration stopWindowLength) {
    this.stopWindowLength = stopWindowLength;
  }

  PlannedStop read(FieldReader fields, int sequence, StopType type) {
    String street = fields.requiredText("address", text -> !text.isEmpty());
    String city = fields.requiredText("city", text -> !text.isEmpty());
    String state = fields.requiredText("state", StopReader::isState).toUpperCase(Locale.ROOT);
    String zip = fields.requiredText("zip", text -> ZIP.matcher(text).matches());
    String facilityName = fields.text("facilityName");
    Instant date = fields.instant("date");
    Double lat = fields.coordinate("lat", MAX_LAT);
    Double lng = fields.coordinate("lng", MAX_LNG);
    Geocoded place = locate(city, state, zip, lat, lng);
    PlannedStop.Address address =
        new PlannedStop.Address(
            street,
            city,
            state,
            zip,
            facilityName,
            place == null ? NOT_LOCATED : place.precision().code());
    Fence fence = place == null ? null : place.fence();
    Instant end = PlannedStop.windowEnd(date, stopWindowLength);
    return new PlannedStop(sequence, type, fence, date, end, address);
  }

  /** Uses coordinates only as a pair. */
  private static @Nullable Geocoded locate(
      String city, String state, String zip, @Nullable Double lat, @Nullable Double lng) {
    return lat == null || lng == null
        ? Geocoder.geocode(city, state, zip)
        : new Geocoded(new Coordinates(lat, lng), Precision.EXACT);
  }

  /**
   * ASCII letters only: Turkish {@code toLowerCase} turns IL into a dotless i, which is not an I.
   */
  private static boolean isState(String code) {
    return TWO_LETTERS.matcher(code).matches() && STATES.contains(code.toUpperCase(Locale.ROOT));
  }
}
