package io.freightsdk.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.planted.RulesOfACall;
import io.freightsdk.planted.RulesOfACall.Rule;
import io.freightsdk.testsupport.PlantedFault;
import io.freightsdk.testsupport.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulator drives what ships: a line that is changed in the client's own driver, and each rule
 * of a call that is lost, breaks a promise in one of the worlds that each build plays.
 */
class DriverFaultsTest {
  private static final String CALLS = "sdk-core/src/main/java/io/freightsdk/internal/call/";
  private static final String CALL = CALLS + "Call.java";
  private static final String STEPS = CALLS + "Steps.java";
  private static final String RUNNER = CALLS + "CallRunner.java";

  /** Rules that no world can show to be lost, and why. */
  private static final Map<String, String> UNSEEN =
      Map.of(
          "OkHttp acts on no status by itself",
          "a world's network stands where OkHttp does",
          "a success is told to the retry that counts",
          "it only tells metrics, which no judge reads",
          "the newest ten thousand keys are remembered",
          "no world has as many keys",
          "who was interrupted in a call is so after it",
          "no call of a world has a thread of its caller");

  /** What each planted fault was found by, in their order; null before somebody asked. */
  private static @Nullable List<String> told;

  static List<PlantedFault> planted() {
    Stream<PlantedFault> rules =
        RulesOfACall.all().stream()
            .map(Rule::fault)
            .filter(fault -> !UNSEEN.containsKey(fault.name()));
    return Stream.concat(rules, own().stream()).toList();
  }

  static List<PlantedFault> own() {
    return List.of(
        new PlantedFault(
            "a place is kept until the call ends",
            CALL,
            "    ticket.leave();\n    End why",
            "    End why"),
        new PlantedFault(
            "a place is kept by whoever does not send",
            CALL,
            "    if (place != null) place.leave();\n",
            ""),
        new PlantedFault(
            "the client's own reads are counted",
            RUNNER,
            "return start(spec, form, false, Duration.ZERO);",
            "return start(spec, form, true, Duration.ZERO);"),
        new PlantedFault(
            "who waits does not hear that the client was closed",
            STEPS,
            "if (wait != null && !wait.isLast && wait.claim()) goOn(wait::over);",
            ""),
        new PlantedFault(
            "calls that have ended stay pending",
            RUNNER,
            "if (first && call.counted) pending.decrementAndGet();",
            "if (first && !call.counted) pending.decrementAndGet();"));
  }

  /** In each build, so that whoever changes the place plants the fault elsewhere. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("own")
  void hasItsPlace(PlantedFault fault) throws Exception {
    assertThat(fault.changed()).contains(fault.instead());
  }

  @Test
  void whatNoWorldCanShowIsARule() {
    assertThat(RulesOfACall.all()).extracting(Rule::toString).containsAll(UNSEEN.keySet());
  }

  @Thorough("each fault is compiled, and worlds are played with classes that are loaded for it")
  @ParameterizedTest(name = "{0}")
  @MethodSource("planted")
  void isFound(PlantedFault fault, @TempDir Path folder) throws Exception {
    if (told == null) told = plantAll(folder.resolve("lines"));
    assertThat(told.get(planted().indexOf(fault))).as("%s", fault).startsWith(Simulation.FOUND);
  }

  private static List<String> plantAll(Path lines) throws Exception {
    PlantedFault.Said said =
        PlantedFault.run(
            null,
            List.of(
                "-Xmx1g",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote"),
            List.of(PlantedInWorlds.class.getName(), lines.toString()));
    System.out.println(said.text());
    assertThat(said.code()).as(said.text()).isZero();
    return Files.readAllLines(lines);
  }
}
