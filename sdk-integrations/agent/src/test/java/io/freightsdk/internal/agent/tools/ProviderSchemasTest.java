package io.freightsdk.internal.agent.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each provider of models accepts the schemas of the tools. */
class ProviderSchemasTest {
  /** Gemini knows no others; OpenAI and Anthropic take them. */
  private static final Set<String> WORDS =
      Set.of("type", "description", "properties", "required", "items", "additionalProperties");

  private static final Set<String> TYPES = Set.of("object", "array", "string", "number");

  static Stream<String> tools() {
    return ToolFactory.NAMES.stream();
  }

  private static List<Map<?, ?>> all(Map<?, ?> schema) {
    List<Map<?, ?>> all = new ArrayList<>(List.of(schema));
    if (schema.get("properties") instanceof Map<?, ?> members) {
      members.values().forEach(member -> all.addAll(all((Map<?, ?>) member)));
    }
    if (schema.get("items") instanceof Map<?, ?> items) all.addAll(all(items));
    return all;
  }

  private static List<Map<?, ?>> objects(String tool) {
    return all(ToolDefinition.of(tool).schema()).stream()
        .filter(schema -> "object".equals(schema.get("type")))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("tools")
  void geminiSupportsEachKeywordAndType(String tool) {
    assertThat(all(ToolDefinition.of(tool).schema()))
        .allSatisfy(
            schema -> {
              assertThat(WORDS).containsAll(schema.keySet().stream().map(String::valueOf).toList());
              assertThat(TYPES).contains(String.valueOf(schema.get("type")));
            });
  }

  @ParameterizedTest
  @MethodSource("tools")
  void anthropicAcceptsAnObjectWithProperties(String tool) {
    assertThat(ToolDefinition.of(tool).schema())
        .containsEntry("type", "object")
        .containsKey("properties");
  }

  /** Strict mode takes closed objects only. Optional members keep ours from being strict. */
  @ParameterizedTest
  @MethodSource("tools")
  void openAiRequiresClosedObjects(String tool) {
    assertThat(objects(tool))
        .allSatisfy(one -> assertThat(one.get("additionalProperties")).isEqualTo(false));
  }

  @ParameterizedTest
  @MethodSource("tools")
  void requiredNamesAreProperties(String tool) {
    assertThat(objects(tool))
        .allSatisfy(
            one -> {
              List<?> required = one.get("required") instanceof List<?> names ? names : List.of();
              assertThat(((Map<?, ?>) one.get("properties")).keySet().containsAll(required))
                  .isTrue();
            });
  }
}
