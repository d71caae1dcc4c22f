package io.freightsdk.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.planted.NamedTests.Name;
import io.freightsdk.planted.NamedTests.Outcome;
import io.freightsdk.planted.RulesOfACall.Rule;
import io.freightsdk.testsupport.PlantedFault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each rule of a call is held by a test that is named: without the rule, the test fails. All are
 * tried in one JVM of their own, each with classes that are loaded for it.
 */
class RulesOfACallTest {
  /** The first is of all tests without a fault, then comes one for each rule. */
  private static List<String> told;

  static List<Rule> rules() {
    return RulesOfACall.all();
  }

  @BeforeAll
  static void plantAll(@TempDir Path folder) throws Exception {
    Path lines = folder.resolve("lines");
    PlantedFault.Said said =
        PlantedFault.run(
            null,
            List.of(
                "-Xmx512m", "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"),
            List.of(PlantedRules.class.getName(), lines.toString()));
    assertThat(said.code()).as(said.text()).isZero();
    told = Files.readAllLines(lines);
    assertThat(told).hasSize(rules().size() + 1);
  }

  @Test
  void theNamedTestsPassWithoutAFault() {
    assertThat(told.get(0)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void itsTestFindsThatARuleIsGone(Rule rule) {
    int place = rules().indexOf(rule);
    assertThat(told.get(1 + place)).as("%s", rule.test()).isEqualTo(PlantedRules.FOUND);
  }

  @Test
  void onlyAnAssertionOfTheTestItselfFindsAFault() {
    Name name = Name.of("planted.RulesOfACallTest#onlyAnAssertionOfTheTestItselfFindsAFault");
    AssertionError own = new AssertionError("its own");
    AssertionError ofAnother = new AssertionError("of what stands around it");
    ofAnother.setStackTrace(new StackTraceElement[0]);

    assertThat(NamedTests.missed(name, new Outcome(1, List.of(own)))).isNull();
    assertThat(NamedTests.missed(name, new Outcome(1, List.of(ofAnother))))
        .endsWith("by no assertion of its own: " + ofAnother);
    assertThat(NamedTests.missed(name, new Outcome(0, List.of(new NoSuchMethodError("gone")))))
        .contains("by no assertion of its own", "NoSuchMethodError");
    assertThat(NamedTests.missed(name, new Outcome(2, List.of()))).endsWith("passes");
    assertThat(NamedTests.missed(name, new Outcome(0, List.of()))).endsWith("was not run");
  }
}
