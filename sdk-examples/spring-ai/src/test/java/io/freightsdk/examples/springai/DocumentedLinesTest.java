package io.freightsdk.examples.springai;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lines that the page tells to paste are lines of the example, which this module compiles. */
class DocumentedLinesTest {
  private static final Path PAGE = Path.of("../../docs/give-it-to-your-agent.md");
  private static final Path SOURCE = Path.of("src/main/java/io/freightsdk/examples/springai");
  private static final Pattern BLOCK =
      Pattern.compile("```java spring-ai\n(.*?)```", Pattern.DOTALL);

  @Test
  void whatThePageShowsIsCompiledHere() throws IOException {
    String dispatcher = stripped(Files.readString(SOURCE.resolve("Dispatcher.java")));
    List<String> blocks =
        BLOCK.matcher(Files.readString(PAGE)).results().map(block -> block.group(1)).toList();

    assertThat(blocks).isNotEmpty();
    assertThat(blocks).allSatisfy(block -> assertThat(dispatcher).contains(stripped(block)));
  }

  @Test
  void theAdapterIsAsShortAsThePageSays() throws IOException {
    Matcher claim =
        Pattern.compile("spring-ai/.*?\\((\\d+) lines", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));

    assertThat(claim.find()).isTrue();
    try (var lines =
        Files.lines(
            Path.of(
                "../../sdk-integrations/freight-spring-ai/src/main/java/io/freightsdk/springai/SpringAiTools.java"))) {
      assertThat(lines.count()).isLessThanOrEqualTo(Integer.parseInt(claim.group(1)));
    }
  }

  /** Without the indentation, which a page chooses for itself. */
  private static String stripped(String code) {
    return code.replaceAll("(?m)^ +", "");
  }
}
