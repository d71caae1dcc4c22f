package io.freightsdk.examples.contact;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.OpenApi31;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.model.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The description of the API as the judge of bodies, by names and JSON types. */
final class Description {
  private static final String ID = "https://freight.test/description";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();
  private static final JsonNode DOCUMENT = new YAMLMapper().readTree(FreightApiDescription.yaml());
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDialect(
          OpenApi31.getInstance(),
          builder ->
              builder
                  .schemas(Map.of(ID, JSON.writeValueAsString(DOCUMENT)))
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder()
                          .formatAssertionsEnabled(true)
                          .locale(Locale.ROOT)
                          .build()));

  private Description() {}

  /** A text as JSON; null if it is not. */
  static @Nullable JsonNode read(String text) {
    try {
      JsonNode node = JSON.readTree(text);
      return node.isMissingNode() ? null : node;
    } catch (JacksonException notJson) {
      return null;
    }
  }

  /** What the description forbids or misses in a body that an operation answers with a status. */
  static List<String> broken(Operation operation, int status, JsonNode body) {
    List<String> broken = new ArrayList<>();
    String schema = schema(operation, String.valueOf(status));
    for (Error error : SCHEMAS.getSchema(SchemaLocation.of(ID + "#" + schema)).validate(body)) {
      String at = error.getInstanceLocation().toString().replaceAll("/[0-9]+", "[]");
      String member = at.replaceFirst("^/", "").replace('/', '.');
      String said = (member.isEmpty() ? "" : "`" + member + "`: ") + error.getMessage();
      if (!broken.contains(said)) broken.add(said);
    }
    return broken;
  }

  private static String responses(Operation operation) {
    String path = operation.path().replace("/", "~1");
    return "/paths/" + path + "/" + operation.method().toLowerCase(Locale.ROOT) + "/responses";
  }

  /** Where the schema of an answer stands; of any other one if the status is not named. */
  private static String schema(Operation operation, String status) {
    String responses = responses(operation);
    String named = DOCUMENT.at(responses).has(status) ? status : "default";
    String reference = DOCUMENT.at(responses + "/" + named).path("$ref").stringValue("");
    String response = reference.isEmpty() ? responses + "/" + named : reference.substring(1);
    return response + "/content/application~1json/schema";
  }

  /**
   * The names that an answer of an operation has, and the description has not: members such as
   * {@code `stops[].dock`}, and values such as {@code `status` is ON_FIRE}.
   */
  static Set<String> unnamed(Operation operation, @Nullable JsonNode body) {
    List<JsonNode> schemas = new ArrayList<>();
    for (String status : DOCUMENT.at(responses(operation)).propertyNames()) {
      schemas.add(DOCUMENT.at(schema(operation, status)));
    }
    Set<String> unnamed = new TreeSet<>();
    if (body != null) addUnnamed("", body, schemas, unnamed);
    return unnamed;
  }

  private static void addUnnamed(
      String path, JsonNode body, List<JsonNode> schemas, Set<String> unnamed) {
    List<JsonNode> all = alternatives(schemas);
    if (body.isArray()) {
      List<JsonNode> items = all.stream().map(schema -> schema.path("items")).toList();
      body.forEach(item -> addUnnamed(path + "[]", item, items, unnamed));
    }
    List<String> named = new ArrayList<>();
    for (JsonNode schema : all) {
      schema.path("x-extensible-enum").forEach(value -> named.add(value.stringValue("")));
      if (path.equals("code")) named.add(schema.path("const").stringValue(""));
    }
    boolean isOpen = named.isEmpty() || !body.isString();
    if (!isOpen && !named.contains(body.stringValue())) {
      unnamed.add("`" + path + "` is " + body.stringValue());
    }
    for (Map.Entry<String, JsonNode> member : body.properties()) {
      String name = (path.isEmpty() ? "" : path + ".") + member.getKey();
      List<JsonNode> described = new ArrayList<>();
      for (JsonNode schema : all) {
        described.add(schema.path("properties").path(member.getKey()));
        described.add(schema.path("x-views").path(member.getKey()));
        described.add(schema.path("additionalProperties"));
      }
      described.removeIf(schema -> !schema.isObject());
      if (described.isEmpty()) unnamed.add("`" + name + "`");
      else addUnnamed(name, member.getValue(), described, unnamed);
    }
  }

  /** Schemas with what they refer to, and with each of their alternatives. */
  private static List<JsonNode> alternatives(Iterable<JsonNode> schemas) {
    List<JsonNode> all = new ArrayList<>();
    for (JsonNode schema : schemas) {
      all.add(schema);
      String reference = schema.path("$ref").stringValue("");
      if (!reference.isEmpty()) {
        all.addAll(alternatives(List.of(DOCUMENT.at(reference.substring(1)))));
      }
      all.addAll(alternatives(schema.path("anyOf")));
    }
    return all;
  }
}
