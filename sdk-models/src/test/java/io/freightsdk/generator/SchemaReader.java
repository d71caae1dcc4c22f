package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code components.schemas}. */
final class SchemaReader {
  private static final Set<String> OBJECT_KEYS =
      Set.of(
          "description",
          "type",
          "required",
          "dependentRequired",
          "properties",
          "additionalProperties",
          "x-lenient",
          "x-views",
          "x-derived");
  private static final Set<String> ENUM_KEYS = Set.of("description", "type", "x-extensible-enum");

  private final Node schemas;
  private final MemberReader members;

  SchemaReader(Node schemas) {
    this.schemas = schemas;
    this.members = new MemberReader(schemas);
  }

  /** The schemas that become types. */
  List<Schema> read() {
    List<Schema> result = new ArrayList<>();
    schemas
        .entries()
        .forEach(
            (name, node) -> {
              if (!node.flag("x-no-record")) result.add(schema(Names.type(node, name), node));
            });
    return result;
  }

  private Schema schema(String name, Node node) {
    return switch (node.text("type")) {
      case "object" -> model(name, node);
      case "string" -> openEnum(name, node);
      default -> throw node.get("type").invalid("a named schema is an object or an open enum");
    };
  }

  private Schema.Model model(String name, Node node) {
    node.requireOnly(OBJECT_KEYS);
    Map<String, Node> properties =
        node.has("properties") ? node.get("properties").entries() : Map.of();
    List<String> required = node.has("required") ? node.get("required").texts() : List.of();
    for (String json : required) {
      if (!properties.containsKey(json)) {
        throw node.get("required").invalid("'" + json + "' is not among the properties");
      }
    }
    List<Schema.Member> understood = new ArrayList<>();
    Set<String> names = new HashSet<>();
    properties.forEach(
        (json, property) ->
            understood.add(members.read(json, property, required.contains(json), names)));
    boolean open = node.has("additionalProperties") && node.flag("additionalProperties");
    return new Schema.Model(
        name,
        node.text("description"),
        understood,
        dependencies(node, understood),
        open,
        views(node, open),
        derived(node, names),
        node.flag("x-lenient"));
  }

  private static List<Schema.Dependency> dependencies(Node node, List<Schema.Member> members) {
    if (!node.has("dependentRequired")) return List.of();
    List<Schema.Dependency> dependencies = new ArrayList<>();
    for (Map.Entry<String, Node> need : node.get("dependentRequired").entries().entrySet()) {
      for (String other : need.getValue().texts()) {
        dependencies.add(
            new Schema.Dependency(
                optional(need.getValue(), need.getKey(), members),
                optional(need.getValue(), other, members)));
      }
    }
    return dependencies;
  }

  private static Schema.Member optional(Node need, String json, List<Schema.Member> members) {
    return members.stream()
        .filter(member -> member.json().equals(json))
        .filter(member -> !member.required() && !member.collection())
        .findFirst()
        .orElseThrow(() -> need.invalid("'" + json + "' is no optional value of this object"));
  }

  private List<Schema.View> views(Node node, boolean open) {
    if (!node.has("x-views")) return List.of();
    if (!open) throw node.get("x-views").invalid("views need 'additionalProperties: true'");
    List<Schema.View> views = new ArrayList<>();
    node.get("x-views").entries().forEach((json, view) -> views.add(members.readView(json, view)));
    return views;
  }

  private List<Schema.Member> derived(Node node, Set<String> names) {
    if (!node.has("x-derived")) return List.of();
    List<Schema.Member> derived = new ArrayList<>();
    node.get("x-derived")
        .entries()
        .forEach((name, method) -> derived.add(members.readDerived(name, method, names)));
    return derived;
  }

  private static Schema.OpenEnum openEnum(String name, Node node) {
    node.requireOnly(ENUM_KEYS);
    Node values = node.get("x-extensible-enum");
    values.texts().forEach(value -> Names.constant(values, value));
    return new Schema.OpenEnum(name, node.text("description"), values.texts());
  }
}
