package io.freightsdk.positions;

import io.freightsdk.model.LoadPosition;
import java.time.Instant;
import java.util.Objects;

/**
 * A position with the time at which its read was started; the position is of that time or later.
 *
 * @param position the answer of the service
 * @param readAt when the read was started, by the clock of the reader
 */
public record PositionSnapshot(LoadPosition position, Instant readAt) {
  public PositionSnapshot {
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(readAt, "readAt");
  }
}
