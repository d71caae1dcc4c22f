package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.model.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What the description says about bodies: of names and JSON types, never of values. */
class DescriptionTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final JsonNode DOCUMENT = new YAMLMapper().readTree(FreightApiDescription.yaml());

  private final Secrets secrets = new Secrets("fak_secretkey", Contact.PHONE);

  private Description.Judgement judged(Operation operation, int status, String body) {
    return Description.PUBLISHED.judge(
        operation, status, JSON.readTree(body.replace('\'', '"')), secrets);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{'loadNumber':'x'}; `status` is missing",
        "{'loadNumber':7,'status':'PLANNED'}; `loadNumber` is a number, the description says string",
        "{'loadNumber':'x','status':'PLANNED','pingCount':'7'};"
            + " `pingCount` is a string, the description says integer",
        "{'loadNumber':'x','status':'PLANNED','createdAt':'yesterday'};"
            + " `createdAt` is no date-time",
        "{'loadNumber':'x','status':'PLANNED','stops':[{'city':false}]};"
            + " `stops[].city` is a boolean, the description says string",
        "{'loadNumber':'x','status':'PLANNED','onTime':1};"
            + " `onTime` is a number, the description says boolean or null"
      })
  void whatItForbidsIsSaidInOneSentence(String body, String said) {
    Description.Judgement judged = judged(Operation.GET_LOAD_POSITION, 200, body);

    assertThat(judged.broken()).containsExactly(said);
    assertThat(judged.unknown()).isEmpty();
  }

  @Test
  void whatItDoesNotNameIsListed() {
    Description.Judgement judged =
        judged(
            Operation.GET_LOAD_POSITION,
            200,
            "{'loadNumber':'x','status':'ON_FIRE','trailer':{'color':'red'},'line2':1}");

    assertThat(judged.broken()).isEmpty();
    assertThat(judged.unknown())
        .containsExactly(
            "`status` has the value (a name that is not written here)",
            "member `(a name that is not written here)`");
  }

  @Test
  void aBodyOfNoAlternativeNamesThem() {
    assertThat(judged(Operation.CREATE_LOAD, 400, "{'message':'no'}").broken())
        .containsExactly("the body is none of MissingFieldsError, CodedError");
  }

  @Test
  void aStatusThatIsNotDescribedIsJudgedAsAnyOther() {
    assertThat(judged(Operation.CREATE_LOAD, 418, "{'error':'tea'}").broken()).isEmpty();
    assertThat(judged(Operation.CREATE_LOAD, 418, "[]").broken()).hasSize(1);
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
    Description.Judgement judged =
        Description.PUBLISHED.judge(example.operation(), status, example.body(), secrets);

    assertThat(judged.broken()).isEmpty();
    assertThat(judged.unknown()).isEmpty();
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
