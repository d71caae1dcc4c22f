package io.freightsdk.internal.agent.schema;

import io.freightsdk.internal.agent.json.ResultJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A schema as JSON text, always in the same order.
 *
 * <p>The root of an object carries only type, properties, required and additionalProperties:
 * LangChain4j refuses other keys there.
 */
public final class SchemaText {
  private SchemaText() {}

  public static String of(Schema schema) {
    return ResultJson.of(members(schema));
  }

  /** A schema as maps, lists and texts; each call gives new ones. */
  public static Map<String, Object> members(Schema schema) {
    Map<String, Object> members = value(schema);
    // Once: inside, it would cost context in each stop, and the check refuses such properties too.
    if (schema instanceof Schema.Struct) {
      members.put("additionalProperties", false);
    }
    return members;
  }

  private static Map<String, Object> value(Schema schema) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("type", type(schema));
    if (!schema.description().isEmpty()) members.put("description", schema.description());
    if (schema instanceof Schema.Items list) members.put("items", value(list.items()));
    if (schema instanceof Schema.Struct struct) struct(struct, members);
    return members;
  }

  private static String type(Schema schema) {
    if (schema instanceof Schema.Text) return "string";
    if (schema instanceof Schema.Decimal) return "number";
    return schema instanceof Schema.Items ? "array" : "object";
  }

  private static void struct(Schema.Struct struct, Map<String, Object> members) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Schema.Property property : struct.properties()) {
      properties.put(property.name(), value(property.schema()));
    }
    List<String> required =
        struct.properties().stream()
            .filter(Schema.Property::required)
            .map(Schema.Property::name)
            .toList();
    members.put("properties", properties);
    if (!required.isEmpty()) members.put("required", required);
  }
}
