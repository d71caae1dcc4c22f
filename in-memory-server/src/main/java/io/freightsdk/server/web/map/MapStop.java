package io.freightsdk.server.web.map;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A stop on the map.
 *
 * @param number from 1
 * @param label city and state
 * @param at null when its place is unknown; it is then only in the timeline
 * @param radiusMeters of its geofence
 */
public record MapStop(
    int number,
    StopType type,
    Progress progress,
    String label,
    @Nullable Coordinates at,
    double radiusMeters) {
  boolean isPickup() {
    return type.equals(StopType.PICKUP);
  }

  public enum Progress {
    AHEAD,
    NEXT,
    HERE,
    DONE,
    MISSED;

    public String css() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
