package io.freightsdk.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.Thorough;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulator finds each fault that somebody might build into the client. */
@Thorough("tests the simulator itself")
class MutantsTest {
  /** What a minute is good for on a slow machine. */
  private static final long CALLS = 600_000;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void isFound(Mutant mutant) {
    Simulation simulation = new Simulation();
    long start = System.nanoTime();
    Violation found = null;
    for (long seed = 1; found == null && simulation.calls < CALLS; seed++) {
      found = simulation.run(seed, mutant);
    }
    assertThat(found).as("%s after %d calls", mutant, simulation.calls).isNotNull();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%-36s %,9d calls %5.1f s  %s%n", mutant, simulation.calls, seconds, found.rule());
  }
}
