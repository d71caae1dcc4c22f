package io.freightsdk.server.view;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Fix;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one fix did to a load, and why.
 *
 * @param refusal why it is not part of the track, such as {@code throttled}; null when it is part
 *     of it
 * @param quality quality for fences: {@code SHARP} (one such fix makes an arrival), {@code COARSE}
 *     (two are needed) or {@code UNUSABLE}
 * @param fences its distance from each stop
 * @param streak fixes that agree so far on an arrival, a departure or a missed stop; null when none
 *     do
 * @param before status before the fix
 * @param after status after the fix
 * @param events what happened, as sentences; empty when nothing did
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
   * How far a fix was from a stop.
   *
   * @param meters null when the stop has no coordinates
   * @param side {@code INSIDE}, {@code GREY_ZONE} or {@code OUTSIDE}
   * @param geocodePrecision how exactly it is known where the stop is, as in {@code LoadView.Stop}
   */
  public record FenceDistance(
      int sequence, @Nullable Double meters, String side, String geocodePrecision) {}

  /**
   * Consecutive fixes that agree.
   *
   * @param kind {@code inside} (may become an arrival), {@code outside} (may become a departure) or
   *     {@code ahead} (the stops before may be missed)
   */
  public record FixStreak(String kind, int sequence, int fixes, java.time.Instant since) {}
}
