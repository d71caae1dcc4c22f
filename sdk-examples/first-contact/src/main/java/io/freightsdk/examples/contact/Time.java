package io.freightsdk.examples.contact;

import java.time.Duration;
import java.time.Instant;

/** The time, and the only way to let it pass. Thread-safe. */
final class Time {
  private final boolean areSkipped;
  private Duration skipped = Duration.ZERO;

  /**
   * @param areSkipped whether each wait is over at once, and time goes on as if it had been waited
   */
  Time(boolean areSkipped) {
    this.areSkipped = areSkipped;
  }

  synchronized Instant now() {
    return Instant.now().plus(skipped);
  }

  /**
   * Lets this much time pass.
   *
   * @throws IllegalStateException if the thread is interrupted, which stays so
   */
  void sleep(Duration time) {
    if (areSkipped) {
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
