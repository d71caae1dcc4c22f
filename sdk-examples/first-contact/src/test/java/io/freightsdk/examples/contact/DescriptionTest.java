package io.freightsdk.examples.contact;

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

/** What the description says about bodies. */
class DescriptionTest {
  private static final JsonNode DOCUMENT = new YAMLMapper().readTree(FreightApiDescription.yaml());

  private static JsonNode json(String text) {
    return Objects.requireNonNull(Description.read(text.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{'loadNumber':'x'}; required property 'status' not found",
        "{'loadNumber':7,'status':'PLANNED'}; `loadNumber`: integer found, string expected",
        "{'loadNumber':'x','status':'PLANNED','stops':[{'city':false}]};"
            + " `stops[].city`: boolean found, string expected"
      })
  void whatItForbidsIsSaidWithoutTheValue(String body, String said) {
    assertThat(Description.broken(Operation.GET_LOAD_POSITION, 200, json(body)))
        .containsExactly(said);
  }

  @Test
  void whatItDoesNotNameIsListed() {
    String body =
        "{'loadNumber':'x','status':'ON_FIRE','trailer':{'color':1},'eta':{'arrival':1,'reason':1}}";

    assertThat(Description.broken(Operation.GET_LOAD_POSITION, 200, json(body))).isEmpty();
    assertThat(Description.unnamed(json(body)))
        .containsExactlyInAnyOrder("`eta.arrival`", "`status` is ON_FIRE", "`trailer`");
  }

  @Test
  void aStatusThatIsNotDescribedIsJudgedAsAnyOther() {
    assertThat(Description.broken(Operation.CREATE_LOAD, 418, json("{'error':'tea'}"))).isEmpty();
    assertThat(Description.broken(Operation.CREATE_LOAD, 418, json("[]"))).hasSize(1);
  }

  /** An example of the description and where it stands. */
  record Example(Operation operation, String status, JsonNode body) {
    @Override
    public String toString() {
      return operation.id() + " " + status;
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void itsOwnExamplesKeepIt(Example example) {
    int status = example.status().equals("default") ? 599 : Integer.parseInt(example.status());

    assertThat(Description.broken(example.operation(), status, example.body())).isEmpty();
    assertThat(Description.unnamed(example.body())).isEmpty();
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
