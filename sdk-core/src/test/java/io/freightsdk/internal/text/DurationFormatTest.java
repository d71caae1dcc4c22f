package io.freightsdk.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationFormatTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 ms",
    "PT0.25S, 250 ms",
    "PT1S, 1 s",
    "PT1.699S, 1.7 s",
    "PT59.96S, 60 s",
    "PT1M, 1 minute",
    "PT90S, 90 s",
    "PT5M, 5 minutes",
    "PT1H, 1 hour",
    "PT24H, 24 hours",
    "PT36H, 36 hours",
    "P7D, 7 days"
  })
  void durationHasTheUnitThatPeopleUse(Duration time, String text) {
    assertThat(DurationFormat.format(time)).isEqualTo(text);
  }
}
