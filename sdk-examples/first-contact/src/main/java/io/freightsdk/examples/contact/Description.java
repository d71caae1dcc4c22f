package io.freightsdk.examples.contact;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.OpenApi31;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.model.Operation;
import java.util.ArrayList;
import java.util.HashSet;
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

  /** Of members, and of values where the description names the ones that there are. */
  private static final Set<String> NAMES = names(DOCUMENT);

  private static final Set<String> WITH_NAMED_VALUES = Set.of("status", "code");

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

  /** Where the schema of an answer stands; of any other one if the status is not named. */
  private static String schema(Operation operation, String status) {
    String path = operation.path().replace("/", "~1");
    String method = operation.method().toLowerCase(Locale.ROOT);
    String responses = "/paths/" + path + "/" + method + "/responses";
    String named = DOCUMENT.at(responses).has(status) ? status : "default";
    String reference = DOCUMENT.at(responses + "/" + named).path("$ref").stringValue("");
    String response = reference.isEmpty() ? responses + "/" + named : reference.substring(1);
    return response + "/content/application~1json/schema";
  }

  /**
   * The names that a body has, and the description has not: members such as {@code `stops[].dock`},
   * and values such as {@code `status` is ON_FIRE}.
   */
  static Set<String> unnamed(JsonNode body) {
    Set<String> unnamed = new TreeSet<>();
    addUnnamed("", body, unnamed);
    return unnamed;
  }

  private static void addUnnamed(String path, JsonNode body, Set<String> unnamed) {
    if (body.isArray()) body.forEach(item -> addUnnamed(path + "[]", item, unnamed));
    for (Map.Entry<String, JsonNode> member : body.properties()) {
      String name = (path.isEmpty() ? "" : path + ".") + member.getKey();
      JsonNode value = member.getValue();
      boolean isName = WITH_NAMED_VALUES.contains(member.getKey()) && value.isString();
      if (!NAMES.contains(member.getKey())) {
        unnamed.add("`" + name + "`");
      } else if (isName && !NAMES.contains(value.stringValue())) {
        unnamed.add("`" + name + "` is " + value.stringValue());
      } else if (!name.equals("prices")) {
        // A price list may have more operations than are described.
        addUnnamed(name, value, unnamed);
      }
    }
  }

  private static Set<String> names(JsonNode node) {
    Set<String> names = new HashSet<>();
    for (String group : List.of("properties", "x-views")) {
      names.addAll(node.path(group).propertyNames());
    }
    node.path("x-extensible-enum").forEach(value -> names.add(value.stringValue("")));
    names.add(node.path("const").stringValue(""));
    for (JsonNode child : node) names.addAll(names(child));
    return names;
  }
}
