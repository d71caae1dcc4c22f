package io.freightsdk.examples.contact;

import java.time.Duration;
import java.time.Instant;

/** The time, and the only way to let it pass. Thread-safe. */
final class Waits {
  private final boolean areSkipped;
  private Duration skipped = Duration.ZERO;

  private Waits(boolean areSkipped) {
    this.areSkipped = areSkipped;
  }

  /** The time of the machine. */
  static Waits real() {
    return new Waits(false);
  }

  /** The time of the machine, and each wait is over at once. */
  static Waits skipped() {
    return new Waits(true);
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
