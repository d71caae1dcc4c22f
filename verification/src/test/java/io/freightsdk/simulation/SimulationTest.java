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
 * Runs the same worlds in each build, so that a change does not fail because of a new world. {@code
 * -Dseeds} runs this number of new worlds without a time limit. {@code -Dseed} is the first seed.
 */
@ExtendWith(ThreadLeakCheck.class)
@Timeout(7 * 24 * 3_600)
class SimulationTest {
  private static final long SEEDS_PER_BUILD = 100;
  private static final boolean HAS_NEW_WORLDS = Long.getLong("seeds") != null;
  private static final long SEEDS = Long.getLong("seeds", SEEDS_PER_BUILD);
  private static final long SEED =
      Long.getLong("seed", HAS_NEW_WORLDS ? System.nanoTime() : Seeds.givenOr(1));

  private static final int COMPARED_SEEDS = 5;

  @Test
  void worldsKeepAllPromises() {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(withSystemOut(output), true, StandardCharsets.UTF_8);
    Simulation simulation = new Simulation();
    boolean passed = simulation.run(SEED, SEEDS, out);
    assertThat(passed).as(() -> output.toString(StandardCharsets.UTF_8)).isTrue();
  }

  /** A failure can be repeated in another JVM, which has other identity hash codes. */
  @Test
  void seedsProduceTheSameLogInEveryJvm() throws Exception {
    List<String> command = ChildJvm.program(SimulationTest.class);
    command.addAll(1, List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0"));
    // A JVM prints a line about JAVA_TOOL_OPTIONS to its standard error.
    Process other = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    String output = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output.lines().toList()).isEqualTo(logHashes()).isEqualTo(logHashes());
  }

  /** Prints a hash of the log of each seed. */
  public static void main(String[] arguments) {
    logHashes().forEach(System.out::println);
  }

  private static List<String> logHashes() {
    Simulation simulation = new Simulation();
    return LongStream.rangeClosed(1, COMPARED_SEEDS)
        .mapToObj(
            seed ->
                String.format(Locale.ROOT, "seed %d %08x", seed, simulation.log(seed).hashCode()))
        .toList();
  }

  private static OutputStream withSystemOut(OutputStream copy) {
    return new OutputStream() {
      @Override
      public void write(int b) throws java.io.IOException {
        System.out.write(b);
        copy.write(b);
      }
    };
  }
}
