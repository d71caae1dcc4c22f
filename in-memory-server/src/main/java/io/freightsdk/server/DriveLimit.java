package io.freightsdk.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a simulated drive or replay after 100,000 fixes or 120 days of server time, when the caller
 * asks for it, when its thread is interrupted, and when the server closes.
 */
final class DriveLimit {
  static final int MOST_FIXES = 100_000;
  static final Duration LONGEST = Duration.ofDays(120);

  private final String loadNumber;
  private final BooleanSupplier stopped;
  private @Nullable Instant start;
  private int fixes;

  DriveLimit(String loadNumber, BooleanSupplier stopped) {
    this.loadNumber = loadNumber;
    this.stopped = stopped;
  }

  /** The same limit for a drive that begins at {@code time}, before its first fix. */
  DriveLimit from(Instant time) {
    start = time;
    return this;
  }

  /**
   * Counts a fix that is about to be sent at {@code now}.
   *
   * @throws IllegalStateException when it must not be sent; the message says why
   */
  void count(Instant now, String status) {
    if (start == null) start = now;
    if (stopped.getAsBoolean() || Thread.currentThread().isInterrupted())
      throw ended("asked to stop", status);
    if (fixes == MOST_FIXES) throw ended("a drive sends at most 100,000 fixes", status);
    reach(now, status);
    fixes++;
  }

  /**
   * Says that the drive will last until {@code time}, with fixes or without.
   *
   * @throws IllegalStateException when that is too long
   */
  void reach(Instant time, String status) {
    if (start == null) start = time;
    if (Duration.between(start, time).compareTo(LONGEST) > 0) {
      throw ended("a drive takes at most 120 days", status);
    }
  }

  private IllegalStateException ended(String why, String status) {
    return new IllegalStateException(
        String.format(
            Locale.ROOT,
            "driver: the drive of %s ended after %s fixes: %s; the load is %s",
            loadNumber,
            fixes,
            why,
            status));
  }
}
