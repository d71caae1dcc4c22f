package io.freightsdk.server.domain.eta;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.domain.eta.HoursOfService.DutyState;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DutyLogTest {
  private static final Instant START = Instant.parse("2026-01-05T08:00:00Z");

  private final Track track = new Track();
  private Instant now = START;
  private Coordinates place = new Coordinates(39, -84);

  private void go(Duration time, double mph) {
    Instant end = now.plus(time);
    while (now.isBefore(end)) {
      track.add(new Fix(now, place, 10.0, null, null));
      now = now.plusSeconds(60);
      place = mph == 0 ? place : place.travel(270, mph * 1_609.344 / 60);
    }
    track.add(new Fix(now, place, 10.0, null, null));
  }

  private DutyState duty() {
    return DutyLog.at(now, track, HoursOfService.US_PROPERTY);
  }

  @Test
  void aDriverNobodyHasSeenIsFresh() {
    assertThat(duty()).isEqualTo(DutyState.FRESH);
  }

  @Test
  void drivingCounts() {
    go(Duration.ofHours(3), 60);

    assertThat(duty().driven()).isEqualTo(Duration.ofHours(3));
    assertThat(duty().onDuty()).isEqualTo(Duration.ofHours(3));
    assertThat(duty().drivenSinceBreak()).isEqualTo(Duration.ofHours(3));
    assertThat(duty().resting()).isZero();
  }

  @Test
  void aShortStopIsNoBreak() {
    go(Duration.ofHours(2), 60);
    go(Duration.ofMinutes(20), 0);
    go(Duration.ofHours(1), 60);

    assertThat(duty().driven()).isEqualTo(Duration.ofHours(3));
    assertThat(duty().drivenSinceBreak()).isEqualTo(Duration.ofHours(3));
    assertThat(duty().onDuty()).isEqualTo(Duration.ofMinutes(200));
  }

  @Test
  void halfAnHourIsABreakButNoRest() {
    go(Duration.ofHours(2), 60);
    go(Duration.ofMinutes(45), 0);
    go(Duration.ofHours(1), 60);

    assertThat(duty().driven()).isEqualTo(Duration.ofHours(3));
    assertThat(duty().drivenSinceBreak()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void drivingSinceABreakBeginsAfterItThoughThereWasAShortStopBefore() {
    go(Duration.ofHours(1), 60);
    go(Duration.ofMinutes(20), 0);
    go(Duration.ofHours(1), 60);
    go(Duration.ofMinutes(45), 0);
    go(Duration.ofHours(1), 60);

    assertThat(duty().driven()).isEqualTo(Duration.ofHours(3));
    assertThat(duty().drivenSinceBreak()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void tenHoursAreARest() {
    go(Duration.ofHours(9), 60);
    go(Duration.ofHours(11), 0);
    go(Duration.ofHours(1), 60);

    assertThat(duty().driven()).isEqualTo(Duration.ofHours(1));
    assertThat(duty().onDuty()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void standingNowIsPartOfTheRestToCome() {
    go(Duration.ofHours(9), 60);
    go(Duration.ofHours(6), 0);

    assertThat(duty().driven()).isEqualTo(Duration.ofHours(9));
    assertThat(duty().resting()).isEqualTo(Duration.ofHours(6));
    assertThat(duty().drivenSinceBreak()).isZero();
  }

  @Test
  void crawlingThroughAYardIsNotDriving() {
    go(Duration.ofHours(2), 3);

    assertThat(duty()).isEqualTo(DutyState.FRESH);
  }

  @Test
  void aStopOfJustHalfAnHourIsABreak() {
    go(Duration.ofHours(2), 60);
    go(Duration.ofMinutes(30), 0);
    go(Duration.ofHours(1), 60);

    assertThat(duty().drivenSinceBreak()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void theLastDayCountsAndNothingBefore() {
    go(Duration.ofHours(30), 60);

    assertThat(duty().driven()).isEqualTo(Duration.ofHours(24));
  }
}
