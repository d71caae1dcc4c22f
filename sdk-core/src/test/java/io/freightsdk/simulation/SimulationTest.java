package io.freightsdk.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In each build half a minute of worlds that are other ones every day, and those that ever failed.
 * With {@code CI=true} the same thousand: a change is not to fail by what the night looks for.
 * {@code -Dseeds} runs so many fresh ones, however long it takes; {@code -Dseed} says where to
 * begin.
 */
@Timeout(7 * 24 * 3_600)
class SimulationTest {
  private static final long SEEDS = Long.getLong("seeds", -1);
  private static final long SEEDS_A_DAY = 1_000_000;
  private static final long SECONDS = 30;
  private static final boolean SAME_EACH_TIME = "true".equals(System.getenv("CI"));
  private static final long SEEDS_OF_EACH_TIME = 1_000;

  /** Builds of one day play the same worlds, so that one build fails where another did. */
  private static final long SEED =
      Long.getLong("seed", SEEDS < 0 ? firstOfABuild() : System.nanoTime());

  private static long firstOfABuild() {
    return SAME_EACH_TIME ? 1 : LocalDate.now(ZoneOffset.UTC).toEpochDay() * SEEDS_A_DAY;
  }

  @Test
  void worldsBreakNoPromise() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(both(said), true, StandardCharsets.UTF_8);
    Simulation simulation = new Simulation();
    long seedsOfABuild = SAME_EACH_TIME ? SEEDS_OF_EACH_TIME : SEEDS_A_DAY;
    long seeds = SEEDS < 0 ? seedsOfABuild : SEEDS;
    long seconds = SEEDS < 0 && !SAME_EACH_TIME ? SECONDS : Long.MAX_VALUE;
    boolean passed = simulation.run(SEED, seeds, Long.MAX_VALUE, seconds, Mutant.NONE, out);
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
