package io.freightsdk.server.domain.eta;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.domain.eta.HoursOfService.DutyState;
import java.time.Duration;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoursOfServiceTest {
  private static final Duration NONE = Duration.ZERO;
  private static final HoursOfService ELEVEN_ON_TEN_OFF =
      new HoursOfService(Duration.ofHours(11), Duration.ofHours(10), NONE, NONE, NONE);

  private static DutyState used(double driven, double onDuty, double sinceBreak, double resting) {
    return new DutyState(hours(driven), hours(onDuty), hours(sinceBreak), hours(resting));
  }

  private static Duration hours(double hours) {
    return Duration.ofSeconds(Math.round(hours * 3_600));
  }

  @Test
  void thePublishedCheckHolds() {
    Duration driving = Duration.ofMillis(Math.round(1746 / 45.0 * 3_600_000));
    LocalDateTime monday = LocalDateTime.parse("2026-01-05T08:00");

    LocalDateTime arrival = monday.plus(ELEVEN_ON_TEN_OFF.elapsed(driving, DutyState.FRESH));

    assertThat(arrival).isEqualTo("2026-01-08T04:48");
    assertThat(arrival.getDayOfWeek()).isEqualTo(java.time.DayOfWeek.THURSDAY);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "8, 8",
    // a break of half an hour after eight hours of driving
    "8.5, 9",
    "11, 11.5",
    // ten hours off after eleven
    "11.5, 22",
    "19.5, 30.5",
    "20, 31",
    "22, 33",
    "23, 44"
  })
  void aFreshDriverPausesAndRests(double driving, double elapsed) {
    assertThat(HoursOfService.US_PROPERTY.elapsed(hours(driving), DutyState.FRESH))
        .isEqualTo(hours(elapsed));
  }

  @ParameterizedTest
  @CsvSource({
    // driven, on duty, since break, standing, to drive -> elapsed
    "10, 10.5, 2, 0, 1, 1",
    "10, 10.5, 2, 0, 2, 12",
    "11, 12, 3, 0, 1, 11",
    "2, 14, 2, 0, 1, 11",
    "2, 13, 2, 0, 2, 12",
    "8, 8, 8, 0, 1, 1.5",
    // six of the ten hours are rested already
    "11, 12, 3, 6, 1, 5",
  })
  void whatIsUsedUpCounts(
      double driven,
      double onDuty,
      double sinceBreak,
      double resting,
      double toDrive,
      double elapsed) {
    DutyState state = used(driven, onDuty, sinceBreak, resting);

    assertThat(HoursOfService.US_PROPERTY.elapsed(hours(toDrive), state)).isEqualTo(hours(elapsed));
  }

  @Test
  void withoutLimitsDrivingTakesItsOwnTime() {
    assertThat(HoursOfService.NONE.elapsed(hours(100), used(50, 60, 20, 0))).isEqualTo(hours(100));
  }
}
