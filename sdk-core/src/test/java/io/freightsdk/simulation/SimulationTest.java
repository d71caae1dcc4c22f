package io.freightsdk.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fresh seeds for half a minute, and those that ever failed. {@code -Dseeds} runs so many, however
 * long it takes; {@code -Dseed} says where to begin.
 */
@Timeout(7 * 24 * 3_600)
class SimulationTest {
  private static final long SEEDS = Long.getLong("seeds", -1);
  private static final long SEED = Long.getLong("seed", System.nanoTime());

  /** The half minute is a budget of the run; on a fast machine so many calls are enough. */
  private static final long SECONDS = 30;

  private static final long CALLS = 1_000_000;

  @Test
  void freshWorldsBreakNoPromise() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(both(said), true, StandardCharsets.UTF_8);
    Simulation simulation = new Simulation();
    boolean passed =
        SEEDS < 0
            ? simulation.run(SEED, Long.MAX_VALUE, CALLS, SECONDS, Mutant.NONE, out)
            : simulation.run(SEED, SEEDS, Long.MAX_VALUE, Long.MAX_VALUE, Mutant.NONE, out);
    assertThat(passed).as(() -> said.toString(StandardCharsets.UTF_8)).isTrue();
  }

  private static OutputStream both(OutputStream kept) {
    return new OutputStream() {
      @Override
      public void write(int b) throws java.io.IOException {
        System.out.write(b);
        kept.write(b);
      }
    };
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.simulation.Simulation#everFailed")
  void worldsThatOnceBrokeAPromiseKeepItNow(long seed) {
    Violation violation = new Simulation().run(seed, Mutant.NONE);
    assertThat(violation).as(() -> Simulation.story(seed, Mutant.NONE, violation)).isNull();
  }
}
