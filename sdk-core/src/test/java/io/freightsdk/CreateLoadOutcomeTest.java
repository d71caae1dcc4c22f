package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CreateLoadOutcomeTest {
  private static final Path PAGE = Path.of("../docs/api.md");
  private static final Pattern MEMBER = Pattern.compile("(?m)^\\| `(\\w+)`");

  /** To create one for a mock, users look there, because most of its arguments are texts. */
  @Test
  void argumentsHaveTheOrderOfTheApiPage() throws IOException {
    String section = Files.readString(PAGE).split("### CreateLoadOutcome\n")[1].split("\n#")[0];
    List<String> members = MEMBER.matcher(section).results().map(row -> row.group(1)).toList();

    assertThat(
            Stream.of(CreateLoadOutcome.class.getRecordComponents()).map(RecordComponent::getName))
        .containsExactlyElementsOf(members);
  }
}
