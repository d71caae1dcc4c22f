package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.examples.contact.Finding.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a position says of a truck that drives north at sixty miles per hour for half an hour. */
class RoadTest {
  private static final double MILES_PER_DEGREE = 69.0934;

  private static Verdict judged(BiConsumer<Finding, JsonNode> judge, Consumer<ObjectNode> change) {
    ObjectNode position = new JsonMapper().createObjectNode();
    ArrayNode track = position.putArray("gpsTrack");
    Instant start = Instant.parse("2026-11-20T12:00:00Z");
    for (int minute = 0; minute <= 30; minute++) {
      Instant at = start.plus(Duration.ofMinutes(minute));
      ObjectNode fix = track.addObject().put("lat", 39 + minute / MILES_PER_DEGREE);
      fix.put("lng", -84.5).put("speed", 60.0).put("ts", at.toString());
    }
    position.put("pingCount", 31);
    change.accept(position);
    Finding finding = new Finding(false);
    judge.accept(finding, position);
    return finding.verdict();
  }

  @ParameterizedTest
  @CsvSource({"60, KEPT", "96.6, BROKEN", "26.8, BROKEN", "45, NOT_SEEN"})
  void speedsInKilometresOrMetresAreBroken(double speed, Verdict verdict) {
    Consumer<ObjectNode> told =
        position -> position.get("gpsTrack").forEach(fix -> ((ObjectNode) fix).put("speed", speed));

    assertThat(judged(Road::speeds, told)).isEqualTo(verdict);
  }

  @Test
  void theNewestPointFirstIsBrokenAndACountBelowThePoints() {
    Consumer<ObjectNode> turned =
        position -> {
          ArrayNode track = (ArrayNode) position.get("gpsTrack");
          track.insert(0, track.remove(track.size() - 1));
        };

    assertThat(judged(Road::track, position -> {})).isEqualTo(Verdict.KEPT);
    assertThat(judged(Road::track, turned)).isEqualTo(Verdict.BROKEN);
    assertThat(judged(Road::track, position -> position.put("pingCount", 7)))
        .isEqualTo(Verdict.BROKEN);
  }
}
