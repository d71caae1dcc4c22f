package io.freightsdk.server.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoordinatesTest {
  @ParameterizedTest
  @CsvSource({
    "32.7767, -96.7970, 32.7868, -96.7980, 1126.953, 0.7003",
    "0, 0, 0.05, 0.05, 7862.668, 4.8856",
    "66.9494, 179.838, 66.9508, -179.8496, 13601.662, 8.4517",
    "32.7767, -96.7970, 29.7604, -95.3698, 361775.965, 224.7975",
    "41.8781, -87.6298, 32.7767, -96.7970, 1294955.278, 804.6490",
  })
  void distancesEqualTheIndependentlyComputedOnes(
      double lat1, double lng1, double lat2, double lng2, double meters, double miles) {
    Coordinates from = new Coordinates(lat1, lng1);
    Coordinates to = new Coordinates(lat2, lng2);

    assertThat(from.metersTo(to)).isCloseTo(meters, within(0.001));
    assertThat(from.milesTo(to)).isCloseTo(miles, within(0.0001));
    assertThat(to.metersTo(from)).isEqualTo(from.metersTo(to));
  }

  @Test
  void poleIsOnePlaceWhateverTheLongitude() {
    assertThat(new Coordinates(90, 0).metersTo(new Coordinates(90, 135))).isLessThan(1e-6);
    assertThat(new Coordinates(-90, -180).metersTo(new Coordinates(-90, 77))).isLessThan(1e-6);
    assertThat(new Coordinates(90, 0).metersTo(new Coordinates(-90, 0)))
        .isCloseTo(Math.PI * 6_371_000, within(0.01));
  }

  @ParameterizedTest
  @CsvSource({"39.1, -84.5, 35.8, -83.5", "66.9, 179.8, 66.9, -179.8", "10, 20, -30, -40"})
  void halfwayPointIsAtHalfTheDistance(double lat1, double lng1, double lat2, double lng2) {
    Coordinates from = new Coordinates(lat1, lng1);
    Coordinates to = new Coordinates(lat2, lng2);
    Coordinates middle = from.towards(to, 0.5);

    assertThat(from.metersTo(middle)).isCloseTo(from.metersTo(to) / 2, within(0.01));
    assertThat(middle.metersTo(to)).isCloseTo(from.metersTo(to) / 2, within(0.01));
    assertThat(from.towards(to, 1)).isEqualTo(to);
  }

  @Test
  void travellingEastOverTheDateLineComesOutInTheWest() {
    Coordinates place = new Coordinates(0, 179.99).travel(90, 5_000);

    assertThat(place.lng()).isBetween(-180.0, -179.9);
    assertThat(new Coordinates(0, 179.99).metersTo(place)).isCloseTo(5_000, within(0.001));
  }

  @ParameterizedTest
  @CsvSource({"90.0001, 0", "-91, 0", "0, 180.5", "0, -181", "NaN, 0", "0, NaN", "Infinity, 0"})
  void coordinatesOutOfRangeAreRefused(double lat, double lng) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Coordinates(lat, lng))
        .withMessageContaining("lat must be -90..90, lng -180..180");
  }
}
