package io.freightsdk.examples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PercentilesTest {
  @Test
  void oneSlowCallOfManyIsNoPercentileUntilWhatItHeldUpCounts() {
    Percentiles times = new Percentiles();
    for (int i = 0; i < 999; i++) times.add(1_000);
    times.add(1_000_000);
    assertThat(times.p99Micros()).isEqualTo(1);
    // The mean distance is 1,999 ns: 499 calls were held up, evenly between nothing and a ms.
    assertThat(times.p99CorrectedMicros()).isBetween(950.0, 1_000.0);
  }

  @Test
  void callsThatTakeAsLongAsTheOthersAreNotCorrected() {
    Percentiles times = new Percentiles();
    for (int i = 0; i < 100; i++) times.add(1_000 + i);
    assertThat(times.p99CorrectedMicros()).isEqualTo(times.p99Micros());
  }
}
