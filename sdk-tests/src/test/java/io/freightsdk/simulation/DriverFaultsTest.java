package io.freightsdk.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.planted.RulesOfACall;
import io.freightsdk.testsupport.PlantedFault;
import io.freightsdk.testsupport.Thorough;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulator drives what ships: a line that is changed in the client's own driver, in its money
 * or in its watches breaks a promise in some world.
 */
class DriverFaultsTest {
  private static final String CORE = "sdk-core/src/main/java/io/freightsdk/internal/";
  private static final String CALL = CORE + "call/Call.java";
  private static final String STEPS = CORE + "call/Steps.java";
  private static final String RUNNER = CORE + "call/CallRunner.java";
  private static final String CALLS = "600000";

  static Stream<PlantedFault> faults() {
    return Stream.concat(RulesOfACall.all().stream().map(RulesOfACall.Rule::fault), own());
  }

  static Stream<PlantedFault> own() {
    return Stream.of(
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
            "return start(spec, form, false);",
            "return start(spec, form, true);"),
        new PlantedFault(
            "an answer to a call that was ended does not count",
            CALL,
            "if (why != null && heard instanceof Heard.Nothing<T> cut) {\n      if (cut.failure().neverSent()) return stopped(why);\n",
            "if (why != null) {\n"),
        new PlantedFault(
            "who waits does not hear that the client was closed",
            STEPS,
            "if (wait != null && !wait.isLast && wait.claim()) goOn(wait::over);",
            ""),
        new PlantedFault(
            "the wait for a top-up is taken from the deadline",
            CALL,
            "if (!ownDeadline) endNanos += now() - since;",
            ""),
        new PlantedFault(
            "calls that have ended stay pending",
            RUNNER,
            "if (first && call.counted) pending.decrementAndGet();",
            "if (first && !call.counted) pending.decrementAndGet();"),
        new PlantedFault(
            "a lost read is repeated under its reservation",
            CALL,
            "if (again) booking.end();",
            ""));
  }

  /** In each build, so that whoever changes the place plants the fault elsewhere. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void hasItsPlace(PlantedFault fault) throws Exception {
    assertThat(fault.changed()).contains(fault.instead());
  }

  @Thorough("each fault is compiled, and looked for in a process of its own")
  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void isFound(PlantedFault fault) throws Exception {
    PlantedFault.Said said =
        PlantedFault.run(
            fault,
            List.of("-Xmx1g", "-XX:+UseSerialGC"),
            List.of(DriverFaultsTest.class.getName(), CALLS));
    System.out.printf("%s: %s%n", fault, said.text().strip());
    assertThat(said.code()).as(said.text()).isEqualTo(FOUND);
  }

  private static final int FOUND = 10;

  /** Looks for what breaks a promise, in so many calls. */
  public static void main(String[] arguments) {
    Simulation simulation = new Simulation();
    Violation found = simulation.firstViolation(Mutant.NONE, Long.parseLong(arguments[0]));
    String rule = found == null ? "nothing" : found.rule().toString();
    System.out.printf("%s after %,d calls%n", rule, simulation.calls);
    System.exit(found == null ? 0 : FOUND);
  }
}
