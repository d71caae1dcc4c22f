package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.json.FreightJson;
import io.freightsdk.schemacheck.SchemaCheck;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Every example of the description keeps to its schema, and survives its record if it has one. */
class DescriptionExamplesTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final JsonNode DESCRIPTION =
      new YAMLMapper().readTree(FreightApiDescription.yaml());

  /** One example: where it is used, and the schemas that it may have. */
  record Example(Operation operation, String place, List<String> schemas, String json) {
    @Override
    public String toString() {
      return operation + " " + place;
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void exampleMatchesItsSchema(Example example) {
    // One of a range as well: 499 of 4XX.
    String status = example.place().substring(0, 3).replace('X', '9');
    List<String> violations =
        switch (status) {
          case "req" -> SchemaCheck.request(example.operation(), example.json());
          case "def" -> SchemaCheck.of(example.operation(), 599, example.json());
          default -> SchemaCheck.of(example.operation(), Integer.parseInt(status), example.json());
        };
    assertThat(violations).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("examplesWithRecord")
  void exampleSurvivesReadingAndWriting(Example example) throws IOException {
    for (String schema : example.schemas()) {
      if (SchemaCheck.schema(schema, example.json()).isEmpty()) {
        JsonNode before = JSON.readTree(example.json());
        JsonNode after = JSON.readTree(rewritten(DescribedTypes.type(schema), example.json()));
        assertThat(before.equals(DescriptionExamplesTest::compareLeaves, after))
            .as("%s", after)
            .isTrue();
        return;
      }
    }
    throw new AssertionError("no schema of " + example.schemas() + " fits");
  }

  static Stream<Example> examples() {
    List<Example> examples = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      JsonNode node =
          DESCRIPTION
              .path("paths")
              .path(operation.path())
              .path(operation.method().toLowerCase(Locale.ROOT));
      add(examples, operation, "request", node.path("requestBody"));
      for (Map.Entry<String, JsonNode> response : node.path("responses").properties()) {
        add(examples, operation, response.getKey(), resolveReference(response.getValue()));
      }
    }
    assertThat(examples).isNotEmpty();
    return examples.stream();
  }

  static Stream<Example> examplesWithRecord() {
    return examples()
        .filter(example -> example.schemas().stream().allMatch(DescribedTypes::hasRecord));
  }

  private static void add(List<Example> examples, Operation operation, String place, JsonNode at) {
    JsonNode content = at.path("content").path("application/json");
    List<String> schemas =
        content.path("schema").findValuesAsString("$ref").stream()
            .map(ref -> ref.substring(ref.lastIndexOf('/') + 1))
            .toList();
    for (Map.Entry<String, JsonNode> example : content.path("examples").properties()) {
      String json = resolveReference(example.getValue()).path("value").toString();
      examples.add(new Example(operation, place + " " + example.getKey(), schemas, json));
    }
  }

  private static JsonNode resolveReference(JsonNode node) {
    return node.has("$ref") ? DESCRIPTION.at(node.path("$ref").stringValue().substring(1)) : node;
  }

  private static <T> String rewritten(Class<T> type, String json) throws IOException {
    return FreightJson.adapter(type).toJson(FreightJson.adapter(type).fromJson(json));
  }

  /** A number may change its digits and an instant its offset, but not their value. */
  static int compareLeaves(JsonNode before, JsonNode after) {
    if (before.equals(after)) return 0;
    if (before.isNumber() && after.isNumber()) {
      return before.decimalValue().compareTo(after.decimalValue());
    }
    if (!before.isString() || !after.isString()) return 1;
    return Instant.parse(before.stringValue()).compareTo(Instant.parse(after.stringValue()));
  }
}
