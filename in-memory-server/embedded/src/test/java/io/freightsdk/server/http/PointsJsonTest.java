package io.freightsdk.server.http;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Service;
import java.io.IOException;
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
import net.jqwik.api.lifecycle.AfterProperty;
import org.jspecify.annotations.Nullable;

/** The points of a position, compared with those that the generated adapter writes. */
class PointsJsonTest {
  private static final JsonAdapter<GpsPoint> ADAPTER = FreightJson.adapter(GpsPoint.class);
  private static final long LATEST = Instant.parse("9998-12-31T23:59:59.999Z").toEpochMilli();
  private static final long EARLIEST = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  private final Service service =
      Service.of(InMemoryFreightServer.builder().price("position_read", "0"));

  @AfterProperty
  void close() {
    service.close();
  }

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
        Arbitraries.doubles().between(0, 150).injectNull(0.2).edgeCases(e -> e.add(0.04, -0.0));
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

  @Property(tries = 500)
  void everyPointIsReadAsTheFixThatItIs(@ForAll("fixes") Fix fix) throws IOException {
    String written = written(List.of(fix));
    GpsPoint expected = pointOf(fix);

    assertThat(ADAPTER.fromJson(written)).isEqualTo(expected);
    boolean ordinary = Math.abs(fix.at().lat()) >= 1e-3 && Math.abs(fix.at().lng()) >= 1e-3;
    if (ordinary)
      assertThat(written.length()).isLessThanOrEqualTo(ADAPTER.toJson(expected).length());
  }

  @Example
  void anOrdinaryPointIsByteForByteTheAdapters() {
    List<Fix> fixes =
        List.of(
            new Fix(NOON, new Coordinates(37.7936, -122.3958), 12.5, 55.92, 130),
            new Fix(
                NOON.plusSeconds(86_400).plusMillis(50),
                new Coordinates(-0.5, 180),
                null,
                null,
                null),
            new Fix(NOON.plusSeconds(172_800), new Coordinates(0, 7.1234567), 5.0, 60.0, 0));

    assertThat(written(fixes))
        .isEqualTo(fixes.stream().map(fix -> ADAPTER.toJson(pointOf(fix))).collect(joining(",")));
  }

  @Example
  void aNumberIsAsShortAsItCanBe() {
    assertThat(written(List.of(new Fix(NOON, new Coordinates(-0.0, 1e-7), 5.0, 0.04, 359))))
        .isEqualTo(
            """
            {"lat":-0.0,"lng":0.0000001,"speed":0,"heading":359,"ts":"2026-11-20T12:00:00Z"}\
            """);
    assertThat(
            written(List.of(new Fix(NOON, new Coordinates(1e-8, 39.123456789), 5.0, 7.25, null))))
        .isEqualTo(
            """
            {"lat":1.0E-8,"lng":39.123456789,"speed":7.3,"heading":null,"ts":"2026-11-20T12:00:00Z"}\
            """);
  }

  @Example
  void onlyTheLatestFiveHundredPointsAreWritten() throws IOException {
    List<Fix> fixes = new ArrayList<>();
    for (int i = 0; i < 1_300; i++) fixes.add(Fix.of(NOON.plusSeconds(i), 40 + i * 1e-4, -84, 5));

    String[] points = written(fixes).split("(?<=\\}),");
    assertThat(points).hasSize(500);
    assertThat(ADAPTER.fromJson(points[0])).isEqualTo(pointOf(fixes.get(800)));
    assertThat(ADAPTER.fromJson(points[499])).isEqualTo(pointOf(fixes.get(1_299)));
    assertThat(written(List.of())).isEmpty();
  }

  @Example
  void aReadAfterAFixHasItsPoint() {
    String load = load(List.of(Fix.of(NOON, 40, -84, 5)));
    String before = points(load);
    assertThat(points(load)).isEqualTo(before);
    service.server().addFixes(load, List.of(Fix.of(NOON.minusSeconds(60), 40, -84, 5)));
    assertThat(points(load)).endsWith("," + before);
  }

  private static GpsPoint pointOf(Fix fix) {
    Double mph = fix.speedMph();
    return new GpsPoint(
        fix.at().lat(),
        fix.at().lng(),
        // A track keeps a speed to float precision.
        mph == null ? null : PositionFigures.oneDecimal((double) mph.floatValue()),
        fix.heading() == null ? null : Double.valueOf(fix.heading()),
        fix.time());
  }

  /** What is between the brackets of a load that has these fixes. */
  private String written(List<Fix> fixes) {
    return points(load(fixes));
  }

  private String load(List<Fix> fixes) {
    service.broker().credit("0.65");
    String load = service.createLoad();
    assertThat(service.server().addFixes(load, fixes).refused()).isEmpty();
    return load;
  }

  private String points(String load) {
    String answer = service.read(load).text();
    String track =
        answer.substring(answer.indexOf("\"gpsTrack\":["), answer.indexOf(",\"pingCount\""));
    assertThat(track).endsWith("]");
    return track.substring("\"gpsTrack\":[".length(), track.length() - 1);
  }
}
