package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How time is cut into slots. */
class WindowTest {
  private static final Window A_MILLISECOND = new Window(1_000, null);
  private static final Window BERLIN = new Window(0, ZoneId.of("Europe/Berlin"));

  /** So that the slots of a whole window are never more than fit. */
  @ParameterizedTest
  @CsvSource({"256, 1", "257, 2", "512, 2", "513, 3", "1000, 4"})
  void aSlotIsTheLeast256thOfItsWindowRoundedUp(long spanMicros, long width) {
    Window window = new Window(spanMicros, null);
    assertThat(window.startOf(1)).isEqualTo(width);
    assertThat(window.slotOf(width - 1)).isZero();
    assertThat(window.slotOf(width)).isEqualTo(1);
  }

  @Test
  void aSlidingWindowHoldsTheSlotsThatItOverlaps() {
    assertThat(A_MILLISECOND.oldestSlot(2_001)).isEqualTo(250);
    assertThat(A_MILLISECOND.slotOf(2_001)).isEqualTo(500);
    assertThat(A_MILLISECOND.startOf(250)).isEqualTo(1_000);
    assertThat(A_MILLISECOND.freesAt(250)).isEqualTo(Instant.ofEpochSecond(0, 2_004_000));
  }

  @Test
  void aDayBeginsAtMidnightOfItsZone() {
    long day = BERLIN.slotOf(micros("2026-03-29T21:59:59Z"));
    assertThat(BERLIN.slotOf(micros("2026-03-29T22:00:00Z"))).isEqualTo(day + 1);
    assertThat(BERLIN.oldestSlot(micros("2026-03-29T12:00:00Z"))).isEqualTo(day);
    assertThat(BERLIN.startOf(day)).isEqualTo(micros("2026-03-28T23:00:00Z"));
    assertThat(BERLIN.freesAt(day)).isEqualTo("2026-03-29T22:00:00Z");
  }

  @Test
  void aWindowIsNamedAsItIsReadBack() {
    assertThat(A_MILLISECOND.name()).isEqualTo("PT0.001S");
    assertThat(Window.named("PT0.001S")).isEqualTo(A_MILLISECOND);
    assertThat(BERLIN.name()).isEqualTo("days Europe/Berlin");
    assertThat(Window.named("days Europe/Berlin")).isEqualTo(BERLIN);
  }

  private static long micros(String time) {
    return Times.micros(Instant.parse(time));
  }
}
