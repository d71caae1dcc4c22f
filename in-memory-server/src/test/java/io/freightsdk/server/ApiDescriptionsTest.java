package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.OpenApi31;
import io.freightsdk.json.FreightApiDescription;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The rules of OpenAPI for both descriptions. {@code .ci/run description} checks more of them. */
class ApiDescriptionsTest {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
  private static final Set<String> DATA =
      Set.of("example", "examples", "default", "enum", "const", "x-extensible-enum");
  private static final String ROOT = "https://freight.test/description";

  private enum Described {
    API,
    TEST_CONTROL;

    JsonNode read() throws IOException {
      YAMLMapper yaml =
          YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
      return yaml.readTree(this == API ? FreightApiDescription.yaml() : control());
    }

    private static String control() throws IOException {
      String name = "/io/freightsdk/server/admin/admin-api.yaml";
      try (InputStream in = ApiDescriptionsTest.class.getResourceAsStream(name)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  /** A node of a description, and the path to it as a JSON pointer. */
  private record Place(String pointer, JsonNode node) {
    Place at(String name) {
      String escaped = name.replace("~", "~0").replace("/", "~1");
      return new Place(pointer + "/" + escaped, node.get(name));
    }

    @Override
    public String toString() {
      return pointer;
    }
  }

  private static List<Place> places(JsonNode root) {
    List<Place> places = new ArrayList<>();
    collect(new Place("", root), places);
    return places;
  }

  private static void collect(Place place, List<Place> places) {
    places.add(place);
    for (String name : place.node.propertyNames()) {
      boolean isData = DATA.contains(name) && !place.pointer.endsWith("/properties");
      if (!isData) collect(place.at(name), places);
    }
    for (int i = 0; place.node.isArray() && i < place.node.size(); i++) {
      collect(new Place(place.pointer + "/" + i, place.node.get(i)), places);
    }
  }

  private static List<Place> operations(JsonNode root) {
    List<Place> operations = new ArrayList<>();
    Place paths = new Place("", root).at("paths");
    for (String path : paths.node.propertyNames()) {
      for (String method : paths.at(path).node.propertyNames()) {
        if (METHODS.contains(method)) operations.add(paths.at(path).at(method));
      }
    }
    return operations;
  }

  @ParameterizedTest
  @EnumSource
  void everyReferenceHasATarget(Described description) throws IOException {
    JsonNode root = description.read();
    assertThat(places(root))
        .filteredOn(place -> place.node.has("$ref"))
        .isNotEmpty()
        .allSatisfy(
            place -> {
              String reference = place.node.get("$ref").stringValue();
              assertThat(reference).startsWith("#/");
              assertThat(root.at(reference.substring(1)).isMissingNode()).as(reference).isFalse();
            });
  }

  /** An unquoted comma in braces makes a second member, which has no value. */
  @ParameterizedTest
  @EnumSource
  void everyMemberHasAValue(Described description) throws IOException {
    assertThat(places(description.read())).filteredOn(place -> place.node.isNull()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyArrayHasItems(Described description) throws IOException {
    assertThat(places(description.read()))
        .filteredOn(place -> isSchemaOfArray(place.node))
        .isNotEmpty()
        .allSatisfy(place -> assertThat(place.node.has("items")).isTrue());
  }

  private static boolean isSchemaOfArray(JsonNode node) {
    JsonNode type = node.path("type");
    if (type.isString()) return type.stringValue().equals("array");
    for (JsonNode one : type) {
      if (one.isString() && one.stringValue().equals("array")) return true;
    }
    return false;
  }

  @ParameterizedTest
  @EnumSource
  void everyOperationHasAnIdOfItsOwn(Described description) throws IOException {
    Set<String> ids = new HashSet<>();
    assertThat(operations(description.read()))
        .isNotEmpty()
        .allSatisfy(
            place -> assertThat(ids.add(place.node.get("operationId").stringValue())).isTrue());
  }

  @ParameterizedTest
  @EnumSource
  void everyOperationHasDefinedSecurity(Described description) throws IOException {
    JsonNode root = description.read();
    Set<String> schemes = Set.copyOf(root.at("/components/securitySchemes").propertyNames());
    assertThat(operations(root))
        .allSatisfy(
            place -> {
              JsonNode security = place.node.path("security");
              JsonNode effective = security.isMissingNode() ? root.path("security") : security;
              assertThat(effective.isArray()).isTrue();
              for (JsonNode choice : effective) {
                assertThat(schemes).containsAll(choice.propertyNames());
              }
            });
  }

  @ParameterizedTest
  @EnumSource
  void everyResponseHasADescription(Described description) throws IOException {
    JsonNode root = description.read();
    assertThat(operations(root))
        .allSatisfy(
            place -> {
              JsonNode responses = place.node.path("responses");
              assertThat(responses.propertyNames()).isNotEmpty();
              for (JsonNode response : responses) {
                JsonNode target =
                    response.has("$ref")
                        ? root.at(response.get("$ref").stringValue().substring(1))
                        : response;
                assertThat(target.path("description").asString()).isNotBlank();
              }
            });
  }

  @ParameterizedTest
  @EnumSource
  void everyExampleMatchesItsSchema(Described description) throws IOException {
    JsonNode root = description.read();
    JsonMapper json = new JsonMapper();
    SchemaRegistry registry =
        SchemaRegistry.withDialect(
            OpenApi31.getInstance(),
            builder -> builder.schemas(Map.of(ROOT, json.writeValueAsString(root))));
    int checked = 0;
    for (Place place : places(root)) {
      boolean hasSchema = place.node.path("schema").isObject();
      String schema = ROOT + "#" + place.pointer + (hasSchema ? "/schema" : "");
      List<JsonNode> examples = hasSchema ? examples(place.node) : ofSchema(place.node);
      for (JsonNode example : examples) {
        assertThat(registry.getSchema(SchemaLocation.of(schema)).validate(example))
            .as("%s: %s", place, example)
            .isEmpty();
        checked++;
      }
    }
    assertThat(checked).isPositive();
  }

  /** The examples of a body or a parameter. */
  private static List<JsonNode> examples(JsonNode node) {
    List<JsonNode> examples = new ArrayList<>();
    if (node.has("example")) examples.add(node.get("example"));
    for (JsonNode named : node.path("examples")) {
      if (named.has("value")) examples.add(named.get("value"));
    }
    return examples;
  }

  /** The examples and the default value of a schema. */
  private static List<JsonNode> ofSchema(JsonNode node) {
    List<JsonNode> examples = new ArrayList<>();
    if (node.has("default") && node.has("type")) examples.add(node.get("default"));
    if (node.path("examples").isArray()) node.get("examples").forEach(examples::add);
    if (node.has("type") && node.has("example")) examples.add(node.get("example"));
    return examples;
  }
}
