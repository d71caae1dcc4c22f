package io.freightsdk.server.domain.figures;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The planned window of a stop, made from its {@code date}; both ends null without one. */
public record Window(@Nullable Instant from, @Nullable Instant to) {
  public static final Duration DEFAULT_LENGTH = Duration.ofHours(2);

  /** Starts at {@code date} and lasts {@code length}; zero means that windows have no end. */
  public static Window startingAt(@Nullable Instant date, Duration length) {
    if (length.isNegative()) {
      throw new IllegalArgumentException("a window is zero (no end) or longer, not " + length);
    }
    return new Window(date, date == null || length.isZero() ? null : date.plus(length));
  }
}
