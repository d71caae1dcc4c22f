package io.freightsdk.server.service.order;

import io.freightsdk.server.geo.Coordinates;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one stop of a load creation. */
final class StopReader {
  private static final Pattern ZIP = Pattern.compile("[0-9]{5}(-[0-9]{4})?");
  private static final double MAX_LAT = 90;
  private static final double MAX_LNG = 180;

  private StopReader() {}

  static StopOrder read(Fields fields) {
    String address = fields.requiredText("address", text -> !text.isEmpty());
    String city = fields.requiredText("city", text -> !text.isEmpty());
    String state = UsStates.code(fields.requiredText("state", UsStates::isKnown));
    String zip = fields.requiredText("zip", text -> ZIP.matcher(text).matches());
    String facilityName = fields.text("facilityName");
    Instant date = fields.instant("date");
    Coordinates at = coordinates(fields);
    return new StopOrder(
        address, city, state, zip, facilityName == null ? address : facilityName, date, at);
  }

  /** Coordinates count only as a pair; half a pair is an invalid field: the missing half. */
  private static @Nullable Coordinates coordinates(Fields fields) {
    Double lat = fields.degrees("lat", MAX_LAT);
    if (fields.has("lng") && !fields.has("lat")) fields.note("lat");
    Double lng = fields.degrees("lng", MAX_LNG);
    if (fields.has("lat") && !fields.has("lng")) fields.note("lng");
    return lat == null || lng == null ? null : new Coordinates(lat, lng);
  }
}
