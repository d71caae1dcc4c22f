package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.contact.Finding.Verdict;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a position says of a truck that drives north at sixty miles per hour for half an hour. */
class TrackCheckTest {
  private static final double MILES_PER_DEGREE = 69.0934;

  private static Verdict judged(double speed, int firstMinute, int step) {
    ObjectNode position = new JsonMapper().createObjectNode();
    ArrayNode track = position.putArray("gpsTrack");
    for (int i = 0; i <= 30; i++) {
      int minute = firstMinute + i * step;
      Instant at = Instant.parse("2026-11-20T12:00:00Z").plus(Duration.ofMinutes(minute));
      ObjectNode fix = track.addObject().put("lat", 39 + minute / MILES_PER_DEGREE);
      fix.put("lng", -84.5).put("speed", speed).put("ts", at.toString());
    }
    Finding finding = new Finding(false);
    TrackCheck.track(finding, position);
    return finding.verdict();
  }

  @ParameterizedTest
  @CsvSource({"60, KEPT", "96.6, BROKEN", "26.8, BROKEN", "45, NOT_SEEN"})
  void speedsInKilometresOrMetresAreBroken(double speed, Verdict verdict) {
    assertThat(judged(speed, 0, 1)).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, KEPT", "30, -1, BROKEN"})
  void theNewestPointFirstIsBroken(int firstMinute, int step, Verdict verdict) {
    assertThat(judged(60, firstMinute, step)).isEqualTo(verdict);
  }
}
