package io.freightsdk.client;

import io.freightsdk.client.StrangersAnswers.Row;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of strangers' answers on connections: what is told is what is told in a world. */
class StrangersAnswerOverSocketsTest {
  private final Stage stage = Stage.overSockets();

  @AfterEach
  void close() {
    stage.close();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("io.freightsdk.client.StrangersAnswers#playedOverSockets")
  void isToldOverSocketsAsInAWorld(Row row, CallStyle style) {
    StrangersAnswers.play(row, style, stage);
  }
}
