package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a position says of a truck that drives north at sixty miles per hour for half an hour. */
class RoadTest {
  private static final double MILES_PER_DEGREE = 69.0934;
  private static final double MPH = 60;

  private static ObjectNode position(Consumer<ObjectNode> change) {
    ObjectNode position = new JsonMapper().createObjectNode();
    ArrayNode track = position.putArray("gpsTrack");
    Instant start = Instant.parse("2026-11-20T12:00:00Z");
    for (int minute = 0; minute <= 30; minute++) {
      track
          .addObject()
          .put("lat", 39 + minute * MPH / 60 / MILES_PER_DEGREE)
          .put("lng", -84.5)
          .put("speed", MPH)
          .put("ts", start.plus(Duration.ofMinutes(minute)).toString());
    }
    position.put("pingCount", 31).put("distanceMiles", 30.0);
    change.accept(position);
    return position;
  }

  private static Verdict judged(BiConsumer<Finding, JsonNode> judge, Consumer<ObjectNode> change) {
    Finding finding =
        new Finding(Questions.ROAD.get(1), List.of(), new Secrets("fak_key", Contact.PHONE));
    judge.accept(finding, position(change));
    return finding.verdict();
  }

  private static void speed(ObjectNode position, double factor) {
    for (JsonNode point : position.get("gpsTrack")) ((ObjectNode) point).put("speed", MPH * factor);
  }

  @Test
  void milesPerHourAreKept() {
    assertThat(judged(Road::speeds, position -> {})).isEqualTo(Verdict.KEPT);
  }

  @Test
  void kilometresAndMetresPerSecondAreBroken() {
    assertThat(judged(Road::speeds, position -> speed(position, 1.609344)))
        .isEqualTo(Verdict.BROKEN);
    assertThat(judged(Road::speeds, position -> speed(position, 0.44704)))
        .isEqualTo(Verdict.BROKEN);
  }

  @Test
  void aSpeedThatFitsNoUnitIsNotSeen() {
    assertThat(judged(Road::speeds, position -> speed(position, 0.75))).isEqualTo(Verdict.NOT_SEEN);
  }

  @Test
  void milesAreKeptAndKilometresAreBroken() {
    assertThat(judged(Road::distance, position -> {})).isEqualTo(Verdict.KEPT);
    assertThat(judged(Road::distance, position -> position.put("distanceMiles", 48.3)))
        .isEqualTo(Verdict.BROKEN);
  }

  @Test
  void aTrackThatIsNotWholeTellsNoDistance() {
    assertThat(judged(Road::distance, position -> position.put("pingCount", 700)))
        .isEqualTo(Verdict.NOT_SEEN);
  }

  @Test
  void theNewestPointFirstIsBroken() {
    Consumer<ObjectNode> turned =
        position -> {
          ArrayNode track = (ArrayNode) position.get("gpsTrack");
          track.insert(0, track.remove(track.size() - 1));
        };
    assertThat(judged(Road::track, position -> {})).isEqualTo(Verdict.KEPT);
    assertThat(judged(Road::track, turned)).isEqualTo(Verdict.BROKEN);
  }

  @Test
  void aCountBelowThePointsIsBroken() {
    assertThat(judged(Road::track, position -> position.put("pingCount", 7)))
        .isEqualTo(Verdict.BROKEN);
  }

  @Test
  void anEtaOfOtherFieldsIsOtherwiseAndOneOfAReasonIsNotSeen() {
    assertThat(judged(Road::eta, position -> position.putObject("eta").put("arrival", "soon")))
        .isEqualTo(Verdict.OTHERWISE);
    assertThat(judged(Road::eta, position -> position.putObject("eta").put("reason", "stale")))
        .isEqualTo(Verdict.NOT_SEEN);
  }
}
