package io.freightsdk.examples.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogAxisTest {
  @Test
  void itReachesFromRoundNumberToRoundNumber() {
    assertThat(LogAxis.around(130, 4_700)).isEqualTo(new LogAxis(100, 5_000));
    assertThat(LogAxis.around(0.03, 0.21)).isEqualTo(new LogAxis(0.02, 0.5));
  }

  @Test
  void roundNumbersAreItsOwnEnds() {
    assertThat(LogAxis.around(100, 1_000_000)).isEqualTo(new LogAxis(100, 1_000_000));
  }

  @Test
  void oneValueStillHasAnAxis() {
    LogAxis axis = LogAxis.around(100, 100);
    assertThat(axis.high()).isGreaterThan(axis.low());
    assertThat(axis.position(100)).isEqualTo(0);
  }

  @Test
  void eachDecadeIsEquallyLong() {
    LogAxis axis = new LogAxis(1, 1_000);
    assertThat(axis.position(10)).isEqualTo(1 / 3.0, within(1e-9));
    assertThat(axis.position(100)).isEqualTo(2 / 3.0, within(1e-9));
  }

  @Test
  void aShortAxisHasTicksWithinItsDecades() {
    assertThat(new LogAxis(100, 2_000).ticks()).isEqualTo(List.of(100., 200., 500., 1000., 2000.));
    assertThat(new LogAxis(1, 10_000).ticks()).isEqualTo(List.of(1., 10., 100., 1000., 10_000.));
  }
}
