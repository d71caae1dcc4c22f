package io.freightsdk.contact;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The track of a truck that drives north at 60 mph for half an hour. */
class TrackCheckTest {
  private static final double MILES_PER_DEGREE = 69.0934;

  private static String judged(double speed, int firstMinute, int step) {
    return judged(speed, firstMinute, step, "");
  }

  private static String judged(double speed, int firstMinute, int step, String without) {
    ObjectNode position = new JsonMapper().createObjectNode();
    ArrayNode track = position.putArray("gpsTrack");
    for (int i = 0; i <= 30; i++) {
      int minute = firstMinute + i * step;
      Instant at = Instant.parse("2026-11-20T12:00:00Z").plus(Duration.ofMinutes(minute));
      ObjectNode fix = track.addObject().put("lat", 39 + minute / MILES_PER_DEGREE);
      fix.put("lng", -84.5).put("speed", speed).put("ts", at.toString());
      fix.remove(without);
    }
    Findings found = new Findings();
    TrackCheck.judge(found, position);
    return found.all.stream().map(finding -> finding.result().word).collect(joining());
  }

  @ParameterizedTest
  @CsvSource({"60, ", "96.6, broken", "26.8, broken", "45, not seen"})
  void speedsInOtherUnitsAreBroken(double speed, @Nullable String result) {
    assertThat(judged(speed, 0, 1)).isEqualTo(result == null ? "" : result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lat", "lng", "ts"})
  void pointWithoutPlaceOrTimeIsBroken(String member) {
    assertThat(judged(60, 0, 1, member)).isEqualTo("broken");
  }

  @ParameterizedTest
  @CsvSource({"0, 1, ", "30, -1, broken"})
  void unsortedTrackIsBroken(int firstMinute, int step, @Nullable String result) {
    assertThat(judged(60, firstMinute, step)).isEqualTo(result == null ? "" : result);
  }
}
