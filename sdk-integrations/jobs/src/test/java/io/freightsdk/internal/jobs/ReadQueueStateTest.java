package io.freightsdk.internal.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReadQueueStateTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  /** 240 reads a day: one in six minutes. */
  private final ReadQueueState queue = new ReadQueueState(NOW, Duration.ofMinutes(6));

  @Test
  void eachReadGetsAPlaceOfItsOwn() {
    assertThat(queue.place(NOW)).isEqualTo(NOW);
    ReadQueueState two = queue.joined(NOW).joined(NOW);
    assertThat(two.place(NOW)).isEqualTo(in(12));
    assertThat(two.waitFactor(NOW)).isEqualTo(1);
  }

  @Test
  void sixHoursOfAnUnusedBudgetAreKept() {
    assertThat(queue.place(in(24 * 60))).isEqualTo(in(18 * 60));
    assertThat(queue.joined(in(24 * 60)).next()).isEqualTo(in(18 * 60 + 6));
  }

  @Test
  void moneyThatWouldBeLostMakesLoadsWaitLess() {
    assertThat(queue.waitFactor(in(5 * 60))).isEqualTo(1);
    assertThat(queue.waitFactor(in(5 * 60 + 30))).isBetween(0.6, 0.65);
    assertThat(queue.waitFactor(in(6 * 60))).isEqualTo(0.25);
    assertThat(queue.waitFactor(in(60 * 60))).isEqualTo(0.25);
  }

  /** A database may tell an UPDATE that changes no value like one that finds no row. */
  @Test
  void placesDifferAlsoWhereAReadCostsNothing() {
    assertThat(ReadQueue.step(BigDecimal.ZERO, new BigDecimal("4.80"))).isPositive();
  }

  @Test
  void aFreeReadWaitsForNobody() {
    ReadQueueState free = new ReadQueueState(NOW, Duration.ZERO);
    assertThat(free.joined(NOW).joined(NOW).place(NOW)).isEqualTo(NOW);
  }

  private static Instant in(int minutes) {
    return NOW.plus(Duration.ofMinutes(minutes));
  }
}
