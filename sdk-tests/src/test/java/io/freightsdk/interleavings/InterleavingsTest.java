package io.freightsdk.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.Thorough;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What threads do at once, in whatever order. A model that finds nothing says something only if it
 * finds the faults that are planted in the same code.
 */
@Thorough("model checking takes seconds for each model and each fault")
class InterleavingsTest {
  static Stream<Class<?>> models() {
    return Interleavings.FAULTS.keySet().stream();
  }

  static Stream<Arguments> faults() {
    return models()
        .flatMap(
            model ->
                IntStream.range(0, Interleavings.FAULTS.get(model).size())
                    .mapToObj(
                        number ->
                            Arguments.of(
                                model, number, Interleavings.FAULTS.get(model).get(number))));
  }

  private record Checked(int code, String said) {}

  private static Checked check(Class<?> model, String... fault) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-Dinterleavings=" + Interleavings.ORDERS,
            "-Dinterleavings.scenarios=" + Interleavings.SCENARIOS,
            "-cp",
            System.getProperty("java.class.path"),
            Interleavings.class.getName(),
            model.getName()));
    command.addAll(List.of(fault));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Checked(process.waitFor(), said);
    } finally {
      process.destroyForcibly();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void isRightInEveryOrder(Class<?> model) throws Exception {
    long start = System.nanoTime();
    Checked checked = check(model);
    System.out.printf(
        "%s: %d scenarios, up to %,d interleavings of each, %.0f s%n",
        model.getSimpleName(),
        Interleavings.SCENARIOS,
        Interleavings.ORDERS,
        (System.nanoTime() - start) / 1e9);
    assertThat(checked.code).as(checked.said).isEqualTo(Interleavings.NOTHING_FOUND);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("faults")
  void findsAPlantedFault(Class<?> model, int number, PlantedFault fault) throws Exception {
    Checked checked = check(model, Integer.toString(number));
    assertThat(checked.code).as(checked.said).isEqualTo(Interleavings.FOUND);
  }
}
