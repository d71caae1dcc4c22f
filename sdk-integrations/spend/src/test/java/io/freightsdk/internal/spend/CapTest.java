package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which sums a limit reads: as few as count what its window holds. */
class CapTest {
  /** Where each kind of slots begins; it ends where the next one begins. */
  private static String read(SpendLimit limit, String now) {
    List<Sum.Range> ranges = new Cap(limit).counted(Micros.of(Instant.parse(now)));
    assertThat(ranges.get(0)).isEqualTo(new Sum.Range("client", Sum.Kind.HELD, 0, 1));
    List<String> begins = new ArrayList<>();
    for (int i = 1; i < ranges.size(); i++) {
      Sum.Range range = ranges.get(i);
      long next = i + 1 < ranges.size() ? ranges.get(i + 1).from() : Long.MAX_VALUE;
      assertThat(range.to()).as("%s", range).isEqualTo(next);
      begins.add(range.kind() + " " + Micros.instant(range.from()).toString().substring(8, 16));
    }
    return String.join(", ", begins);
  }

  @ParameterizedTest(name = "{0} at {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PT1M  | 2026-11-20T10:02:00.5Z | MINUTE 20T10:01, HOUR 20T11:00, DAY 21T00:00
          PT1M  | 2026-11-20T10:01:01.5Z | SECOND 20T10:00, MINUTE 20T10:01, HOUR 20T11:00, DAY 21T00:00
          PT59M | 2026-11-20T10:00:30Z   | SECOND 20T09:01, MINUTE 20T09:02, HOUR 20T10:00, DAY 21T00:00
          PT1H  | 2026-11-20T10:00:30Z   | HOUR 20T09:00, DAY 21T00:00
          PT1H  | 2026-11-20T10:01:30Z   | MINUTE 20T09:01, HOUR 20T10:00, DAY 21T00:00
          PT59H | 2026-11-20T10:01:30Z   | MINUTE 17T23:01, DAY 18T00:00
          PT60H | 2026-11-20T10:01:30Z   | HOUR 17T22:00, DAY 18T00:00
          """)
  void aWindowIsOneRunOfSlotsThatBecomeLongerTowardsNow(Duration window, String now, String slots) {
    SpendLimit limit =
        new SpendLimit("client", SpendLimit.Kind.WINDOW, window, null, BigDecimal.ONE);
    assertThat(read(limit, now)).isEqualTo(slots);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UTC             | DAY 20T00:00
          America/Chicago | HOUR 20T06:00, DAY 21T00:00
          Asia/Kolkata    | MINUTE 19T18:30, HOUR 19T19:00, DAY 20T00:00
          """)
  void aDayIsReadFromItsMidnight(ZoneId zone, String slots) {
    SpendLimit limit =
        new SpendLimit("client", SpendLimit.Kind.CALENDAR_DAY, null, zone, BigDecimal.ONE);
    assertThat(read(limit, "2026-11-20T15:00:30Z")).isEqualTo(slots);
  }

  @Test
  void aRangeHasItsFirstSlotAndNotItsEnd() {
    Sum.Range range = new Sum.Range("client", Sum.Kind.MINUTE, 60, 120);
    assertThat(range.has(new Sum("client", Sum.Kind.MINUTE, 59))).isFalse();
    assertThat(range.has(new Sum("client", Sum.Kind.MINUTE, 60))).isTrue();
    assertThat(range.has(new Sum("client", Sum.Kind.MINUTE, 119))).isTrue();
    assertThat(range.has(new Sum("client", Sum.Kind.MINUTE, 120))).isFalse();
    assertThat(range.has(new Sum("client", Sum.Kind.HOUR, 60))).isFalse();
    assertThat(range.has(new Sum("client/acme", Sum.Kind.MINUTE, 60))).isFalse();
  }
}
