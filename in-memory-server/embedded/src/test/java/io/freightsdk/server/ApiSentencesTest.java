package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.server.http.Resource;
import io.freightsdk.server.support.TestNames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The API description, sentence by sentence: {@code api-sentences.txt} names the test that checks
 * each.
 */
class ApiSentencesTest {
  private record Sentence(String section, String text, String test) {}

  private static List<Sentence> sentences() {
    byte[] table =
        Resource.bytes(
            ApiSentencesTest.class.getResourceAsStream("api-sentences.txt"), "api-sentences.txt");
    return new String(table, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" \\| ", -1))
        .map(cells -> new Sentence(cells[0], cells[1], cells[2]))
        .toList();
  }

  @Test
  void everySentenceHasATestThatExists() {
    assertThat(sentences()).hasSize(118);
    assertThat(sentences()).extracting(Sentence::text).doesNotHaveDuplicates();
    assertThat(sentences())
        .allSatisfy(
            one ->
                assertThat(TestNames.exist("io.freightsdk.server." + one.test()))
                    .as(one.toString())
                    .isTrue());
  }

  @Test
  void everySectionOfTheDescriptionIsThere() {
    assertThat(sentences())
        .extracting(Sentence::section)
        .contains("1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10")
        .contains("3", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "5", "6", "7", "8", "9");
  }

  @Test
  void theDescriptionIsVersionOne() {
    assertThat(FreightApiDescription.yaml()).contains("version: 1.0.0");
  }
}
