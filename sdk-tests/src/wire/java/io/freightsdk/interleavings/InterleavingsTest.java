package io.freightsdk.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.PlantedFault;
import io.freightsdk.testsupport.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What threads do at once, in whatever order. A model that finds nothing says something only if it
 * finds the faults that are planted in the same code.
 */
class InterleavingsTest {
  private static final String SECONDS =
      "model checking takes seconds for each model and each fault";

  static Stream<Class<?>> models() {
    return Interleavings.FAULTS.keySet().stream();
  }

  static Stream<Arguments> faults() {
    return models()
        .flatMap(
            model ->
                Interleavings.FAULTS.get(model).stream().map(fault -> Arguments.of(model, fault)));
  }

  private static PlantedFault.Said check(Class<?> model, @Nullable PlantedFault planted)
      throws Exception {
    List<String> options =
        List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-Dinterleavings=" + Interleavings.ORDERS,
            "-Dinterleavings.scenarios=" + Interleavings.SCENARIOS);
    List<String> program = new ArrayList<>();
    program.add(Interleavings.class.getName());
    program.add(model.getName());
    if (planted != null) program.add("planted");
    return PlantedFault.run(planted, options, program);
  }

  /** In each build, so that whoever changes the place plants the fault elsewhere. */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("faults")
  void aPlantedFaultHasItsPlace(Class<?> model, PlantedFault fault) throws Exception {
    assertThat(fault.changed()).as("%s", model).contains(fault.instead());
  }

  @Thorough(SECONDS)
  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void isRightInEveryOrder(Class<?> model) throws Exception {
    long start = System.nanoTime();
    PlantedFault.Said said = check(model, null);
    assertThat(said.code()).as(said.text()).isEqualTo(Interleavings.NOTHING_FOUND);
    double seconds = (System.nanoTime() - start) / 1e9;
    String made = said.text().strip().replaceFirst("(?s).*\n", "");
    System.out.printf(
        "%s: %,d interleavings of %d scenarios, %.0f s%n",
        model.getSimpleName(), Long.parseLong(made), Interleavings.SCENARIOS, seconds);
  }

  @Thorough(SECONDS)
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("faults")
  void findsAPlantedFault(Class<?> model, PlantedFault fault) throws Exception {
    PlantedFault.Said said = check(model, fault);
    assertThat(said.code()).as(said.text()).isEqualTo(Interleavings.FOUND);
    assertThat(said.text()).contains("The following interleaving leads to the error");
  }
}
