package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages on money are read by people who are in a hurry. */
class MoneyPagesTest {
  private static final int WORDS = 30;

  @ParameterizedTest
  @CsvSource({"charges-and-limits.md, 150", "books.md, 120"})
  void areShortAndSoAreTheirSentences(String page, int most) throws IOException {
    String text = Files.readString(Pages.ROOT.resolve("docs").resolve(page));
    assertThat(text.lines().count()).as("lines").isLessThanOrEqualTo(most);
    assertThat(sentences(text).filter(sentence -> sentence.split("\\s+").length > WORDS)).isEmpty();
  }

  /** Those of paragraphs, of items of a list and of cells of a table; not code. */
  private static Stream<String> sentences(String text) {
    String prose = text.replaceAll("(?ms)^```.*?^```", "\n\n").replaceAll("\\]\\([^)]*\\)", "]");
    List<String> parts = List.of(prose.split("\n\\s*\n|\n(?=- )|\\|", -1));
    return parts.stream()
        .flatMap(part -> Stream.of(part.split("(?<=[.?!])[*)]*\\s+", -1)))
        .map(String::strip);
  }
}
