package io.freightsdk.contact;

import java.time.Duration;
import java.time.Instant;

/** The current time, and waits. Thread-safe. */
final class Time {
  private final boolean skipsWaits;
  private Duration skipped = Duration.ZERO;

  /**
   * @param skipsWaits whether a wait only advances the time
   */
  Time(boolean skipsWaits) {
    this.skipsWaits = skipsWaits;
  }

  synchronized Instant now() {
    return Instant.now().plus(skipped);
  }

  /**
   * Waits.
   *
   * @throws IllegalStateException if the thread is interrupted; its flag stays set
   */
  void sleep(Duration time) {
    if (skipsWaits) {
      synchronized (this) {
        skipped = skipped.plus(time);
      }
      return;
    }
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
