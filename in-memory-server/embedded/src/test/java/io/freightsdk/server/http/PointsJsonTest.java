package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Points written from a track's columns, beside the generated adapter's of the same fixes. */
class PointsJsonTest {
  private static final JsonAdapter<GpsPoint> ADAPTER = FreightJson.adapter(GpsPoint.class);
  private static final long LATEST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
  private static final long EARLIEST = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();

  @Provide
  Arbitrary<Fix> fixes() {
    Arbitrary<Integer> decimals = Arbitraries.integers().between(0, 15);
    Arbitrary<Instant> times =
        Arbitraries.oneOf(
                Arbitraries.longs().between(EARLIEST, LATEST),
                Arbitraries.longs().between(1_790_000_000_000L, 1_790_200_000_000L),
                Arbitraries.longs().between(1_790_000L, 1_790_200L).map(second -> second * 1_000))
            .map(Instant::ofEpochMilli);
    Arbitrary<@Nullable Double> speeds =
        Arbitraries.doubles().between(0, 1e6).injectNull(0.2).edgeCases(e -> e.add(0.04, -0.0));
    return Combinators.combine(
            times, degrees(90, decimals), degrees(180, decimals), speeds, headings())
        .as((time, lat, lng, mph, way) -> new Fix(time, new Coordinates(lat, lng), 5.0, mph, way));
  }

  private static Arbitrary<Double> degrees(double most, Arbitrary<Integer> decimals) {
    return Combinators.combine(Arbitraries.doubles().between(-most, most), decimals)
        .as((value, places) -> Math.rint(value * Math.pow(10, places)) / Math.pow(10, places))
        .edgeCases(e -> e.add(0.0, -0.0, 1e-7, -1e-7, 1e-8, 4.9e-324, most, -most));
  }

  private static Arbitrary<@Nullable Integer> headings() {
    return Arbitraries.integers().between(0, 359).injectNull(0.2);
  }

  @Property
  void everyPointIsReadAsTheFixThatItIs(@ForAll("fixes") Fix fix) throws IOException {
    Track track = new Track();
    track.add(fix);
    String written = written(track, 1);
    GpsPoint expected = pointOf(track.latest(1).get(0));

    assertThat(ADAPTER.fromJson(written)).isEqualTo(expected);
    boolean ordinary = Math.abs(fix.at().lat()) >= 1e-3 && Math.abs(fix.at().lng()) >= 1e-3;
    if (ordinary)
      assertThat(written.length()).isLessThanOrEqualTo(ADAPTER.toJson(expected).length());
  }

  @Example
  void anOrdinaryPointIsByteForByteTheAdapters() {
    Track track = new Track();
    Instant noon = Instant.parse("2026-11-20T12:00:00Z");
    track.add(new Fix(noon, new Coordinates(37.7936, -122.3958), 12.5, 55.92, 130));
    track.add(new Fix(noon.plusMillis(61_050), new Coordinates(-0.5, 180), null, null, null));
    track.add(new Fix(noon.plusSeconds(86_400), new Coordinates(0, 7.1234567), 5.0, 60.0, 0));
    List<String> expected = new ArrayList<>();
    for (Fix fix : track.latest(3)) expected.add(ADAPTER.toJson(pointOf(fix)));

    assertThat(written(track, 3)).isEqualTo(String.join(",", expected));
  }

  @Example
  void onlyTheLatestPointsAreWrittenAcrossChunks() throws IOException {
    Track track = new Track();
    Instant noon = Instant.parse("2026-11-20T12:00:00Z");
    for (int i = 0; i < 1_300; i++) track.add(Fix.of(noon.plusSeconds(i), 40 + i * 1e-4, -84, 5));

    String[] points = written(track, 700).split("(?<=\\}),");
    assertThat(points).hasSize(700);
    assertThat(ADAPTER.fromJson(points[0])).isEqualTo(pointOf(track.latest(700).get(0)));
    assertThat(ADAPTER.fromJson(points[699])).isEqualTo(pointOf(track.latest(1).get(0)));
    assertThat(written(new Track(), 700)).isEmpty();
  }

  private static GpsPoint pointOf(Fix fix) {
    return new GpsPoint(
        fix.at().lat(),
        fix.at().lng(),
        PositionFigures.oneDecimal(fix.speedMph()),
        fix.heading() == null ? null : Double.valueOf(fix.heading()),
        fix.time());
  }

  private static String written(Track track, int count) {
    String list = new String(PointsJson.ofLatest(track, count), StandardCharsets.UTF_8);
    assertThat(list).startsWith("[").endsWith("]");
    return list.substring(1, list.length() - 1);
  }
}
