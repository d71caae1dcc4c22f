package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on calls tells the steps that there are, in the order in which the source has them. */
class StepsOfThePageTest {
  private static final Path PAGE = Path.of("HOW-A-CALL-WORKS.md");
  private static final Path CALL = Path.of("src/main/java/io/freightsdk/internal/call/Call.java");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z]\\w*)` \\| .* \\| *(?:`([A-Z_]+)`|.*) *\\|$");

  private record Row(String step, String waitsFor) {}

  private static List<Row> rows() throws IOException {
    Matcher found = ROW.matcher(Files.readString(PAGE));
    List<Row> rows = new ArrayList<>();
    while (found.find()) rows.add(new Row(found.group(1), found.group(2)));
    return rows;
  }

  @Test
  void theStepsStandInTheSourceInTheOrderOfThePage() throws IOException {
    String source = Files.readString(CALL);
    List<Integer> places = new ArrayList<>();
    for (Row row : rows()) {
      Matcher method =
          Pattern.compile("(?m)^  private (?:@Nullable )?Step " + row.step + "\\(").matcher(source);
      assertThat(method.find()).as("a step of Call: %s", row.step).isTrue();
      places.add(method.start());
    }
    assertThat(places).isSorted().isNotEmpty();
  }

  @Test
  void whatACallCanWaitForIsOnThePage() throws IOException {
    Set<String> told = new TreeSet<>();
    for (Row row : rows()) if (row.waitsFor != null) told.add(row.waitsFor);
    assertThat(told)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Steps.Event.values()).map(Enum::name).toList());
  }
}
