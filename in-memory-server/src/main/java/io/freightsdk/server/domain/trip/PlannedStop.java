package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.fence.Fence;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One stop of a load as it was ordered.
 *
 * @param sequence from 1 over all stops of the load, pickups first
 * @param fence null when the address has no coordinates: such a stop is never arrived at, only
 *     missed
 * @param windowFrom start of the planned window; null when none was given
 * @param windowTo end of the planned window; null when there is none
 */
public record PlannedStop(
    int sequence,
    StopKind kind,
    @Nullable Fence fence,
    @Nullable Instant windowFrom,
    @Nullable Instant windowTo) {

  public PlannedStop withFence(Fence newFence) {
    return new PlannedStop(sequence, kind, newFence, windowFrom, windowTo);
  }

  /**
   * Whether both are one place to the driver: consecutive stops of one kind at one place are one
   * visit.
   */
  boolean isVisitedTogetherWith(PlannedStop next) {
    if (kind != next.kind || fence == null || next.fence == null) {
      return false;
    }
    return Overlap.areOnePlace(fence, next.fence) && fence.contains(next.fence.center());
  }
}
