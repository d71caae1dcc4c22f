package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.LogLines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadGateTest {
  private final List<Integer> started = new ArrayList<>();

  @Test
  void readsBeyondTheWidthWaitInTheirOrder() {
    ReadGate gate = new ReadGate(2);

    for (int i = 1; i <= 4; i++) {
      int number = i;
      gate.enter(() -> started.add(number));
    }
    assertThat(started).containsExactly(1, 2);

    gate.leave();
    assertThat(started).containsExactly(1, 2, 3);
  }

  @Test
  void aReadThatThrowsIsLoggedAndStopsNoOther() {
    ReadGate gate = new ReadGate(2);

    try (LogLines log = new LogLines()) {
      gate.enter(
          () -> {
            throw new IllegalStateException("a test");
          });
      assertThat(log.errors()).containsExactly("a watched read failed");
    }

    gate.enter(() -> started.add(2));
    assertThat(started).containsExactly(2);
  }
}
