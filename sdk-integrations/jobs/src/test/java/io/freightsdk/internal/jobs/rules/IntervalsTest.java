package io.freightsdk.internal.jobs.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalsTest {
  @ParameterizedTest
  @CsvSource({"0, 5", "1, 10", "2, 20", "6, 320", "7, 600", "1000000, 600"})
  void eachPauseIsTwiceAsLongUntilTenMinutes(int earlier, int seconds) {
    assertThat(Intervals.STANDARD.retryDelay(earlier)).hasSeconds(seconds);
  }
}
