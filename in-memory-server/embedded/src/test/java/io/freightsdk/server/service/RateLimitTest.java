package io.freightsdk.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final AtomicLong nanos = new AtomicLong();
  private final RateLimit limit = new RateLimit(2, nanos::get);

  private long callAt(Instant now) {
    return limit.secondsToWait("10.0.0.1", now);
  }

  private void use() {
    assertThat(callAt(NOW)).isZero();
    assertThat(callAt(NOW)).isZero();
    assertThat(callAt(NOW.plusSeconds(15))).isEqualTo(45);
  }

  @Test
  void aMinuteOfServerTimeFrees() {
    use();
    assertThat(callAt(NOW.plusSeconds(59))).isEqualTo(1);
    assertThat(callAt(NOW.plusSeconds(60))).isZero();
  }

  @Test
  void aMinuteOfMachineTimeFreesWhereTheServersStandsStill() {
    use();
    nanos.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(callAt(NOW)).isPositive();
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(callAt(NOW)).isZero();
  }

  @Test
  void aClockSetBackFrees() {
    use();
    assertThat(callAt(NOW.minusSeconds(1))).isZero();
  }

  @Test
  void clientsAreCountedApart() {
    use();
    assertThat(limit.secondsToWait("10.0.0.2", NOW)).isZero();
  }

  /**
   * Whoever waits for the seconds that he was told is let in, and nobody is told to wait longer.
   */
  @Test
  void aPartOfASecondIsWaitedForAsAWholeOne() {
    use();
    assertThat(callAt(NOW.plusMillis(15_500))).isEqualTo(45);
    assertThat(callAt(NOW.plusMillis(59_001))).isEqualTo(1);
    assertThat(callAt(NOW.plusMillis(58_999))).isEqualTo(2);
  }

  /** As many as could be a test's own clients; beyond them, memory counts more than a limit. */
  @Test
  void theLastTenThousandClientsAreRemembered() {
    use();
    for (int other = 1; other < 10_000; other++) limit.secondsToWait("other " + other, NOW);
    assertThat(callAt(NOW)).isPositive();
    for (int other = 1; other <= 10_000; other++) limit.secondsToWait("new " + other, NOW);
    assertThat(callAt(NOW)).isZero();
  }
}
