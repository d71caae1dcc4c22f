package io.freightsdk.server.domain.figures;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The planned window of a stop, made from its {@code date}; both ends null without one. */
public record Window(@Nullable Instant from, @Nullable Instant to) {
  /** No later time can be written on the wire. */
  public static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  public static final Duration DEFAULT_LENGTH = Duration.ofHours(2);

  /** Starts at {@code date} and lasts {@code length}; zero means that windows have no end. */
  public static Window startingAt(@Nullable Instant date, Duration length) {
    if (length.isNegative()) {
      throw new IllegalArgumentException("a window is zero (no end) or longer, not " + length);
    }
    if (date == null || length.isZero()) return new Window(date, null);
    Instant end = date.plus(length);
    return new Window(date, end.isAfter(LATEST) ? LATEST : end);
  }
}
