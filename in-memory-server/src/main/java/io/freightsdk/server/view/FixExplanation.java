package io.freightsdk.server.view;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Fix;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a fix on its load, and the reason.
 *
 * @param refusal the reason why the fix is not part of the track, such as {@code throttled}; null
 *     if it is part of the track
 * @param quality the quality for geofences: {@code SHARP} (one such fix proves an arrival), {@code
 *     COARSE} (two are needed) or {@code UNUSABLE}
 * @param fences the distance from each stop
 * @param streak the latest fixes that agree on an arrival or a departure; null if there are none
 * @param before the status before the fix
 * @param after the status after the fix
 * @param events the events in words; empty if there were none
 */
public record FixExplanation(
    Fix fix,
    @Nullable String refusal,
    String quality,
    List<FenceDistance> fences,
    @Nullable FixStreak streak,
    LoadStatus before,
    LoadStatus after,
    List<String> events) {
  public FixExplanation {
    fences = List.copyOf(fences);
    events = List.copyOf(events);
  }

  /** Whether the fix is part of the track. */
  public boolean accepted() {
    return refusal == null;
  }

  /**
   * The distance of a fix from a stop.
   *
   * @param meters the distance; null if the stop has no coordinates
   * @param side the side of the geofence: {@code INSIDE}, {@code GREY_ZONE} or {@code OUTSIDE}
   * @param geocodePrecision the precision of the stop's coordinates, as in {@code LoadView.Stop}
   */
  public record FenceDistance(
      int sequence, @Nullable Double meters, String side, String geocodePrecision) {}

  /**
   * Consecutive fixes that agree.
   *
   * @param kind {@code inside} (may become an arrival) or {@code outside} (may become a departure)
   */
  public record FixStreak(String kind, int sequence, int fixes, java.time.Instant since) {}
}
