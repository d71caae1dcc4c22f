package io.freightsdk.server.domain.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrackTest {
  private static final Instant START = Instant.parse("2026-01-05T08:00:00Z");

  enum Order {
    SORTED,
    REVERSED,
    SHUFFLED;

    List<Fix> of(List<Fix> sorted) {
      List<Fix> fixes = new ArrayList<>(sorted);
      switch (this) {
        case SORTED -> {}
        case REVERSED -> Collections.reverse(fixes);
        case SHUFFLED -> Collections.shuffle(fixes, new Random(1));
      }
      return fixes;
    }
  }

  private static Fix fix(long second, double lat) {
    return new Fix(
        START.plusSeconds(second), new Coordinates(lat, -84), 10.5, 55.5, (int) (second % 360));
  }

  private static List<Fix> many(int count) {
    Random random = new Random(42);
    List<Fix> fixes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fixes.add(fix(i * 10L, 30 + random.nextDouble()));
    }
    return fixes;
  }

  private static Track track(List<Fix> fixes) {
    Track track = new Track();
    fixes.forEach(track::add);
    return track;
  }

  @Test
  void anEmptyTrackHasNoDistanceNoLastAndNoNeighbours() {
    Track track = new Track();

    assertThat(track.size()).isZero();
    assertThat(track.distanceMiles()).isNull();
    assertThat(track.lastFix()).isNull();
    assertThat(track.fixAtOrBefore(START)).isNull();
    assertThat(track.fixAfter(START)).isNull();
    assertThat(track.latestFixes(500)).isEmpty();
  }

  @Test
  void oneFixHasNoDistanceAndTwoHave() {
    Track track = track(List.of(fix(0, 30)));
    assertThat(track.distanceMiles()).isNull();

    track.add(fix(10, 30));
    assertThat(track.distanceMiles()).isZero();

    track.add(fix(20, 31));
    assertThat(track.distanceMiles()).isCloseTo(69.093, within(0.001));
    track.add(fix(15, 32));
    assertThat(track.distanceMiles()).isCloseTo(3 * 69.093, within(0.003));
  }

  @Test
  void fixesAreFoundByTheirPlaceInTime() {
    List<Fix> sorted = many(600);
    Track track = track(sorted);
    for (int i = 0; i < 600; i++) {
      Fix fix = sorted.get(i);
      assertThat(track.get(i)).isEqualTo(fix);
      assertThat(track.epochMillisAt(i)).isEqualTo(fix.time().toEpochMilli());
      assertThat(track.placeAt(i)).isEqualTo(fix.coordinates());
      assertThat(track.countUpTo(track.epochMillisAt(i))).isEqualTo(i + 1);
      assertThat(track.countUpTo(track.epochMillisAt(i) - 1)).isEqualTo(i);
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void orderOfArrivalDoesNotChangeTheTrack(Order order) {
    List<Fix> sorted = many(5_000);

    Track track = track(order.of(sorted));

    assertThat(track.size()).isEqualTo(5_000);
    assertThat(track.latestFixes(5_000)).isEqualTo(sorted);
    assertThat(track.latestFixes(500)).isEqualTo(sorted.subList(4_500, 5_000));
    assertThat(track.distanceMiles()).isEqualTo(track(sorted).distanceMiles());
    assertThat(track.lastFix()).isEqualTo(sorted.get(4_999));
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void neighboursAreFoundByTime(Order order) {
    List<Fix> sorted = many(2_000);
    Track track = track(order.of(sorted));

    for (int i : new int[] {0, 1, 63, 64, 65, 127, 128, 1_999}) {
      Fix fix = sorted.get(i);
      assertThat(track.fixAtOrBefore(fix.time())).isEqualTo(fix);
      assertThat(track.fixAfter(fix.time())).isEqualTo(i == 1_999 ? null : sorted.get(i + 1));
      assertThat(track.fixAtOrBefore(fix.time().minusMillis(1)))
          .isEqualTo(i == 0 ? null : sorted.get(i - 1));
    }
  }

  @Test
  void fixesOfOneInstantStayInTheOrderOfArrival() {
    Track track = new Track();
    for (int i = 0; i < 1_500; i++) {
      track.add(fix(i / 700, 30 + i / 10_000.0));
    }

    assertThat(track.latestFixes(1_500)).isSortedAccordingTo(Comparator.comparing(Fix::time));
    assertThat(track.latestFixes(1_500).stream().map(fix -> fix.coordinates().lat()).toList())
        .isSorted();
    assertThat(track.contains(fix(0, 30))).isTrue();
    assertThat(track.contains(fix(1, 30 + 700 / 10_000.0))).isTrue();
    assertThat(track.contains(fix(0, 30 + 700 / 10_000.0))).isFalse();
  }

  @Test
  void absentValuesStayAbsent() {
    Fix bare = new Fix(START, new Coordinates(1, 2), null, null, null);

    assertThat(new Track().add(bare)).isEqualTo(bare);
  }

  @Test
  void coordinatesAreKeptExactlyAndAccuracyToFloatPrecision() {
    Fix fix =
        new Fix(START, new Coordinates(39.123456789012345, -84.98765432109876), 18.2, 71.78, 359);

    Fix kept = new Track().add(fix);

    assertThat(kept.coordinates()).isEqualTo(fix.coordinates());
    assertThat(kept.accuracyMeters()).isEqualTo((double) 18.2f);
    assertThat(kept.heading()).isEqualTo(359);
  }
}
