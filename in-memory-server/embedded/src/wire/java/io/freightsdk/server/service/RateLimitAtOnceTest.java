package io.freightsdk.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RateLimitAtOnceTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  /** The second thread comes while the first is asking for the time, and has to wait. */
  @Test
  void oneCallIsCountedAfterTheOther() throws Exception {
    AtomicBoolean entered = new AtomicBoolean();
    AtomicBoolean together = new AtomicBoolean();
    RateLimit[] shared = new RateLimit[1];
    Thread second = new Thread(() -> shared[0].secondsToWait("10.0.0.1", NOW));
    shared[0] =
        new RateLimit(
            2,
            () -> {
              if (Thread.currentThread() == second) {
                entered.set(true);
                return 0;
              }
              second.start();
              while (second.getState() != Thread.State.BLOCKED && !entered.get()) Thread.yield();
              together.set(entered.get());
              return 0;
            });
    assertThat(shared[0].secondsToWait("10.0.0.1", NOW)).isZero();
    second.join();
    assertThat(together).isFalse();
    assertThat(entered).isTrue();
  }
}
