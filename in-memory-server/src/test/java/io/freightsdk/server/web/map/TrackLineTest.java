package io.freightsdk.server.web.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TrackLineTest {
  private static final Coordinates DALLAS = new Coordinates(32.7767, -96.7970);
  private static final Coordinates CHICAGO = new Coordinates(41.8781, -87.6298);

  @Test
  void theLineStaysNearEveryPoint() {
    List<Coordinates> track = new ArrayList<>();
    for (int i = 0; i <= 4_000; i++) {
      Coordinates straight = DALLAS.towards(CHICAGO, i / 4_000.0);
      double bend = 0.4 * Math.sin(i / 300.0) + 0.02 * Math.sin(i / 8.0);
      track.add(new Coordinates(straight.lat() + bend, straight.lng() - bend));
    }

    List<Coordinates> line = TrackLine.of(track);

    assertThat(line).hasSizeLessThanOrEqualTo(TrackLine.MAX_POINTS);
    for (int i = 0; i < track.size(); i += 37) {
      assertThat(milesToLine(track.get(i), line)).isLessThan(0.8);
    }
  }

  @Test
  void aParkedTruckIsTwoPoints() {
    List<Coordinates> track = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      track.add(new Coordinates(DALLAS.lat() + (i % 3) / 1e5, DALLAS.lng()));
    }

    assertThat(TrackLine.of(track)).hasSize(2);
  }

  @Test
  void aTrackAcrossTheDateLineKeepsItsShape() {
    List<Coordinates> track = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      double lng = 172 + i * 0.003;
      track.add(new Coordinates(52 + Math.sin(i / 50.0) / 10, lng > 180 ? lng - 360 : lng));
    }

    List<Coordinates> line = TrackLine.of(track);
    for (int i = 1; i < line.size(); i++) {
      assertThat(line.get(i - 1).milesTo(line.get(i))).isLessThan(60);
    }
  }

  @Property(tries = 12)
  void endsWhereTheTrackEndsAndIsBounded(@ForAll("tracks") List<Coordinates> track) {
    List<Coordinates> line = TrackLine.of(track);

    assertThat(line).hasSizeLessThanOrEqualTo(TrackLine.MAX_POINTS);
    assertThat(line.get(0)).isEqualTo(track.get(0));
    assertThat(line.get(line.size() - 1)).isEqualTo(track.get(track.size() - 1));
    assertThat(track).containsAll(line);
  }

  @Provide
  Arbitrary<List<Coordinates>> tracks() {
    Arbitrary<Double> lats = Arbitraries.doubles().between(-90, 90);
    Arbitrary<Double> lngs = Arbitraries.doubles().between(-180, 180);
    return Combinators.combine(lats, lngs)
        .as(Coordinates::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(2_500);
  }

  private static double milesToLine(Coordinates fix, List<Coordinates> line) {
    double nearest = Double.MAX_VALUE;
    for (int i = 1; i < line.size(); i++) {
      Coordinates from = line.get(i - 1);
      boolean nowhereNear = from.milesTo(fix) > 80;
      if (nowhereNear) continue;
      for (int step = 0; step <= 40; step++) {
        nearest = Math.min(nearest, fix.milesTo(from.towards(line.get(i), step / 40.0)));
      }
    }
    return nearest;
  }
}
