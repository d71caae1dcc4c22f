package io.freightsdk.server.view;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Fix;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one fix did to a load, and why.
 *
 * @param refusal why it is not part of the track, such as {@code throttled}; null when it is
 * @param quality {@code SHARP} (one such fix can arrive), {@code COARSE} (two are needed) or {@code
 *     UNUSABLE} for fences
 * @param fences where it was, one per stop
 * @param streak fixes that agree so far on an arrival, a departure or a missed stop; null when none
 *     do
 * @param before status before it
 * @param after status after it
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
   * @param meters null when the stop is not on the map
   * @param side {@code INSIDE}, {@code GREY_ZONE} or {@code OUTSIDE}
   */
  public record FenceDistance(int sequence, @Nullable Double meters, String side) {}

  /**
   * Consecutive fixes that agree.
   *
   * @param kind {@code inside} (an arrival in the making), {@code outside} (a departure) or {@code
   *     ahead} (a stop about to be missed)
   */
  public record FixStreak(String kind, int sequence, int fixes, java.time.Instant since) {}
}
