package io.freightsdk.server;

import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Ends a simulated drive or replay after 100,000 fixes, when the stop condition is true, when its
 * thread is interrupted, or when the server closes.
 */
final class DriveLimit {
  static final int MAX_FIXES = 100_000;

  private final String loadNumber;
  private final BooleanSupplier stopCondition;
  private int fixes;

  DriveLimit(String loadNumber, BooleanSupplier stopped) {
    this.loadNumber = loadNumber;
    this.stopCondition = stopped;
  }

  /**
   * Counts a fix that is about to be sent.
   *
   * @throws IllegalStateException if the drive must end; the message has the reason
   */
  void admitFix(String status) {
    if (stopCondition.getAsBoolean() || Thread.currentThread().isInterrupted())
      throw driveEnded("a stop was requested", status);
    if (fixes == MAX_FIXES) throw driveEnded("a drive sends at most 100,000 fixes", status);
    fixes++;
  }

  private IllegalStateException driveEnded(String why, String status) {
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
