package io.freightsdk.generator;

import java.util.List;
import java.util.Set;

/** Reads the members of an object: their types, whether they may be null, their constants. */
final class MemberReader {
  private static final String SCHEMAS = "#/components/schemas/";

  /**
   * The keys of a scalar member. The keys after x-sensitive restrict requests, and do not affect
   * readers.
   */
  private static final Set<String> SCALAR_KEYS =
      Set.of(
          "description",
          "type",
          "format",
          "const",
          "default",
          "x-sensitive",
          "pattern",
          "minLength",
          "maxLength",
          "minimum",
          "maximum",
          "exclusiveMaximum");

  private static final Set<String> REFERENCE_KEYS = Set.of("description", "$ref", "const");
  private static final Set<String> LIST_KEYS =
      Set.of("description", "type", "items", "minItems", "maxItems");
  private static final Set<String> AMOUNTS_KEYS =
      Set.of("description", "type", "additionalProperties");

  private final Node schemas;

  MemberReader(Node schemas) {
    this.schemas = schemas;
  }

  /** Reads a member, and adds its name to the names of the object. */
  Schema.Member read(String json, Node node, boolean required, Set<String> names) {
    return member(json, node, type(node), required, names);
  }

  /** A method of the record. Unlike a member, it can return a time zone. */
  Schema.Member readDerived(String name, Node node, Set<String> names) {
    boolean isZone = node.text("format", "").equals("time-zone");
    return member(name, node, isZone ? new Type.Zone() : type(node), false, names);
  }

  private static Schema.Member member(
      String json, Node node, Type type, boolean required, Set<String> names) {
    boolean nullable = isNullable(node);
    if (required && nullable) {
      throw node.invalid("a required member cannot be null; take it off 'required' or drop 'null'");
    }
    String name = Names.component(node, json);
    if (!names.add(name)) throw node.invalid("two members would have this name");
    return new Schema.Member(
        json,
        name,
        type,
        node.text("description"),
        required,
        required
            && node.has("minItems")
            && !Integer.valueOf(0).equals(node.get("minItems").value()),
        nullable,
        node.flag("x-sensitive"),
        required ? constant(node, type) : "");
  }

  Schema.View readView(String json, Node node) {
    if (type(node) instanceof Type.Scalar scalar && !isNullable(node)) {
      return new Schema.View(json, Names.component(node, json), scalar, node.text("description"));
    }
    throw node.invalid("a view is a plain string, number, integer, boolean or date-time");
  }

  private Type type(Node node) {
    if (node.has("$ref")) {
      node.requireOnly(REFERENCE_KEYS);
      return reference(node.get("$ref"));
    }
    return switch (typeName(node)) {
      case "string", "number", "integer", "boolean" -> {
        node.requireOnly(SCALAR_KEYS);
        yield scalar(node);
      }
      case "array" -> {
        node.requireOnly(LIST_KEYS);
        yield new Type.ListOf(item(node.get("items")));
      }
      case "object" -> {
        node.requireOnly(AMOUNTS_KEYS);
        if (type(node.get("additionalProperties")) != Type.Scalar.MONEY) {
          throw node.invalid("an object without a name of its own can only map names to numbers");
        }
        yield new Type.Amounts();
      }
      default -> throw node.get("type").invalid("unknown type '" + typeName(node) + "'");
    };
  }

  private Type item(Node items) {
    Type item = type(items);
    if (item instanceof Type.Model) return item;
    throw items.invalid("a list can hold named objects only");
  }

  private Type reference(Node ref) {
    String name = ref.text().startsWith(SCHEMAS) ? ref.text().substring(SCHEMAS.length()) : "";
    if (!schemas.has(name)) throw ref.invalid("no schema has the name '" + ref.text() + "'");
    boolean openEnum = schemas.get(name).has("x-extensible-enum");
    return openEnum ? new Type.OpenEnum(name) : new Type.Model(name);
  }

  private static Type.Scalar scalar(Node node) {
    String shape = typeName(node) + " " + node.text("format", "");
    return switch (shape) {
      case "string ", "string uri" -> Type.Scalar.STRING;
      case "string date-time" -> Type.Scalar.INSTANT;
      case "number " -> Type.Scalar.MONEY;
      case "number double" -> Type.Scalar.DOUBLE;
      case "integer " -> Type.Scalar.INTEGER;
      case "boolean " -> Type.Scalar.BOOLEAN;
      default -> throw node.get("format").invalid("unknown format for " + typeName(node));
    };
  }

  private static String typeName(Node node) {
    Node type = node.get("type");
    if (!isNullable(node)) return type.text();
    return type.texts().get(0);
  }

  /** A member can be null only by {@code type: [string, 'null']}. */
  private static boolean isNullable(Node node) {
    if (!node.has("type") || !(node.get("type").value() instanceof List<?>)) return false;
    List<String> types = node.get("type").texts();
    if (types.size() == 2 && types.get(1).equals("null")) return true;
    throw node.get("type").invalid("a list of types must be one type and then 'null'");
  }

  /**
   * The initial value in a builder: a {@code const}, or for a boolean a {@code default}. Other
   * generators turn a constant boolean into an enum of one value.
   */
  private static String constant(Node node, Type type) {
    if (node.has("default")) {
      if (type == Type.Scalar.BOOLEAN) return String.valueOf(node.flag("default"));
      throw node.get("default").invalid("only a boolean has a default");
    }
    if (!node.has("const")) return "";
    Node constant = node.get("const");
    if (type == Type.Scalar.STRING) return Source.literal(constant.text());
    throw constant.invalid("a constant must be a string; say 'default' for a boolean");
  }
}
