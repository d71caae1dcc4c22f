package io.freightsdk.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Seeds;
import io.freightsdk.testing.ThreadLeakCheck;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * In each build the same worlds: a change is not to fail by what only a fresh world finds. {@code
 * -Dseeds} runs so many fresh ones, however long it takes; {@code -Dseed} says where to begin.
 */
@ExtendWith(ThreadLeakCheck.class)
@Timeout(7 * 24 * 3_600)
class SimulationTest {
  private static final long SEEDS_OF_A_BUILD = 100;
  private static final boolean FRESH = Long.getLong("seeds") != null;
  private static final long SEEDS = Long.getLong("seeds", SEEDS_OF_A_BUILD);
  private static final long SEED =
      Long.getLong("seed", FRESH ? System.nanoTime() : Seeds.givenOr(1));

  private static final int TOLD_TWICE = 5;

  @Test
  void worldsBreakNoPromise() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(both(said), true, StandardCharsets.UTF_8);
    Simulation simulation = new Simulation();
    boolean passed = simulation.run(SEED, SEEDS, out);
    assertThat(passed).as(() -> said.toString(StandardCharsets.UTF_8)).isTrue();
  }

  /** Else a seed that failed would be of no use. The other JVM draws other hashes for objects. */
  @Test
  void aSeedTellsTheSameStoryAgainAndInAnotherJvm() throws Exception {
    List<String> command = ChildJvm.program(SimulationTest.class);
    command.addAll(1, List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0"));
    // A JVM notes there what the environment makes it do, such as JAVA_TOOL_OPTIONS.
    Process there = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    String told = new String(there.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(told.lines().toList()).isEqualTo(stories()).isEqualTo(stories());
  }

  /** Prints what tells whether two stories of a seed are the same. */
  public static void main(String[] arguments) {
    stories().forEach(System.out::println);
  }

  private static List<String> stories() {
    Simulation simulation = new Simulation();
    return LongStream.rangeClosed(1, TOLD_TWICE)
        .mapToObj(
            seed ->
                String.format(Locale.ROOT, "seed %d %08x", seed, simulation.told(seed).hashCode()))
        .toList();
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
}
