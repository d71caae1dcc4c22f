package io.freightsdk.schemacheck;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.OpenApi31;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.model.Operation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Says what in a JSON body violates the API description. Strict: a field that the description does
 * not name is a violation, though clients skip it. Safe for use by many threads.
 */
public final class SchemaCheck {
  private static final String DOCUMENT = "https://freight.test/description";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();
  private static final JsonNode DESCRIPTION =
      new YAMLMapper().readTree(FreightApiDescription.yaml());
  private static final SchemaRegistry REGISTRY = registry();
  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

  private SchemaCheck() {}

  /** The violations in a body that an operation returned with a status; empty if there are none. */
  public static List<String> of(Operation operation, int status, String body) {
    String responses = operationPointer(operation) + "/responses/";
    String described =
        Stream.of(String.valueOf(status), status / 100 + "XX")
            .filter(key -> !DESCRIPTION.at(responses + key).isMissingNode())
            .findFirst()
            .orElse("default");
    return content(responses + described, body);
  }

  /** The violations in a body sent to an operation; empty when there are none. */
  public static List<String> request(Operation operation, String body) {
    return content(operationPointer(operation) + "/requestBody", body);
  }

  /** The violations in a body against a named schema such as {@code GpsPoint}. */
  public static List<String> schema(String name, String body) {
    return validate("/components/schemas/" + name, body);
  }

  private static List<String> content(String pointer, String body) {
    JsonNode reference = DESCRIPTION.at(pointer).path("$ref");
    String resolved = reference.isMissingNode() ? pointer : reference.stringValue().substring(1);
    return validate(resolved + "/content/application~1json/schema", body);
  }

  private static List<String> validate(String pointer, String body) {
    if (DESCRIPTION.at(pointer).isMissingNode()) {
      throw new IllegalArgumentException("the API description has nothing at " + pointer);
    }
    JsonNode parsed;
    try {
      parsed = JSON.readTree(body);
    } catch (JacksonException e) {
      return List.of("not JSON: " + e.getOriginalMessage());
    }
    if (parsed.isMissingNode()) return List.of("not JSON: empty");
    return SCHEMAS
        .computeIfAbsent(
            pointer, key -> REGISTRY.getSchema(SchemaLocation.of(DOCUMENT + "#" + key)))
        .validate(parsed)
        .stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }

  private static String operationPointer(Operation operation) {
    String path = operation.path().replace("~", "~0").replace("/", "~1");
    return "/paths/" + path + "/" + operation.method().toLowerCase(Locale.ROOT);
  }

  private static SchemaRegistry registry() {
    JsonNode strict = DESCRIPTION.deepCopy();
    for (JsonNode schema : strict.at("/components/schemas")) {
      boolean closed = schema.has("properties") && !schema.has("additionalProperties");
      if (closed) ((ObjectNode) schema).put("additionalProperties", false);
    }
    String document = JSON.writeValueAsString(strict);
    return SchemaRegistry.withDialect(
        OpenApi31.getInstance(),
        builder ->
            builder
                .schemas(Map.of(DOCUMENT, document))
                .schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  }
}
