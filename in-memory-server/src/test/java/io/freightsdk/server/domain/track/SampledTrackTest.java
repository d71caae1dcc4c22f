package io.freightsdk.server.domain.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SampledTrackTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  @Test
  void shortTrackIsReturnedWhole() {
    assertThat(track(0).samplePlaces(10)).isEmpty();
    assertThat(track(9).samplePlaces(10)).hasSize(9);
  }

  @Test
  void onlyTheLatestFixExceedsTheBound() {
    assertThat(track(399).samplePlaces(100)).hasSize(101);
    assertThat(track(403).samplePlaces(100)).hasSizeLessThanOrEqualTo(101);
  }

  @Property(tries = 25, seed = "-1744250040")
  void aSampleIsBoundedOrderedAndEndsWithTheLatest(
      @ForAll @IntRange(min = 1, max = 5_000) int size) {
    List<Coordinates> sample = track(size).samplePlaces(100);

    assertThat(sample).hasSizeBetween(Math.min(size, 50), 101);
    List<Double> numbers = new ArrayList<>();
    for (Coordinates at : sample) numbers.add(at.lat());
    assertThat(numbers)
        .isSorted()
        .doesNotHaveDuplicates()
        .startsWith(0.0)
        .endsWith(number(size - 1));
    double stride = numbers.size() < 3 ? 0 : numbers.get(1);
    for (int i = 0; i < numbers.size() - 1; i++) {
      assertThat(numbers.get(i)).as("every so many").isCloseTo(i * stride, within(1e-9));
    }
  }

  private static Track track(int size) {
    Track track = new Track();
    // The odd ones come late.
    for (int i = 0; i < size; i += 2) track.add(fix(i));
    for (int i = 1; i < size; i += 2) track.add(fix(i));
    return track;
  }

  private static Fix fix(int i) {
    return Fix.of(START.plusSeconds(i), number(i), 0, 5);
  }

  private static double number(int i) {
    return i / 100.0;
  }
}
