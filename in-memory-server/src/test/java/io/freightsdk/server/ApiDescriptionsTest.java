package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.OpenApi31;
import com.networknt.schema.keyword.AnnotationKeyword;
import com.networknt.schema.keyword.DisallowUnknownKeywordFactory;
import com.networknt.schema.keyword.KeywordFactory;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.server.support.Service;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The rules of OpenAPI for both descriptions. */
class ApiDescriptionsTest {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
  private static final Set<String> DATA =
      Set.of("example", "examples", "default", "enum", "const", "x-extensible-enum");
  private static final String ROOT = "https://freight.test/description";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^}]+)}");

  /** Keywords of our own begin with {@code x-}. Any other unknown keyword is a mistake. */
  private static final KeywordFactory KEYWORDS =
      (name, context) ->
          name.startsWith("x-")
              ? new AnnotationKeyword(name)
              : DisallowUnknownKeywordFactory.getInstance().getKeyword(name, context);

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

    boolean isSchema() {
      return pointer.matches(".*/schema|/components/schemas/[^/]+");
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
                assertThat(resolve(root, response).path("description").asString()).isNotBlank();
              }
            });
  }

  private static JsonNode resolve(JsonNode root, JsonNode node) {
    return node.has("$ref") ? root.at(node.get("$ref").stringValue().substring(1)) : node;
  }

  @ParameterizedTest
  @EnumSource
  void pathParametersAreThePlaceholders(Described description) throws IOException {
    JsonNode root = description.read();
    for (Place operation : operations(root)) {
      String path = operation.pointer.substring(0, operation.pointer.lastIndexOf('/'));
      Set<String> placeholders = new HashSet<>();
      PLACEHOLDER.matcher(path).results().forEach(found -> placeholders.add(found.group(1)));
      Set<String> parameters = new HashSet<>();
      for (JsonNode owner : List.of(root.at(path), operation.node)) {
        for (JsonNode reference : owner.path("parameters")) {
          JsonNode parameter = resolve(root, reference);
          String name = parameter.get("name").stringValue();
          String in = parameter.get("in").stringValue();
          assertThat(in).as("%s %s", path, name).isIn("path", "query", "header");
          assertThat(parameter.path("schema").isObject()).as("%s %s", path, name).isTrue();
          if (!in.equals("path")) continue;
          assertThat(parameter.path("required").asBoolean(false)).as("%s %s", path, name).isTrue();
          parameters.add(name);
        }
      }
      assertThat(parameters).as(path).isEqualTo(placeholders);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everySchemaIsValid(Described description) throws IOException {
    JsonNode root = description.read();
    SchemaRegistry registry = registry(root);
    Schema ofSchemas =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    assertThat(places(root))
        .filteredOn(Place::isSchema)
        .isNotEmpty()
        .allSatisfy(
            place -> {
              assertThat(ofSchemas.validate(place.node)).isEmpty();
              registry
                  .getSchema(SchemaLocation.of(ROOT + "#" + place.pointer))
                  .initializeValidators();
            });
  }

  /** Throws for a schema with an unknown keyword, such as a misspelled one. */
  private static SchemaRegistry registry(JsonNode root) {
    JsonMapper json = new JsonMapper();
    return SchemaRegistry.withDialect(
        Dialect.builder(OpenApi31.getInstance()).unknownKeywordFactory(KEYWORDS).build(),
        builder -> builder.schemas(Map.of(ROOT, json.writeValueAsString(root))));
  }

  @ParameterizedTest
  @EnumSource
  void everyExampleMatchesItsSchema(Described description) throws IOException {
    JsonNode root = description.read();
    SchemaRegistry registry = registry(root);
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

  @Test
  void serverAcceptsEveryExampleOrder() throws IOException {
    JsonNode root = Described.API.read();
    try (Service service = Service.start()) {
      for (String path : List.of("/v1/agent/loads", "/v1/freight/create_tracked_load")) {
        JsonNode examples =
            root.path("paths")
                .path(path)
                .at("/post/requestBody/content/application~1json/examples");
        assertThat(examples).isNotEmpty();
        for (JsonNode example : examples) {
          String order = resolve(root, example).get("value").toString();
          assertThat(service.client().post(path, order).status()).as(order).isIn(200, 201);
        }
      }
    }
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

  /** The examples, the allowed values and the default value of a schema. */
  private static List<JsonNode> ofSchema(JsonNode node) {
    List<JsonNode> examples = new ArrayList<>();
    if (node.has("default") && node.has("type")) examples.add(node.get("default"));
    if (node.path("examples").isArray()) node.get("examples").forEach(examples::add);
    if (node.path("enum").isArray()) node.get("enum").forEach(examples::add);
    if (node.has("type") && node.has("example")) examples.add(node.get("example"));
    return examples;
  }
}
