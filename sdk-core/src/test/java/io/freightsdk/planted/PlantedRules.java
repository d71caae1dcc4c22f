package io.freightsdk.planted;

import io.freightsdk.planted.NamedTests.Name;
import io.freightsdk.planted.NamedTests.Outcome;
import io.freightsdk.planted.RulesOfACall.Rule;
import io.freightsdk.testsupport.PlantedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Plants the rules of a call one after another, and runs the test that each of them names. */
final class PlantedRules {
  /** What a fault that is found is told by; any other line says why it is not. */
  static final String FOUND = "found";

  private PlantedRules() {}

  /** All tests that are named. */
  private static Set<Name> tests() {
    return RulesOfACall.all().stream()
        .map(rule -> Name.of(rule.test()))
        .collect(
            Collectors.toCollection(() -> new TreeSet<>(Comparator.comparing(Name::toString))));
  }

  /**
   * Writes a line into the file for each rule, and before them one of all tests without a fault.
   */
  public static void main(String[] arguments) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(withoutAFault());
    for (Rule rule : RulesOfACall.all()) {
      long start = System.nanoTime();
      lines.add(planted(rule));
      System.out.printf("%.1f s: %s%n", (System.nanoTime() - start) / 1e9, rule);
    }
    Files.write(Path.of(arguments[0]), lines);
    // What faulty classes have left running is nobody's.
    System.exit(0);
  }

  /** What fails though nothing is planted; empty for nothing. */
  private static String withoutAFault() throws IOException {
    Path none = Files.createTempDirectory("planted");
    try {
      Outcome outcome = NamedTests.run(none, tests());
      if (outcome.passed() < tests().size()) return "only " + outcome.passed() + " were run";
      return inOneLine(outcome.failures().toString().replaceFirst("^\\[]$", ""));
    } catch (Throwable wrong) {
      return inOneLine(wrong.toString());
    } finally {
      PlantedFault.delete(none);
    }
  }

  private static String planted(Rule rule) throws IOException {
    Path folder = Files.createTempDirectory("planted");
    try {
      rule.fault().compileTo(folder);
      Name test = Name.of(rule.test());
      String missed = NamedTests.missed(test, NamedTests.run(folder, List.of(test)));
      return missed == null ? FOUND : inOneLine(missed);
    } catch (Throwable wrong) {
      return inOneLine(wrong.toString());
    } finally {
      PlantedFault.delete(folder);
    }
  }

  private static String inOneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
