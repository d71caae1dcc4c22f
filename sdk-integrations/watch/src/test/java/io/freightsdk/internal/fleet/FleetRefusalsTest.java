package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetRefusalsTest {
  private final List<Runnable> alarms = new ArrayList<>();
  private boolean clockBroke;
  private final FleetRefusals refusals =
      new FleetRefusals(
          (pause, task) -> {
            if (clockBroke) throw new IllegalStateException("the clock");
            alarms.add(task);
          },
          () -> {});

  @Test
  void theAlarmOfAnEarlierEntryEndsNoLaterPause() {
    refusals.refused("X");
    refusals.refused("X");
    refusals.forget("X");
    refusals.refused("X");
    assertThat(refusals.pauses("X")).as("whoever listens again is told at once").isFalse();
    refusals.refused("X");

    alarms.get(0).run();
    assertThat(refusals.pauses("X")).isTrue();
    alarms.get(1).run();
    assertThat(refusals.pauses("X")).isFalse();
  }

  @Test
  void nothingPausesForEverBecauseNoAlarmCouldBeSet() {
    refusals.refused("X");
    clockBroke = true;
    assertThatThrownBy(() -> refusals.refused("X")).hasMessage("the clock");
    assertThat(refusals.pauses("X")).isFalse();
    assertThat(refusals.contains("X")).isTrue();
  }
}
