package io.freightsdk.server.domain.ping;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighborCheckTest {
  private static final Instant START = Instant.parse("2026-01-05T14:00:00Z");
  private static final double METERS_PER_MILE = 6_371_000 / 3_958.7613;
  private static final Coordinates HOME = new Coordinates(39, -84);
  private static final PingRules UNTHROTTLED = PingRules.DEFAULT.withThrottle(Duration.ZERO);

  private static Fix fix(double second, double miles, Double accuracy) {
    Coordinates at = miles == 0 ? HOME : HOME.travel(90, miles * METERS_PER_MILE);
    return new Fix(START.plusMillis((long) (second * 1_000)), at, accuracy, null, null);
  }

  private static Track track(Fix... fixes) {
    Track track = new Track();
    for (Fix fix : fixes) {
      track.add(fix);
    }
    return track;
  }

  @ParameterizedTest
  @CsvSource({
    // 120 mph is two miles a minute
    "60, 1.99, ",
    "60, 2.01, TELEPORT",
    "900, 29.9, ",
    "900, 30.1, TELEPORT",
    // 5 s and less are not judged, more than 15 minutes are a new baseline
    "5, 40, ",
    "5.001, 40, TELEPORT",
    "900.001, 3000, ",
  })
  void overOneHundredTwentyMilesPerHourIsATeleport(
      double second, double miles, PingRefusal refusal) {
    PingVerdict verdict =
        NeighborCheck.check(track(fix(0, 0, 10.0)), fix(second, miles, 10.0), UNTHROTTLED);

    assertThat(verdict.refusal()).isEqualTo(refusal);
  }

  @ParameterizedTest
  @CsvSource(
      value = {"800, 900, true", "800, 700, false", "null, 900, false", "1700, null, true"},
      nullValues = "null")
  void jumpWithinTheAccuraciesIsAcceptedWithLowConfidence(
      Double accuracyBefore, Double accuracy, boolean tolerated) {
    PingVerdict verdict =
        NeighborCheck.check(track(fix(0, 0, accuracyBefore)), fix(10, 1, accuracy), UNTHROTTLED);

    assertThat(verdict.refusal()).isEqualTo(tolerated ? null : PingRefusal.TELEPORT);
    assertThat(verdict.lowConfidence()).isEqualTo(tolerated);
  }

  @ParameterizedTest
  @CsvSource({"899, false", "900, false", "900.001, true", "90000, true"})
  void gapOfOver15MinutesIsANewBaselineWithLowConfidence(double second, boolean low) {
    PingVerdict verdict =
        NeighborCheck.check(track(fix(0, 0, 10.0)), fix(second, 1, 10.0), UNTHROTTLED);

    assertThat(verdict.refusal()).isNull();
    assertThat(verdict.lowConfidence()).isEqualTo(low);
  }

  @ParameterizedTest
  @CsvSource({"29.999, THROTTLED", "30, ", "0, THROTTLED", "-29.999, THROTTLED", "-30, "})
  void fixesNearerThanTheThrottleAreDropped(double second, PingRefusal refusal) {
    PingVerdict verdict =
        NeighborCheck.check(track(fix(0, 0, 10.0)), fix(second, 0.01, 10.0), PingRules.DEFAULT);

    assertThat(verdict.refusal()).isEqualTo(refusal);
  }

  @Test
  void theFirstFixIsABaselineOfFullConfidence() {
    assertThat(NeighborCheck.check(new Track(), fix(0, 0, null), PingRules.DEFAULT))
        .isEqualTo(PingVerdict.accepted(fix(0, 0, null), false));
  }

  @Test
  void theSameInstantAndPlaceIsADuplicateWhateverTheThrottle() {
    Track track = track(fix(0, 0, 10.0), fix(60, 1, 10.0));

    assertThat(NeighborCheck.check(track, fix(0, 0, 10.0), PingRules.DEFAULT).refusal())
        .isEqualTo(PingRefusal.DUPLICATE);
    assertThat(NeighborCheck.check(track, fix(60, 1, 99.0), UNTHROTTLED).refusal())
        .isEqualTo(PingRefusal.DUPLICATE);
    assertThat(NeighborCheck.check(track, fix(60, 1.1, 10.0), UNTHROTTLED).refusal()).isNull();
  }

  @Test
  void lateFixIsCheckedAgainstItsNeighborsInTime() {
    Track track = track(fix(0, 0, 10.0), fix(600, 10, 10.0), fix(3_600, 60, 10.0));

    assertThat(NeighborCheck.check(track, fix(300, 5, 10.0), PingRules.DEFAULT).refusal()).isNull();
    assertThat(NeighborCheck.check(track, fix(300, 9.5, 10.0), PingRules.DEFAULT).refusal())
        .isNull();
    assertThat(NeighborCheck.check(track, fix(540, 5, 10.0), PingRules.DEFAULT).refusal())
        .isEqualTo(PingRefusal.TELEPORT);
    assertThat(NeighborCheck.check(track, fix(60, 5, 10.0), PingRules.DEFAULT).refusal())
        .isEqualTo(PingRefusal.TELEPORT);
    assertThat(NeighborCheck.check(track, fix(580, 9.7, 10.0), PingRules.DEFAULT).refusal())
        .isEqualTo(PingRefusal.THROTTLED);
  }

  @Test
  void aTeleportIsReportedBeforeTheThrottle() {
    assertThat(
            NeighborCheck.check(track(fix(0, 0, 10.0)), fix(10, 50, 10.0), PingRules.DEFAULT)
                .refusal())
        .isEqualTo(PingRefusal.TELEPORT);
  }
}
