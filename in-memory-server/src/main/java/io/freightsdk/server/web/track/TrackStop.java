package io.freightsdk.server.web.track;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.map.MapStop;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A stop on the customer's page.
 *
 * @param number from 1
 * @param at null when its place is unknown
 * @param radiusMeters of its geofence
 */
public record TrackStop(
    int number,
    StopType type,
    String city,
    String state,
    @Nullable Coordinates at,
    double radiusMeters,
    @Nullable Instant windowFrom,
    @Nullable Instant windowTo,
    @Nullable Instant arrivedAt,
    @Nullable Instant departedAt,
    boolean missed) {
  private static final int LONGEST_CITY = 60;

  /** City and state, cut to fit into a line. */
  public String place() {
    String shown = city.length() <= LONGEST_CITY ? city : city.substring(0, LONGEST_CITY - 1) + "…";
    return shown + ", " + state;
  }

  public boolean isPickup() {
    return type.equals(StopType.PICKUP);
  }

  public ZoneId zone() {
    return StopZone.of(state, at);
  }

  MapStop onMap(MapStop.Progress progress) {
    return new MapStop(number, type, progress, place(), at, radiusMeters);
  }
}
