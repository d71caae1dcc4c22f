package io.freightsdk.positions;

import io.freightsdk.model.LoadPosition;
import java.time.Instant;
import java.util.Objects;

/**
 * A position and the start time of its read. The position is from that time or later.
 *
 * @param position the response of the service
 * @param readAt when the read started, by the reader's clock
 */
public record PositionSnapshot(LoadPosition position, Instant readAt) {
  public PositionSnapshot {
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(readAt, "readAt");
  }
}
