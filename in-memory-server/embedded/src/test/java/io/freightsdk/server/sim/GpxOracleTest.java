package io.freightsdk.server.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.geo.Fix;
import io.jenetics.jpx.GPX;
import io.jenetics.jpx.Speed;
import io.jenetics.jpx.TrackSegment;
import io.jenetics.jpx.WayPoint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of another GPX library, read here as it reads them itself. */
class GpxOracleTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00.250Z");
  private final Random random = new Random(7);

  @ParameterizedTest
  @EnumSource
  void tracksAndSegmentsBecomeOneDrive(GPX.Version version) throws IOException {
    byte[] file =
        write(
            GPX.builder(version, "a phone")
                .addTrack(track -> track.addSegment(drive(0, 200)).addSegment(drive(200, 50)))
                .addTrack(track -> track.addSegment(drive(250, 100)))
                .addWayPoint(point(1_000))
                .build());
    GPX readByOther =
        GPX.Reader.of(version, GPX.Reader.Mode.STRICT).read(new ByteArrayInputStream(file));
    List<WayPoint> expected =
        readByOther
            .tracks()
            .flatMap(track -> track.segments())
            .flatMap(TrackSegment::points)
            .toList();

    List<Fix> fixes = Recording.gpx(new ByteArrayInputStream(file)).fixes();

    assertThat(fixes).hasSize(350).hasSameSizeAs(expected);
    for (int i = 0; i < fixes.size(); i++) assertSame(fixes.get(i), expected.get(i));
    assertThat(JpxRecordings.recording(readByOther).fixes()).isEqualTo(fixes);
  }

  @Test
  void pointsWithoutATimeAreNoFixes() throws IOException {
    WayPoint untimed = WayPoint.of(39.1, -84.5);
    GPX gpx =
        GPX.builder()
            .addTrack(track -> track.addSegment(TrackSegment.of(List.of(untimed, point(3)))))
            .build();
    assertThat(Recording.gpx(new ByteArrayInputStream(write(gpx))).fixes()).hasSize(1);
    assertThat(JpxRecordings.recording(gpx).fixes()).hasSize(1);
  }

  private TrackSegment drive(int from, int points) {
    TrackSegment.Builder segment = TrackSegment.builder();
    for (int i = from; i < from + points; i++) segment.addPoint(point(i));
    return segment.build();
  }

  private WayPoint point(int number) {
    return WayPoint.builder()
        .lat(random.nextDouble(-90, 90))
        .lon(random.nextDouble(-180, 180))
        .time(START.plusMillis(number * 30_250L))
        .speed(random.nextDouble(0, 40))
        .course(random.nextDouble(0, 360))
        .build();
  }

  private static byte[] write(GPX gpx) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    GPX.Writer.DEFAULT.write(gpx, file);
    return file.toByteArray();
  }

  private static void assertSame(Fix fix, WayPoint expected) {
    assertThat(fix.time()).isEqualTo(expected.getTime().orElseThrow());
    assertThat(fix.at().lat()).isEqualTo(expected.getLatitude().doubleValue());
    assertThat(fix.at().lng()).isEqualTo(expected.getLongitude().doubleValue());
    assertThat(fix.speedMph() == null).isEqualTo(expected.getSpeed().isEmpty());
    expected
        .getSpeed()
        .ifPresent(
            speed ->
                assertThat(fix.speedMph())
                    .isCloseTo(speed.to(Speed.Unit.MILES_PER_HOUR), within(1e-5)));
    assertThat(fix.heading() == null).isEqualTo(expected.getCourse().isEmpty());
    expected
        .getCourse()
        .ifPresent(
            course ->
                assertThat(fix.heading())
                    .isEqualTo(Math.floorMod(Math.round(course.toDegrees()), 360)));
  }
}
