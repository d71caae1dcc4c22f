package io.freightsdk.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fresh seeds and those that ever failed. {@code -Dsimulation.seconds} and {@code
 * -Dsimulation.calls} say how long, {@code -Dsimulation.seed} where to begin.
 */
@Timeout(24 * 3_600)
class SimulationTest {
  private static final long SECONDS = Long.getLong("simulation.seconds", 30);
  private static final long CALLS = Long.getLong("simulation.calls", 1_000_000);
  private static final long SEED = Long.getLong("simulation.seed", System.nanoTime());

  @Test
  void freshWorldsBreakNoPromise() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    boolean passed = new Simulation().run(SEED, CALLS, SECONDS, Mutant.NONE, out);
    String text = said.toString(StandardCharsets.UTF_8);
    System.out.println(text);
    assertThat(passed).as(text).isTrue();
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.simulation.Simulation#everFailed")
  void worldsThatOnceBrokeAPromiseKeepItNow(long seed) {
    Violation violation = new Simulation().run(seed, Mutant.NONE);
    assertThat(violation).as(() -> Simulation.story(seed, Mutant.NONE, violation)).isNull();
  }
}
