package io.freightsdk.watch;

import io.freightsdk.model.LoadPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A position and the moment its read was started: the load is known as it was then, or later. Keep
 * the last one to resume a watch in another process.
 *
 * @param position what the service answered
 * @param readAt when the read was started, by the clock of the reader
 */
public record PositionReading(LoadPosition position, Instant readAt) {
  public PositionReading {
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(readAt, "readAt");
  }

  /** How old this reading is at {@code now}; zero when a clock runs behind the reader's. */
  public Duration ageAt(Instant now) {
    Duration age = Duration.between(readAt, now);
    return age.isNegative() ? Duration.ZERO : age;
  }
}
