package io.freightsdk.server.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.domain.RecordedDrive;
import io.freightsdk.server.geo.Fix;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingTest {
  private static final String GPX =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
        <wpt lat="1" lon="2"><time>2020-01-01T00:00:00Z</time></wpt>
        <trk><name>a</name><trkseg>
          <trkpt lat="39.2" lon="-84.7"><ele>200</ele><time>2026-01-05T14:00:00Z</time></trkpt>
          <trkpt lat="39.1" lon="-84.6"><time>2026-01-05T09:01:00.5-05:00</time>
            <extensions><x:TrackPointExtension xmlns:x="urn:x"><x:speed>10</x:speed><x:course>359.7</x:course></x:TrackPointExtension></extensions>
          </trkpt>
        </trkseg><trkseg>
          <trkpt lat="39.0" lon="-84.5"/>
        </trkseg></trk>
      </gpx>
      """;

  private static InputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.server.domain.RecordedDrive#all")
  void aDriveIsReadWhole(RecordedDrive drive) throws IOException {
    try (InputStream in = drive.file()) {
      assertThat(Recording.csv(in).fixes()).isEqualTo(drive.fixes()).hasSizeGreaterThan(500);
    }
  }

  @Test
  void trackPointsOfAGpxFileAreFixes() throws IOException {
    Recording recording = Recording.gpx(in(GPX));

    assertThat(recording.fixes()).hasSize(2);
    Fix second = recording.fixes().get(1);
    assertThat(second.time()).isEqualTo("2026-01-05T14:01:00.5Z");
    assertThat(second.at().lng()).isEqualTo(-84.6);
    assertThat(second.speedMph()).isCloseTo(22.369, within(0.001));
    assertThat(second.heading()).isZero();
    assertThat(second.accuracyMeters()).isNull();
  }

  @Test
  void aGpxFileOpensNoOther(@TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "39.0");
    String gpx =
        "<!DOCTYPE gpx [<!ENTITY x SYSTEM \""
            + secret.toUri()
            + "\">]>"
            + "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2026-01-05T14:00:00Z</time>"
            + "<speed>&x;</speed></trkpt></trkseg></trk></gpx>";

    assertThatIllegalArgumentException().isThrownBy(() -> Recording.gpx(in(gpx)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "<gpx/>",
        "<gpx><trk><trkseg><trkpt lat=\"1\">",
        "<gpx><trk><trkseg><trkpt lat=\"1\"><time>2026-01-05T14:00:00Z</time></trkpt></trkseg></trk></gpx>",
        "<gpx><trk><trkseg><trkpt lat=\"91\" lon=\"0\"><time>2026-01-05T14:00:00Z</time></trkpt></trkseg></trk></gpx>",
        "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"0\"><time>noon</time></trkpt></trkseg></trk></gpx>"
      })
  void whatIsNoGpxIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Recording.gpx(in(text)));
  }

  @Test
  void columnsMayComeInAnyOrderAndBeAbsent() throws IOException {
    Recording recording =
        Recording.csv(
            in(
                "heading,LNG,other,lat,ts\n359.6,-84.5,x,39,1767621600000\n,-84.6,,39.1,2026-01-05T14:05:00Z\n\n"));

    assertThat(recording.fixes()).hasSize(2);
    assertThat(recording.start()).isEqualTo("2026-01-05T14:00:00Z");
    assertThat(recording.fixes().get(0).heading()).isZero();
    assertThat(recording.fixes().get(1).heading()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a,b\n1,2",
        "ts,lat,lng",
        "ts,lat,lng\nnoon,1,2",
        "ts,lat,lng\n2026-01-05T14:00:00Z,1",
        "ts,lat,lng\n2026-01-05T14:00:00Z,95,0",
        "ts,lat,lng\n2026-01-05T14:00:00Z,x,0"
      })
  void whatIsNoCsvOfFixesIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Recording.csv(in(text)));
  }

  @Test
  void aBadLineIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Recording.csv(in("ts,lat,lng\n2026-01-05T14:00:00Z,1,2\nnoon,1,2")))
        .withMessageStartingWith("csv: line 3:");
  }

  @Test
  void aRecordingPlaysAtAnotherTime() throws IOException {
    Recording recorded = Recording.gpx(in(GPX));

    Recording later = recorded.startingAt(Instant.parse("2026-06-01T00:00:00Z"));

    assertThat(later.start()).isEqualTo("2026-06-01T00:00:00Z");
    assertThat(later.length()).isEqualTo(recorded.length());
    assertThat(later.fixes().get(1).at()).isEqualTo(recorded.fixes().get(1).at());
  }
}
