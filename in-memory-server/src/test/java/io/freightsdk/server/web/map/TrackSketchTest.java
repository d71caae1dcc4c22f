package io.freightsdk.server.web.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TrackSketchTest {
  private static final Coordinates DALLAS = new Coordinates(32.7767, -96.7970);
  private static final Coordinates CHICAGO = new Coordinates(41.8781, -87.6298);

  @Test
  void aMillionFixesBecomeAThousandPoints() {
    TrackSketch sketch = new TrackSketch();
    Random random = new Random(7);
    for (int i = 0; i < 1_000_000; i++) {
      Coordinates at = DALLAS.towards(CHICAGO, i / 1e6);
      sketch.add(i * 1_000L, at.lat() + random.nextGaussian() / 1e4, at.lng());
    }

    assertThat(sketch.line()).hasSizeLessThanOrEqualTo(TrackSketch.MAX_POINTS);
  }

  @Test
  void theLineStaysNearEveryFix() {
    TrackSketch sketch = new TrackSketch();
    List<Coordinates> fixes = new ArrayList<>();
    for (int i = 0; i <= 20_000; i++) {
      Coordinates straight = DALLAS.towards(CHICAGO, i / 20_000.0);
      double bend = 0.4 * Math.sin(i / 900.0) + 0.05 * Math.sin(i / 40.0);
      fixes.add(new Coordinates(straight.lat() + bend, straight.lng() - bend));
    }
    for (int i = 0; i < fixes.size(); i++) {
      sketch.add(i * 30_000L, fixes.get(i).lat(), fixes.get(i).lng());
    }

    List<Coordinates> line = sketch.line();
    for (int i = 0; i < fixes.size(); i += 97) {
      assertThat(milesToLine(fixes.get(i), line)).isLessThan(1.5);
    }
  }

  @Test
  void aParkedTruckAddsNothing() {
    TrackSketch sketch = new TrackSketch();
    for (int i = 0; i < 10_000; i++) {
      sketch.add(i * 30_000L, DALLAS.lat() + (i % 3) / 1e5, DALLAS.lng());
    }

    assertThat(sketch.line()).hasSizeLessThan(4);
  }

  @Test
  void lateFixesGoWhereTheirTimePutsThem() {
    TrackSketch sketch = new TrackSketch();
    sketch.add(1_000, 30, -100);
    sketch.add(3_000, 30, -98);
    sketch.add(2_000, 31, -99);
    sketch.add(500, 29, -101);

    assertThat(sketch.line())
        .containsExactly(
            new Coordinates(29, -101),
            new Coordinates(30, -100),
            new Coordinates(31, -99),
            new Coordinates(30, -98));
  }

  @Test
  void aTrackAcrossTheDateLineKeepsItsShape() {
    TrackSketch sketch = new TrackSketch();
    for (int i = 0; i < 5_000; i++) {
      double lng = 172 + i * 0.003;
      sketch.add(i, 52 + Math.sin(i / 50.0) / 10, lng > 180 ? lng - 360 : lng);
    }

    List<Coordinates> line = sketch.line();
    for (int i = 1; i < line.size(); i++) {
      assertThat(line.get(i - 1).milesTo(line.get(i))).isLessThan(60);
    }
  }

  @Property(tries = 200)
  void theNewestFixIsTheEndOfTheLine(@ForAll("fixes") List<Fix> fixes) {
    TrackSketch sketch = new TrackSketch();
    Fix newest = fixes.get(0);
    for (Fix fix : fixes) {
      sketch.add(fix.time, fix.lat / 1e6, fix.lng / 1e6);
      if (fix.time >= newest.time) newest = fix;
    }

    List<Coordinates> line = sketch.line();
    assertThat(line).hasSizeLessThanOrEqualTo(TrackSketch.MAX_POINTS);
    assertThat(line.get(line.size() - 1))
        .isEqualTo(new Coordinates(newest.lat / 1e6, newest.lng / 1e6));
  }

  @Provide
  Arbitrary<List<Fix>> fixes() {
    Arbitrary<Long> times = Arbitraries.longs().between(0, 100_000);
    Arbitrary<Integer> lats = Arbitraries.integers().between(-90_000_000, 90_000_000);
    Arbitrary<Integer> lngs = Arbitraries.integers().between(-180_000_000, 180_000_000);
    return Combinators.combine(times, lats, lngs).as(Fix::new).list().ofMinSize(1).ofMaxSize(3_000);
  }

  record Fix(long time, int lat, int lng) {}

  private static double milesToLine(Coordinates fix, List<Coordinates> line) {
    double nearest = Double.MAX_VALUE;
    for (int i = 1; i < line.size(); i++) {
      Coordinates from = line.get(i - 1);
      Coordinates to = line.get(i);
      boolean nowhereNear = from.milesTo(fix) > 80;
      if (nowhereNear) continue;
      for (int step = 0; step <= 40; step++) {
        nearest = Math.min(nearest, fix.milesTo(from.towards(to, step / 40.0)));
      }
    }
    return nearest;
  }
}
