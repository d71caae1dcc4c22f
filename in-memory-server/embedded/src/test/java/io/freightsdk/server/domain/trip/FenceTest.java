package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.geo.Coordinates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FenceTest {
  private static final Coordinates CENTER = new Coordinates(39, -84);

  @ParameterizedTest
  @CsvSource({"100, 200", "300, 400", "3200, 4256"})
  void aTruckIsOutsideOnlyClearlyBeyondTheRadius(double radius, double exit) {
    Fence fence = new Fence(CENTER, radius);

    assertThat(fence.exitRadiusMeters()).isEqualTo(exit);
    assertThat(fence.sideOf(radius)).isEqualTo(Side.INSIDE);
    assertThat(fence.sideOf(Math.nextUp(radius))).isEqualTo(Side.GREY_ZONE);
    assertThat(fence.sideOf(exit)).isEqualTo(Side.GREY_ZONE);
    assertThat(fence.sideOf(Math.nextUp(exit))).isEqualTo(Side.OUTSIDE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aFenceNeedsARadius(double radius) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Fence(CENTER, radius));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "null, COARSE",
        "0, SHARP",
        "50, SHARP",
        "50.1, COARSE",
        "51, COARSE",
        "150, COARSE",
        "150.1, UNUSABLE",
        "5000, UNUSABLE"
      },
      nullValues = "null")
  void accuracyDecidesHowMuchAFixMaySay(Double accuracy, FixQuality quality) {
    assertThat(FixQuality.of(accuracy)).isEqualTo(quality);
  }

  @Test
  void aFenceAcrossTheDateLineIsACircle() {
    Fence fence = new Fence(new Coordinates(0, 179.99), 3_200);

    assertThat(fence.contains(new Coordinates(0, -179.99))).isTrue();
    assertThat(fence.contains(new Coordinates(0, -179.97))).isFalse();
  }

  @Test
  void theEdgeIsInside() {
    Coordinates place = CENTER.travel(30, 3_000);
    Fence fence = new Fence(CENTER, CENTER.metersTo(place));

    assertThat(fence.contains(place)).isTrue();
    assertThat(new Fence(CENTER, fence.radiusMeters() - 0.001).contains(place)).isFalse();
    for (double bearing : new double[] {0, 90, 180, 270}) {
      assertThat(new Fence(CENTER, 3_000).contains(CENTER.travel(bearing, 2_999.5))).isTrue();
    }
  }
}
