package io.freightsdk.examples.contact;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.OpenApi31;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.model.Operation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The description of the API as the judge of bodies. What it says about a body is made of names and
 * JSON types, never of values.
 */
final class Description {
  private static final String DOCUMENT = "https://freight.test/description";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  static final Description PUBLISHED =
      new Description(new YAMLMapper().readTree(FreightApiDescription.yaml()));

  private final JsonNode document;
  private final SchemaRegistry registry;
  private final Set<String> names = new TreeSet<>();

  private Description(JsonNode document) {
    this.document = document;
    String text = JSON.writeValueAsString(document);
    this.registry =
        SchemaRegistry.withDialect(
            OpenApi31.getInstance(),
            builder ->
                builder
                    .schemas(Map.of(DOCUMENT, text))
                    .schemaRegistryConfig(
                        SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
    collectNames(document);
  }

  /**
   * What in a body is not as the description says.
   *
   * @param broken sentences about what it forbids or misses
   * @param unknown names of members, and members whose value is none of those that are named
   */
  record Judgement(List<String> broken, List<String> unknown) {}

  /** All names of members, codes, statuses and price keys that the description has. */
  Set<String> names() {
    return names;
  }

  /** An operation and a status for each answer that it names, such as {@code createLoad 201}. */
  List<String> answers() {
    List<String> answers = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (Map.Entry<String, JsonNode> response :
          document.at(pointer(operation) + "/responses").properties()) {
        answers.add(operation.id() + " " + response.getKey());
      }
    }
    return answers;
  }

  /** The body as JSON; null if it is not. */
  @Nullable JsonNode read(byte[] body) {
    try {
      JsonNode node = JSON.readTree(body);
      return node.isMissingNode() ? null : node;
    } catch (JacksonException notJson) {
      return null;
    }
  }

  /** Judges a body by what the operation answers with this status. */
  Judgement judge(Operation operation, int status, JsonNode body, Secrets secrets) {
    String responses = pointer(operation) + "/responses/";
    String described = responses + status;
    if (document.at(described).isMissingNode()) described = responses + "default";
    if (document.at(described).isMissingNode()) return new Judgement(List.of(), List.of());
    return judgeAt(resolved(described) + "/content/application~1json/schema", body, secrets);
  }

  /** Judges a body by one schema, such as {@code MissingFieldsError}. */
  Judgement judge(String schema, JsonNode body, Secrets secrets) {
    return judgeAt("/components/schemas/" + schema, body, secrets);
  }

  private Judgement judgeAt(String pointer, JsonNode body, Secrets secrets) {
    JsonNode schema = resolve(document.at(pointer));
    Set<String> broken = new LinkedHashSet<>();
    if (schema.has("anyOf")) {
      broken.addAll(noneOf(pointer, schema.get("anyOf"), body));
    } else {
      for (Error error : validate(pointer, body)) broken.add(sentence(error, secrets));
    }
    Set<String> unknown = new LinkedHashSet<>();
    collectUnknown("", body, schema, secrets, unknown);
    return new Judgement(List.copyOf(broken), List.copyOf(unknown));
  }

  private List<String> noneOf(String pointer, JsonNode choices, JsonNode body) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < choices.size(); i++) {
      if (validate(pointer + "/anyOf/" + i, body).isEmpty()) return List.of();
      String reference = choices.get(i).path("$ref").stringValue("");
      names.add(reference.substring(reference.lastIndexOf('/') + 1));
    }
    return List.of("the body is none of " + String.join(", ", names));
  }

  private List<Error> validate(String pointer, JsonNode body) {
    Schema schema = registry.getSchema(SchemaLocation.of(DOCUMENT + "#" + pointer));
    return schema.validate(body);
  }

  private static String sentence(Error error, Secrets secrets) {
    String at = path(error, secrets);
    JsonNode schema = error.getSchemaNode();
    return switch (error.getKeyword()) {
      case "required" ->
          "`" + (at.isEmpty() ? "" : at + ".") + error.getProperty() + "` is missing";
      case "type" ->
          "`"
              + at
              + "` is "
              + type(error.getInstanceNode())
              + ", the description says "
              + said(schema);
      case "const", "enum" -> "`" + at + "` has another value than the one that is described";
      case "format" -> "`" + at + "` is no " + schema.stringValue("value of its format");
      default -> "`" + at + "` does not keep `" + error.getKeyword() + "`";
    };
  }

  private static String said(JsonNode types) {
    if (types.isString()) return types.stringValue();
    List<String> all = new ArrayList<>();
    types.forEach(type -> all.add(type.stringValue("")));
    return String.join(" or ", all);
  }

  /** Such as {@code stops[].city}; the body itself is {@code the body}. */
  private static String path(Error error, Secrets secrets) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < error.getInstanceLocation().getNameCount(); i++) {
      Object element = error.getInstanceLocation().getElement(i);
      if (element instanceof Integer) {
        path.append("[]");
      } else {
        if (path.length() > 0) path.append('.');
        path.append(secrets.name(String.valueOf(element)));
      }
    }
    return path.toString();
  }

  /** The JSON type of a value, with its article. */
  static String type(JsonNode node) {
    if (node.isString()) return "a string";
    if (node.isNumber()) return "a number";
    if (node.isBoolean()) return "a boolean";
    if (node.isNull()) return "null";
    return node.isArray() ? "an array" : "an object";
  }

  private void collectUnknown(
      String path, JsonNode body, JsonNode schema, Secrets secrets, Set<String> into) {
    if (body.isArray()) {
      JsonNode items = resolve(schema.path("items"));
      for (JsonNode item : body) collectUnknown(path + "[]", item, items, secrets, into);
      return;
    }
    JsonNode known = schema.path("x-extensible-enum");
    if (body.isString() && known.isArray() && !contains(known, body.stringValue())) {
      into.add("`" + path + "` has the value " + secrets.name(body.stringValue()));
    }
    if (!body.isObject()) return;
    for (Map.Entry<String, JsonNode> member : body.properties()) {
      JsonNode described = member(schema, member.getKey());
      String name = (path.isEmpty() ? "" : path + ".") + secrets.name(member.getKey());
      boolean isOpen = schema.path("additionalProperties").isObject();
      if (described != null) {
        collectUnknown(name, member.getValue(), described, secrets, into);
      } else if (!isOpen) {
        into.add("member `" + name + "`");
      }
    }
  }

  /** The schema of a member in an object, also among the alternatives; null if it is not named. */
  private @Nullable JsonNode member(JsonNode schema, String name) {
    for (String group : List.of("properties", "x-views")) {
      JsonNode found = schema.path(group).get(name);
      if (found != null) return merged(found);
    }
    for (JsonNode choice : schema.path("anyOf")) {
      JsonNode found = member(resolve(choice), name);
      if (found != null) return found;
    }
    return null;
  }

  private JsonNode merged(JsonNode schema) {
    return schema.has("x-extensible-enum") ? schema : resolve(schema);
  }

  private static boolean contains(JsonNode values, String value) {
    for (JsonNode one : values) if (one.stringValue("").equals(value)) return true;
    return false;
  }

  private JsonNode resolve(JsonNode schema) {
    JsonNode reference = schema.path("$ref");
    return reference.isString() ? document.at(reference.stringValue().substring(1)) : schema;
  }

  private String resolved(String pointer) {
    JsonNode reference = document.at(pointer).path("$ref");
    return reference.isString() ? reference.stringValue().substring(1) : pointer;
  }

  private static String pointer(Operation operation) {
    String path = operation.path().replace("~", "~0").replace("/", "~1");
    return "/paths/" + path + "/" + operation.method().toLowerCase(Locale.ROOT);
  }

  private void collectNames(JsonNode node) {
    for (String group : List.of("properties", "x-views", "prices")) {
      node.path(group).propertyNames().forEach(names::add);
    }
    for (JsonNode value : node.path("x-extensible-enum")) names.add(value.stringValue(""));
    JsonNode only = node.path("const");
    if (only.isString()) names.add(only.stringValue());
    for (JsonNode child : node) collectNames(child);
  }
}
