package io.freightsdk.contact;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.OpenApi31;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Operation;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
  private static final JsonNode DOCUMENT = new YAMLMapper().readTree(FreightApiDescription.yaml());

  /** The names of all members and prices of the description. */
  static final Set<String> NAMES = names(DOCUMENT).collect(Collectors.toUnmodifiableSet());

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

  private static Stream<String> names(JsonNode node) {
    Stream<String> prices = Stream.of(node.path("x-price-key").stringValue(""));
    Stream<String> members =
        Stream.of("properties", "x-views")
            .flatMap(kind -> node.path(kind).propertyStream())
            .map(Map.Entry::getKey);
    Stream<String> others = node.valueStream().flatMap(ResponseSchemas::names);
    return Stream.of(prices, members, others).flatMap(all -> all).filter(name -> !name.isEmpty());
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

    /** Such as {@code stops[].city}. A name that is not described may identify somebody. */
    String member() {
      return Stream.of(pointer.split("/", -1))
          .skip(1)
          .map(name -> name.matches("[0-9]+") ? "[]" : NAMES.contains(name) ? name : "<other>")
          .collect(Collectors.joining("."))
          .replace(".[]", "[]");
    }
  }

  /** The violations of the description in the body of a response. */
  static List<Violation> violations(Operation operation, int status, JsonNode body) {
    String schema = content(operation, status) + "/schema";
    return SCHEMAS.getSchema(SchemaLocation.of(ID + "#" + schema)).validate(body).stream()
        .map(Violation::of)
        .toList();
  }

  /** The schema of the body of a response. */
  static JsonNode schema(Operation operation, int status) {
    return DOCUMENT.at(content(operation, status) + "/schema");
  }

  /** The bodies in the description that are examples of a response. */
  static List<JsonNode> examples(Operation operation, int status) {
    return DOCUMENT
        .at(content(operation, status) + "/examples")
        .valueStream()
        .map(example -> resolved(example).path("value"))
        .toList();
  }

  /** The described members of an object, and the prices of a list, with their schemas. */
  static Map<String, JsonNode> members(JsonNode described) {
    JsonNode schema = resolved(described);
    Map<String, JsonNode> members = new LinkedHashMap<>();
    for (JsonNode one : schema.path("anyOf")) members.putAll(members(one));
    for (String kind : List.of("properties", "x-views")) {
      schema.path(kind).forEachEntry(members::put);
    }
    JsonNode price = schema.path("additionalProperties");
    for (Operation operation : Operation.values()) {
      String key = operation.priceKey();
      if (price.isObject() && key != null) members.put(key, price);
    }
    return members;
  }

  /** A schema, without reference to another one. */
  static JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").stringValue("");
    return reference.isEmpty() ? schema : DOCUMENT.at(reference.substring(1));
  }

  /** Whether a schema has a type, possibly with null. */
  static boolean hasType(JsonNode schema, String type) {
    JsonNode types = schema.path("type");
    return types.stringValue("").equals(type)
        || types.valueStream().anyMatch(one -> one.stringValue("").equals(type));
  }

  /**
   * The members with a value that is not in their described list; true if a value of the list has
   * the same letters.
   */
  static Map<String, Boolean> unlisted(Operation operation, int status, JsonNode body) {
    Map<String, Boolean> found = new LinkedHashMap<>();
    addUnlisted(schema(operation, status), "", body, found);
    return found;
  }

  private static void addUnlisted(
      JsonNode described, String at, JsonNode node, Map<String, Boolean> found) {
    JsonNode schema = resolved(described);
    JsonNode listed = schema.path("x-extensible-enum");
    if (listed.isArray() && node.isString() && !isListed(schema, node)) {
      String value = letters(node.stringValue());
      boolean isAlike =
          listed.valueStream().anyMatch(one -> letters(one.stringValue()).equals(value));
      found.merge(at, isAlike, Boolean::logicalOr);
    }
    if (node.isArray()) {
      node.forEach(item -> addUnlisted(schema.path("items"), at + "[]", item, found));
    }
    members(schema)
        .forEach((name, member) -> addUnlisted(member, join(at, name), node.path(name), found));
  }

  /** Whether the list of a schema has a value. */
  static boolean isListed(JsonNode schema, JsonNode value) {
    return schema.path("const").equals(value)
        || schema.path("x-extensible-enum").valueStream().anyMatch(value::equals);
  }

  /**
   * The described members that are absent next to members that are not described, if the examples
   * have them or their letters are the same; true if the client loses the value. A service that
   * omits null values sends the member in another item of the list.
   */
  static Map<String, Boolean> absent(Operation operation, int status, JsonNode body) {
    Map<String, Boolean> found = new LinkedHashMap<>();
    Set<String> present = new HashSet<>();
    new Absent(status >= 400, hasNull(body), present, found)
        .add(schema(operation, status), examples(operation, status), "", body);
    found.keySet().removeAll(present);
    return found;
  }

  private static boolean hasNull(JsonNode node) {
    return node.isNull() || node.valueStream().anyMatch(ResponseSchemas::hasNull);
  }

  private record Absent(
      boolean isRefusal, boolean hasNull, Set<String> present, Map<String, Boolean> found) {
    void add(JsonNode described, List<JsonNode> examples, String at, JsonNode node) {
      JsonNode schema = resolved(described);
      if (node.isArray()) {
        List<JsonNode> items = examples.stream().flatMap(JsonNode::valueStream).toList();
        node.forEach(item -> add(schema.path("items"), items, at + "[]", item));
      }
      // An open object has guesses only, and the client keeps all its members.
      if (!node.isObject() || schema.has("additionalProperties")) return;
      Map<String, JsonNode> members = members(schema);
      Map<String, JsonNode> others = new LinkedHashMap<>();
      node.forEachEntry((name, value) -> others.put(name, value));
      others.keySet().removeAll(members.keySet());
      members.forEach(
          (name, member) -> {
            String path = join(at, name);
            if (node.has(name)) {
              present.add(path);
              add(
                  member,
                  examples.stream().map(one -> one.path(name)).toList(),
                  path,
                  node.get(name));
              return;
            }
            if (others.isEmpty()) return;
            boolean isSent = isSent(name, resolved(member), examples);
            boolean isLost =
                others.entrySet().stream()
                    .anyMatch(other -> isLost(name, resolved(member), isSent, other));
            if (isLost || (isSent && !isRefusal)) found.merge(path, isLost, Boolean::logicalOr);
          });
    }

    /** Each example of a success has all members that are always sent. */
    private boolean isSent(String name, JsonNode member, List<JsonNode> examples) {
      // Nothing is lost without a value that is always the same.
      boolean isFixed =
          member.has("const") || member.path("type").stringValue("").equals("boolean");
      if (isFixed || examples.isEmpty()) return false;
      return isRefusal
          ? examples.stream().anyMatch(one -> one.has(name))
          : examples.stream().allMatch(one -> one.has(name));
    }

    /** Whether another member replaces an absent one. */
    private boolean isLost(
        String name, JsonNode member, boolean isSent, Map.Entry<String, JsonNode> other) {
      if (letters(name).equals(letters(other.getKey()))) return true;
      if (!isSent) return false;
      // A service that sends null values omits none.
      if (!isRefusal && hasNull && hasType(member, "null")) return true;
      if (!contains(other.getValue(), member)) return false;
      String type = member.path("type").stringValue("");
      boolean isNeeded = !isRefusal && List.of("string", "number", "integer").contains(type);
      return isNeeded || sharesWord(name, other.getKey());
    }
  }

  /** Whether a value, or a part of it, has the form of a member. */
  private static boolean contains(JsonNode value, JsonNode member) {
    boolean isText = value.isString() && hasType(member, "string");
    String format = member.path("format").stringValue("");
    if (isText && format.equals("date-time")) {
      isText = FreightJson.parseInstant(value.stringValue()) != null;
    }
    if (isText && format.equals("uri")) isText = value.stringValue().contains("://");
    if (isText && member.has("x-extensible-enum")) isText = isListed(member, value);
    return isText
        || (value.isNumber() && (hasType(member, "number") || hasType(member, "integer")))
        || (value.isBoolean() && hasType(member, "boolean"))
        || (value.isNull() && hasType(member, "null"))
        || (value.isArray() && hasType(member, "array"))
        || (value.isObject() && hasType(member, "object"))
        || value.valueStream().anyMatch(part -> contains(part, member));
  }

  /** Such as {@code arrivedAt} and {@code actualArrival}, or {@code lat} and {@code latitude}. */
  private static boolean sharesWord(String name, String other) {
    return starts(name)
        .anyMatch(
            start -> starts(other).anyMatch(one -> one.startsWith(start) || start.startsWith(one)));
  }

  /** The first four letters of each word of a name, except of words with one or two letters. */
  private static Stream<String> starts(String name) {
    return Stream.of(
            name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT).split("[^a-z]+"))
        .filter(word -> word.length() > 2)
        .map(word -> word.substring(0, Math.min(4, word.length())));
  }

  private static String letters(String name) {
    return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
  }

  private static String join(String at, String name) {
    return at.isEmpty() ? name : at + "." + name;
  }

  /** The location of a response. A status without one has the default. */
  private static String content(Operation operation, int status) {
    String path = operation.path().replace("/", "~1");
    String method = operation.method().toLowerCase(Locale.ROOT);
    String responses = "/paths/" + path + "/" + method + "/responses";
    boolean isNamed = DOCUMENT.at(responses).has(String.valueOf(status));
    String response = responses + "/" + (isNamed ? status : "default");
    String reference = DOCUMENT.at(response).path("$ref").stringValue("");
    return (reference.isEmpty() ? response : reference.substring(1)) + "/content/application~1json";
  }
}
