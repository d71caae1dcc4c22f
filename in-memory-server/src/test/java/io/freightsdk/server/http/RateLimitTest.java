package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Together;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:15Z");
  private static final int CLIENTS_REMEMBERED = 10_000;

  @Test
  void aClientWaitsForTheNextMinute() {
    RateLimit limit = new RateLimit(2);
    assertThat(limit.secondsToWait(client(1), NOW)).isZero();
    assertThat(limit.secondsToWait(client(1), NOW.plusSeconds(44))).isZero();
    assertThat(limit.secondsToWait(client(1), NOW.plusSeconds(44))).isEqualTo(1);
    assertThat(limit.secondsToWait(client(2), NOW)).isZero();
    assertThat(limit.secondsToWait(client(1), NOW.plusSeconds(45))).isZero();
  }

  @ParameterizedTest
  @CsvSource({"-1, 45", "0, 0"})
  void theClientSeenLongestAgoIsForgottenWhenThereAreTooMany(int more, long secondsToWait) {
    RateLimit limit = new RateLimit(1);
    limit.secondsToWait(client(0), NOW);
    for (int i = 1; i <= CLIENTS_REMEMBERED + more; i++) limit.secondsToWait(client(i), NOW);
    assertThat(limit.secondsToWait(client(0), NOW)).isEqualTo(secondsToWait);
  }

  @Test
  void callsAtOnceAreCountedOneByOne() {
    for (int round = 0; round < 50; round++) {
      RateLimit limit = new RateLimit(1_000);
      long passed =
          Together.times(8, i -> passed(limit, 500)).stream().mapToInt(Integer::intValue).sum();
      assertThat(passed).isEqualTo(1_000);
    }
  }

  private static int passed(RateLimit limit, int calls) {
    int passed = 0;
    for (int i = 0; i < calls; i++) {
      if (limit.secondsToWait(client(1), NOW) == 0) passed++;
    }
    return passed;
  }

  private static InetAddress client(int number) {
    try {
      return InetAddress.getByAddress(
          new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
