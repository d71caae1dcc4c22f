package io.freightsdk.contact;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.OpenApi31;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.model.Operation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The schemas of responses in the API description, which validate bodies. */
final class ResponseSchemas {
  private static final String ID = "https://freight.test/description";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();
  private static final Set<String> CONSTANTS =
      Set.of("enum", "x-extensible-enum", "const", "code", "reason", "x-price-key");
  private static final JsonNode DOCUMENT = new YAMLMapper().readTree(FreightApiDescription.yaml());

  /** The words of its members, codes and other constants, in lower case. */
  static final Set<String> WORDS = wordsOf("", DOCUMENT).collect(Collectors.toUnmodifiableSet());

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

  private ResponseSchemas() {}

  private static Stream<String> wordsOf(String member, JsonNode node) {
    if (node.isString()) {
      return CONSTANTS.contains(member) ? words(node.stringValue()).stream() : Stream.empty();
    }
    if (node.isArray()) return node.valueStream().flatMap(item -> wordsOf(member, item));
    boolean hasMembers = List.of("properties", "x-views").contains(member);
    return node.propertyStream()
        .flatMap(
            one -> {
              Stream<String> name = hasMembers ? words(one.getKey()).stream() : Stream.empty();
              return Stream.concat(name, wordsOf(one.getKey(), one.getValue()));
            });
  }

  /** The words of a name, such as those of {@code loadNumber} or {@code MISSING_KEY}. */
  static List<String> words(String name) {
    return List.of(
        name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT).split("[_-]"));
  }

  /** Parses JSON; null for any other text. */
  static @Nullable JsonNode read(String text) {
    try {
      JsonNode node = JSON.readTree(text);
      return node.isMissingNode() ? null : node;
    } catch (JacksonException notJson) {
      return null;
    }
  }

  /**
   * A violation of the description.
   *
   * @param pointer to the member, as in RFC 6901; empty for the body itself
   * @param message without the member and its value
   */
  record Violation(String pointer, String message) {
    static final String MISSING = "a member is missing";

    private static Violation of(Error error) {
      String at = error.getInstanceLocation().toString();
      return switch (error.getKeyword()) {
        case "required" -> new Violation(at + "/" + error.getProperty(), MISSING);
        case "format" -> new Violation(at, "not a " + error.getSchemaNode().asString());
        default -> new Violation(at, error.getMessage());
      };
    }

    /** Such as {@code stops[].city}. */
    String member() {
      return pointer.replaceAll("/[0-9]+", "[]").replaceFirst("^/", "").replace('/', '.');
    }
  }

  /** The violations of the description in the body of a response. */
  static List<Violation> violations(Operation operation, int status, JsonNode body) {
    String schema = schema(operation, String.valueOf(status));
    return SCHEMAS.getSchema(SchemaLocation.of(ID + "#" + schema)).validate(body).stream()
        .map(Violation::of)
        .toList();
  }

  /** Whether a response has a member, by the description. */
  static boolean hasMember(Operation operation, int status, String member) {
    return hasMember(DOCUMENT.at(schema(operation, String.valueOf(status))), member);
  }

  private static boolean hasMember(JsonNode described, String member) {
    JsonNode schema = resolved(described);
    for (JsonNode one : schema.path("anyOf")) {
      if (hasMember(one, member)) return true;
    }
    return schema.path("properties").has(member);
  }

  private static JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").stringValue("");
    return reference.isEmpty() ? schema : DOCUMENT.at(reference.substring(1));
  }

  /**
   * The members of a body that have another spelling than described, such as {@code arrived_at}.
   */
  static Set<String> misspelled(Operation operation, int status, JsonNode body) {
    Set<String> found = new LinkedHashSet<>();
    addMisspelled(DOCUMENT.at(schema(operation, String.valueOf(status))), "", body, found);
    return found;
  }

  private static void addMisspelled(
      JsonNode described, String at, JsonNode node, Set<String> found) {
    JsonNode schema = resolved(described);
    if (node.isArray()) {
      node.forEach(item -> addMisspelled(schema.path("items"), at + "[]", item, found));
    }
    JsonNode members = schema.path("properties");
    String prefix = at.isEmpty() ? at : at + ".";
    node.forEachEntry(
        (name, value) -> {
          if (members.has(name)) {
            addMisspelled(members.get(name), prefix + name, value, found);
            return;
          }
          members
              .propertyStream()
              .map(Map.Entry::getKey)
              .filter(member -> !node.has(member) && letters(member).equals(letters(name)))
              .forEach(member -> found.add(prefix + member));
        });
  }

  private static String letters(String name) {
    return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
  }

  /** The location of the schema of a response. A status without one has the default schema. */
  private static String schema(Operation operation, String status) {
    String path = operation.path().replace("/", "~1");
    String method = operation.method().toLowerCase(Locale.ROOT);
    String responses = "/paths/" + path + "/" + method + "/responses";
    String named = DOCUMENT.at(responses).has(status) ? status : "default";
    String reference = DOCUMENT.at(responses + "/" + named).path("$ref").stringValue("");
    String response = reference.isEmpty() ? responses + "/" + named : reference.substring(1);
    return response + "/content/application~1json/schema";
  }
}
