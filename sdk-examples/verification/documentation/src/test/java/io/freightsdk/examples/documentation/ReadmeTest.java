package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each promise of the README names its proof. */
class ReadmeTest {
  private static final Path README = Pages.ROOT.resolve("README.md");
  private static final Pattern PROOF =
      Pattern.compile("\\| (.+) \\| \\[(\\w+)]\\(([^)]+)\\) \\| `(\\w+)` \\|");
  private static final Path FAULTS_OF_THE_SIMULATOR =
      Pages.ROOT.resolve("sdk-tests/src/test/java/io/freightsdk/simulation/Mutant.java");

  @Test
  void everyGuaranteeAndEveryLimitNamesTheTestThatProvesIt() throws IOException {
    assertThat(proofs("| it guarantees |")).isNotEmpty();
    assertThat(proofs("| nobody can promise |")).isNotEmpty();
  }

  /** Those of a table; a row without a test and a planted fault is refused. */
  private static List<MatchResult> proofs(String head) throws IOException {
    List<MatchResult> proofs = new ArrayList<>();
    for (String row : rows(head)) {
      Matcher proof = PROOF.matcher(row);
      assertThat(proof.matches()).as("a test and a planted fault in: %s", row).isTrue();
      String test = Files.readString(Pages.ROOT.resolve(proof.group(3)));
      assertThat(test)
          .as(proof.group(3))
          .contains("class " + proof.group(2))
          .containsPattern("@(Test|ParameterizedTest|ParameterizedClass)\\b");
      // Found by the test itself, or by the simulator, which has to find each of its faults.
      String planted = test + Files.readString(FAULTS_OF_THE_SIMULATOR);
      assertThat(planted).as(row).containsPattern("\\b" + proof.group(4) + "\\b");
      proofs.add(proof.toMatchResult());
    }
    return proofs;
  }

  private static List<String> rows(String head) throws IOException {
    List<String> lines = Files.readAllLines(README);
    List<String> rows = new ArrayList<>();
    int line = 0;
    while (!lines.get(line).startsWith(head)) line++;
    for (line += 2; lines.get(line).startsWith("|"); line++) rows.add(lines.get(line));
    return rows;
  }
}
