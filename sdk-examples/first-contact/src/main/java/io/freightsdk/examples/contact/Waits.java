package io.freightsdk.examples.contact;

import java.time.Duration;
import java.time.Instant;

/** The time, and the only way to let it pass. */
interface Waits {
  Instant now();

  /**
   * Lets this much time pass.
   *
   * @throws IllegalStateException if the thread is interrupted, which stays so
   */
  void sleep(Duration time);

  /** The time of the machine. */
  static Waits real() {
    return new Waits() {
      @Override
      public Instant now() {
        return Instant.now();
      }

      @Override
      public void sleep(Duration time) {
        try {
          Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("interrupted", e);
        }
      }
    };
  }

  /** The time of the machine, and each wait is over at once. */
  static Waits skipped() {
    return new Waits() {
      private Duration slept = Duration.ZERO;

      @Override
      public synchronized Instant now() {
        return Instant.now().plus(slept);
      }

      @Override
      public synchronized void sleep(Duration time) {
        slept = slept.plus(time);
      }
    };
  }
}
