package io.freightsdk.server.web.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.geo.Coordinates;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

class AlbersUsaTest {
  @ParameterizedTest(name = "{0} {1},{2}")
  @CsvFileSource(resources = "albers-reference.csv", numLinesToSkip = 1)
  void putsPlacesWhereD3PutsThem(String name, double lat, double lng, Double x, Double y) {
    MapPoint at = AlbersUsa.INSTANCE.project(new Coordinates(lat, lng));

    if (x == null) {
      assertThat(at).isNull();
    } else {
      assertThat(at).isNotNull();
      assertThat(at.x()).isCloseTo(x, within(1e-8));
      assertThat(at.y()).isCloseTo(y, within(1e-8));
    }
  }

  static Stream<Coordinates> inAllThreeFrames() {
    return Stream.of(
        new Coordinates(39, -98), new Coordinates(64.8, -147.7), new Coordinates(20.8, -156.3));
  }

  @ParameterizedTest
  @MethodSource("inAllThreeFrames")
  void tellsHowLongAMeterIs(Coordinates place) {
    Coordinates kilometerEast = place.travel(90, 1_000);

    MapPoint from = AlbersUsa.INSTANCE.project(place);
    MapPoint to = AlbersUsa.INSTANCE.project(kilometerEast);

    double drawn = Math.hypot(to.x() - from.x(), to.y() - from.y());
    assertThat(drawn / 1_000).isCloseTo(AlbersUsa.INSTANCE.unitsPerMeter(place), within(4e-6));
  }
}
