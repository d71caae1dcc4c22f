package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Waits for what nobody tells: rows that a thread of the jobs, or an instance in another process,
 * has stored.
 */
final class Polling {
  /** Far longer than a slow machine needs. */
  static final Duration LONGEST = Duration.ofMinutes(3);

  private static final Duration PAUSE = Duration.ofMillis(20);

  private Polling() {}

  static void pollUntil(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("within %s", LONGEST).isLessThan(end);
      Thread.sleep(PAUSE.toMillis());
    }
  }
}
