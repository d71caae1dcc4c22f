package io.freightsdk.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.Thorough;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulator finds each fault that somebody might build into the client. */
class MutantsTest {
  /** What a minute is good for on a slow machine. */
  private static final long MANY_CALLS = 600_000;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "NONE",
        "BELIEVES_ANOTHER_LOADS_ANSWER",
        "COUNTS_A_KEY_WHERE_IT_CAME_FROM",
        "COUNTS_ITS_OWN_READS"
      })
  void isFound(Mutant mutant) {
    look(mutant);
  }

  @Thorough("they show in one of many worlds")
  @ParameterizedTest
  @EnumSource(
      names = {
        "BELIEVES_ANOTHER_LOADS_ANSWER",
        "COUNTS_A_KEY_WHERE_IT_CAME_FROM",
        "COUNTS_ITS_OWN_READS"
      })
  void isFoundInManyWorlds(Mutant mutant) {
    look(mutant);
  }

  private static void look(Mutant mutant) {
    Simulation simulation = new Simulation();
    long start = System.nanoTime();
    Violation found = simulation.firstViolation(mutant, MANY_CALLS);
    assertThat(found).as("%s after %d calls", mutant, simulation.calls).isNotNull();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%-36s %,9d calls %5.1f s  %s%n", mutant, simulation.calls, seconds, found.rule());
  }
}
