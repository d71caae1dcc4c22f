package io.freightsdk.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines that the pages tell to paste are lines of the examples, whose modules compile them. */
class AgentPageTest {
  private static final Path PAGE = Path.of("../../docs/give-it-to-your-agent.md");

  @ParameterizedTest
  @CsvSource({
    "langchain4j, sdk-examples/langchain4j/src/main/java/io/freightsdk/examples/langchain4j/Dispatcher.java",
    "spring-ai, sdk-examples/spring-ai/src/main/java/io/freightsdk/examples/springai/Dispatcher.java",
    "anthropic, verification/agent-sdks/src/test/java/io/freightsdk/examples/sdks/AnthropicSdk.java",
    "openai, verification/agent-sdks/src/test/java/io/freightsdk/examples/sdks/OpenAiSdk.java",
    "any-framework, verification/documentation/src/test/java/io/freightsdk/examples/documentation/"
        + "AnyFramework.java"
  })
  void whatAPageShowsIsCompiledInTheExample(String framework, Path example) throws IOException {
    String source = stripped(Files.readString(Path.of("..", "..").resolve(example)));
    List<String> blocks =
        Snippet.of(PAGE).stream()
            .filter(snippet -> snippet.language().equals("java " + framework))
            .map(Snippet::text)
            .toList();

    assertThat(blocks).isNotEmpty();
    assertThat(blocks).allSatisfy(block -> assertThat(source).contains(stripped(block)));
  }

  /** Without the indentation, which a page chooses for itself. */
  private static String stripped(String code) {
    return code.replaceAll("(?m)^ +", "").strip();
  }
}
