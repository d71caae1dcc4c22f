package io.freightsdk.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.model.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Validation of bodies by the API description. */
class ResponseSchemasTest {
  private static final JsonNode DOCUMENT = new YAMLMapper().readTree(FreightApiDescription.yaml());

  private static JsonNode json(String text) {
    return Objects.requireNonNull(ResponseSchemas.read(text.replace('\'', '"')));
  }

  private static List<String> problems(Operation operation, int status, String body) {
    return ResponseSchemas.violations(operation, status, json(body)).stream()
        .map(problem -> problem.member() + ": " + problem.message())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{'loadNumber':'x'}; status: a member is missing",
        "{'loadNumber':7,'status':'PLANNED'}; loadNumber: integer found, string expected",
        "{'loadNumber':'x','status':'PLANNED','stops':[{'city':false}]};"
            + " stops[].city: boolean found, string expected"
      })
  void problemHasTheMemberWithoutItsValue(String body, String problem) {
    assertThat(problems(Operation.GET_LOAD_POSITION, 200, body)).containsExactly(problem);
  }

  @Test
  void otherStatusHasTheSchemaOfAnError() {
    assertThat(problems(Operation.CREATE_LOAD, 418, "{'error':'tea'}")).isEmpty();
    assertThat(problems(Operation.CREATE_LOAD, 418, "[]")).hasSize(1);
  }

  /** An example of the description. */
  record Example(Operation operation, String status, JsonNode body) {
    @Override
    public String toString() {
      return operation.id() + " " + status;
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void ownExamplesHaveNoProblem(Example example) {
    int status = example.status().equals("default") ? 599 : Integer.parseInt(example.status());

    assertThat(ResponseSchemas.violations(example.operation(), status, example.body())).isEmpty();
  }

  static Stream<Example> examples() {
    List<Example> examples = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      String method = operation.method().toLowerCase(Locale.ROOT);
      JsonNode responses = DOCUMENT.get("paths").get(operation.path()).get(method).get("responses");
      for (Map.Entry<String, JsonNode> response : responses.properties()) {
        JsonNode content = resolved(response.getValue()).path("content").path("application/json");
        for (JsonNode example : content.path("examples")) {
          JsonNode body = resolved(example).get("value");
          examples.add(new Example(operation, response.getKey(), body));
        }
      }
    }
    assertThat(examples).hasSizeGreaterThan(40);
    return examples.stream();
  }

  private static JsonNode resolved(JsonNode node) {
    JsonNode reference = node.path("$ref");
    return reference.isString() ? DOCUMENT.at(reference.stringValue().substring(1)) : node;
  }
}
