package io.freightsdk.server.domain.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.geo.Fix;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PingReaderTest {
  private static final Instant NOW = Instant.parse("2026-01-05T14:00:00Z");

  private static PingVerdict read(Object lat, Object lng, Object accuracy, Object timestamp) {
    return PingReader.read(
        new RawPing(lat, lng, accuracy, null, null, timestamp), NOW, PingRules.DEFAULT);
  }

  private static Fix fix(PingVerdict reading) {
    assertThat(reading).matches(PingVerdict::isAccepted);
    return reading.fix();
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(null, 1.0, null, null, PingRefusal.COORDS_REQUIRED),
        Arguments.of(1.0, null, null, null, PingRefusal.COORDS_REQUIRED),
        Arguments.of("39.1", 1.0, null, null, PingRefusal.COORDS_REQUIRED),
        Arguments.of(true, 1.0, null, null, PingRefusal.COORDS_REQUIRED),
        Arguments.of(Double.NaN, 1.0, null, null, PingRefusal.COORDS_REQUIRED),
        Arguments.of(new BigDecimal("1e999"), 1.0, null, null, PingRefusal.COORDS_REQUIRED),
        Arguments.of(90.1, 1.0, -5, null, PingRefusal.INVALID_COORDS),
        Arguments.of(1, -180.01, null, null, PingRefusal.INVALID_COORDS),
        Arguments.of(1, 1, "10", "rubbish", PingRefusal.INVALID_ACCURACY),
        Arguments.of(1, 1, List.of(), null, PingRefusal.INVALID_ACCURACY),
        Arguments.of(1, 1, -0.1, null, PingRefusal.NEGATIVE_ACCURACY),
        Arguments.of(1, 1, 5_000.1, null, PingRefusal.ACCURACY_TOO_LOW),
        Arguments.of(1, 1, 10, "yesterday", PingRefusal.INVALID_TIMESTAMP),
        Arguments.of(1, 1, 10, "2026-01-05T14:00:00", PingRefusal.INVALID_TIMESTAMP),
        Arguments.of(1, 1, 10, "", PingRefusal.INVALID_TIMESTAMP),
        Arguments.of(1, 1, 10, Map.of(), PingRefusal.INVALID_TIMESTAMP),
        Arguments.of(1, 1, 10, true, PingRefusal.INVALID_TIMESTAMP),
        Arguments.of(1, 1, 10, 1e300, PingRefusal.INVALID_TIMESTAMP),
        Arguments.of(1, 1, 10, "2026-01-05T14:05:00.001Z", PingRefusal.TIMESTAMP_FUTURE),
        Arguments.of(1, 1, 10, "2026-01-04T13:59:59.999Z", PingRefusal.TIMESTAMP_TOO_OLD));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void faultsAreReportedInTheDocumentedOrder(
      Object lat, Object lng, Object accuracy, Object timestamp, PingRefusal reason) {
    assertThat(read(lat, lng, accuracy, timestamp))
        .extracting(PingVerdict::refusal)
        .isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-05T14:05:00Z, 2026-01-05T14:05:00Z",
    "2026-01-04T14:00:00Z, 2026-01-04T14:00:00Z",
    "2026-01-05T08:30:00.123456-05:00, 2026-01-05T13:30:00.123Z",
    "2026-01-05T13:30Z, 2026-01-05T13:30:00Z",
  })
  void timestampsAreKeptToTheMillisecond(String timestamp, Instant time) {
    assertThat(fix(read(1, 1, null, timestamp)).time()).isEqualTo(time);
  }

  @Test
  void epochMillisecondsAreATimestamp() {
    long millis = NOW.minusSeconds(100).toEpochMilli();

    assertThat(fix(read(1, 1, null, millis)).time()).isEqualTo(NOW.minusSeconds(100));
    assertThat(fix(read(1, 1, null, (double) millis)).time()).isEqualTo(NOW.minusSeconds(100));
    assertThat(fix(read(1, 1, null, new BigDecimal(millis))).time())
        .isEqualTo(NOW.minusSeconds(100));
  }

  @Test
  void missingTimestampMeansNow() {
    assertThat(fix(read(1, 1, null, null)).time()).isEqualTo(NOW);
  }

  @Test
  void valuesAtTheLimitsAreAccepted() {
    Fix fix = fix(read(-90, 180, 5_000, null));

    assertThat(fix.accuracyMeters()).isEqualTo(5_000);
    assertThat(fix(read(90, -180, 0, null)).accuracyMeters()).isZero();
    assertThat(fix(read(0, 0, null, null)).accuracyMeters()).isNull();
  }

  @Test
  void speedIsConvertedToMilesPerHour() {
    RawPing ping = new RawPing(1, 1, null, 32.09, 359.6, null);

    Fix fix = fix(PingReader.read(ping, NOW, PingRules.DEFAULT));

    assertThat(fix.speedMph()).isCloseTo(71.78, within(0.01));
    assertThat(fix.heading()).isZero();
  }

  static Stream<Arguments> phonesThatDoNotKnow() {
    return Stream.of(
        Arguments.of(-1, -1),
        Arguments.of("fast", "north"),
        Arguments.of(null, null),
        Arguments.of(Double.NaN, Double.NaN),
        Arguments.of(false, 360.3),
        Arguments.of(false, -0.4),
        Arguments.of(false, 4_294_967_386.0));
  }

  @ParameterizedTest
  @MethodSource("phonesThatDoNotKnow")
  void fixWithAnUnknownSpeedOrHeadingIsAccepted(Object speed, Object heading) {
    Fix fix =
        fix(PingReader.read(new RawPing(1, 1, null, speed, heading, null), NOW, PingRules.DEFAULT));

    assertThat(fix.speedMph()).isNull();
    assertThat(fix.heading()).isNull();
  }

  @Test
  void bulkRulesSkipOnlyAgeAndFuture() {
    RawPing old = new RawPing(1, 1, null, null, null, "2020-01-01T00:00:00Z");
    RawPing ahead = new RawPing(1, 1, null, null, null, "2030-01-01T00:00:00Z");
    RawPing wild = new RawPing(1, 1, -3, null, null, "2030-01-01T00:00:00Z");

    assertThat(PingReader.read(old, NOW, PingRules.BULK)).matches(PingVerdict::isAccepted);
    assertThat(PingReader.read(ahead, NOW, PingRules.BULK)).matches(PingVerdict::isAccepted);
    assertThat(PingReader.read(wild, NOW, PingRules.BULK)).matches(ping -> !ping.isAccepted());
  }

  @Test
  void refusalForItsTimeHasTheFix() {
    PingVerdict refused = read(1, 2, 10, "2026-01-06T14:00:00Z");

    assertThat(refused.fix()).isNotNull();
    assertThat(refused.fix().coordinates().lng()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    // metres a second, degrees -> miles an hour, degrees
    "0, 0, 0, 0",
    "0.4, 359.4, 0.9, 359",
    "312.9, 360, 699.9, 0",
    "313, 180, , 180",
  })
  void aSpeedIsKeptUpToThatOfAnAeroplane(double speed, double heading, Double mph, int degrees) {
    Fix fix =
        fix(PingReader.read(new RawPing(1, 1, null, speed, heading, null), NOW, PingRules.DEFAULT));

    if (mph == null) assertThat(fix.speedMph()).isNull();
    else assertThat(fix.speedMph()).isCloseTo(mph, within(0.1));
    assertThat(fix.heading()).isEqualTo(degrees);
  }

  @ParameterizedTest
  @CsvSource({
    "0001-01-01T00:00:00Z, true",
    "0000-12-31T23:59:59.999Z, false",
    "9998-12-31T23:59:59.999Z, true",
    "9999-01-01T00:00:00Z, false",
  })
  void timesAreOfTheYearsThatTheWireCanCarry(String timestamp, boolean kept) {
    RawPing ping = new RawPing(1, 1, null, null, null, timestamp);

    assertThat(PingReader.read(ping, NOW, PingRules.BULK).isAccepted()).isEqualTo(kept);
  }

  @Test
  void aSimulatedFixIsKeptAsItIs() {
    Fix fix = Fix.of(NOW.minusSeconds(1), 39.1, -84.5, 10);
    Fix moving = new Fix(fix.time(), fix.coordinates(), 10.0, 61.7, 270);

    for (Fix sent : List.of(fix, moving)) {
      assertThat(fix(PingReader.check(sent, NOW, PingRules.DEFAULT))).isEqualTo(sent);
    }
  }

  @Test
  void aSimulatedFixIsCheckedLikeAPing() {
    Fix fix = Fix.of(NOW, 39.1, -84.5, 10);
    Fix wild = new Fix(NOW, fix.coordinates(), Double.NaN, -1.0, 361);

    assertThat(PingReader.check(wild, NOW, PingRules.DEFAULT))
        .isEqualTo(
            PingVerdict.refused(
                new Fix(NOW, fix.coordinates(), null, null, null), PingRefusal.INVALID_ACCURACY));
    for (Instant time : List.of(Instant.MIN.plusMillis(1), Instant.MAX)) {
      Fix odd = new Fix(time, fix.coordinates(), null, null, null);
      assertThat(PingReader.check(odd, NOW, PingRules.BULK))
          .isEqualTo(
              PingVerdict.refused(
                  new Fix(NOW, fix.coordinates(), null, null, null),
                  PingRefusal.INVALID_TIMESTAMP));
    }
  }

  @Test
  void aThrottleIsZeroOrLonger() {
    assertThat(PingRules.DEFAULT.withThrottle(Duration.ZERO).throttle()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PingRules.DEFAULT.withThrottle(Duration.ofMillis(-1)))
        .withMessageContaining("PT-0.001S");
  }

  @Test
  void aRefusalHasAShortName() {
    assertThat(PingRefusal.TIMESTAMP_TOO_OLD.code()).isEqualTo("timestamp_too_old");
  }
}
