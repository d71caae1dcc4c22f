package io.freightsdk.internal.agent.schema;

import io.freightsdk.internal.agent.json.SafeName;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a model sent against a schema and reports all problems at once, so that one more turn
 * is enough. Never repeats a value, which may be a phone number.
 *
 * <p>An optional property that is {@code null} counts as absent, because with strict schemas some
 * providers let models send every property.
 */
public final class SchemaCheck {
  private static final int MAX_PROBLEMS = 10;

  private final List<String> problems = new ArrayList<>();

  private SchemaCheck() {}

  /**
   * The result of a check.
   *
   * @param problems each one sentence that begins with the path, as the service writes paths:
   *     {@code pickups.0.zip}
   * @param accepted the arguments without members that are {@code null}
   */
  public record Verdict(List<String> problems, Map<String, Object> accepted) {}

  public static Verdict check(Schema.Struct schema, Map<String, @Nullable Object> arguments) {
    SchemaCheck check = new SchemaCheck();
    Map<String, Object> accepted = check.struct("", schema, arguments);
    List<String> first = check.problems.stream().limit(MAX_PROBLEMS).toList();
    return new Verdict(first, accepted);
  }

  private @Nullable Object value(String path, Schema schema, @Nullable Object value) {
    if (schema instanceof Schema.Text text) return text(path, text, value);
    if (schema instanceof Schema.Decimal decimal) return decimal(path, decimal, value);
    if (schema instanceof Schema.Items list) return items(path, list, value);
    return value instanceof Map<?, ?> members
        ? struct(path + ".", (Schema.Struct) schema, members)
        : wrongType(path, "an object", value);
  }

  private @Nullable Object text(String path, Schema.Text schema, @Nullable Object value) {
    if (!(value instanceof String text)) return wrongType(path, schema.expects(), value);

    int hidden = VisibleText.firstHidden(text);
    if (hidden >= 0) {
      problems.add(
          "%s: character %d is U+%04X, which cannot be seen; send visible characters only"
              .formatted(path, text.codePointCount(0, hidden) + 1, text.codePointAt(hidden)));
      return text;
    }
    String meant = schema.repair().apply(text.strip());
    int length = text.codePointCount(0, text.length());
    int meantLength = meant.codePointCount(0, meant.length());
    boolean fits = meantLength >= schema.minLength() && meantLength <= schema.maxLength();
    boolean matches = schema.pattern() == null || schema.pattern().matcher(meant).matches();
    if (!fits || !matches) {
      String bound = length > schema.maxLength() ? " of at most " + schema.maxLength() : "";
      String guess = schema.guess().apply(meant);
      String got =
          guess == null
              ? ", got " + length + " characters" + bound
              : "; did you mean " + guess + "?";
      problems.add(path + ": expected " + schema.expects() + got);
    } else if (!schema.rule().test(meant)) {
      problems.add(path + ": " + schema.otherwise());
    }
    return meant;
  }

  private @Nullable Object decimal(String path, Schema.Decimal schema, @Nullable Object value) {
    if (!(value instanceof BigDecimal number)) {
      String hint = value instanceof String ? "; send it without quotes" : "";
      problems.add(path + ": expected a number, got " + typeOf(value) + hint);
      return null;
    }
    boolean tooSmall = number.compareTo(schema.minimum()) < 0;
    if (tooSmall || number.compareTo(schema.maximum()) > 0) {
      problems.add(path + ": expected a number " + range(schema));
    }
    return number;
  }

  private @Nullable Object items(String path, Schema.Items schema, @Nullable Object value) {
    if (!(value instanceof List<?> elements)) return wrongType(path, "an array", value);

    int count = elements.size();
    if (count < schema.minItems() || count > schema.maxItems()) {
      String range = schema.minItems() + " to " + schema.maxItems();
      problems.add(path + ": expected " + range + " items, got " + count);
    }
    List<@Nullable Object> accepted = new ArrayList<>();
    for (int i = 0; i < count && i < schema.maxItems(); i++) {
      accepted.add(value(path + "." + i, schema.items(), elements.get(i)));
    }
    return accepted;
  }

  private Map<String, Object> struct(String prefix, Schema.Struct schema, Map<?, ?> members) {
    unknown(prefix, schema, members.keySet());
    Map<String, Object> accepted = new LinkedHashMap<>();
    for (Schema.Property property : schema.properties()) {
      Object given = members.get(property.name());
      String path = prefix + property.name();
      if (given != null) {
        Object value = value(path, property.schema(), given);
        if (value != null) accepted.put(property.name(), value);
      } else if (property.required()) {
        problems.add(path + ": required, " + expected(property.schema()));
      }
    }
    return accepted;
  }

  private static String expected(Schema schema) {
    if (schema instanceof Schema.Text text) return text.expects();
    if (schema instanceof Schema.Decimal decimal) return "a number " + range(decimal);
    if (schema instanceof Schema.Items list) {
      return "a list of "
          + list.minItems()
          + " to "
          + list.maxItems()
          + " like "
          + shape(list.items());
    }
    return "an object like " + shape(schema);
  }

  /** Of an object its required members. */
  private static String shape(Schema schema) {
    if (!(schema instanceof Schema.Struct struct)) return expected(schema);
    return struct.properties().stream()
        .filter(Schema.Property::required)
        .map(Schema.Property::name)
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String range(Schema.Decimal schema) {
    return "from " + schema.minimum().toPlainString() + " to " + schema.maximum().toPlainString();
  }

  /** Names what is meant, and the known names once for all others. */
  private void unknown(String prefix, Schema.Struct schema, Set<?> given) {
    String where = prefix.isEmpty() ? "arguments" : prefix.substring(0, prefix.length() - 1);
    List<String> others = new ArrayList<>();
    for (Object member : given) {
      String name = (String) member;
      if (schema.find(name) != null) continue;
      String meant =
          schema.names().stream()
              .filter(known -> simplified(known).equals(simplified(name)))
              .findFirst()
              .orElse(null);
      if (meant == null) others.add(SafeName.of(name));
      else {
        problems.add(
            "%s: unknown property %s; did you mean \"%s\"?"
                .formatted(where, SafeName.of(name), meant));
      }
    }
    if (others.isEmpty()) return;
    String names = String.join(", ", others.subList(0, Math.min(MAX_PROBLEMS, others.size())));
    if (others.size() > MAX_PROBLEMS) names += " and " + (others.size() - MAX_PROBLEMS) + " more";
    problems.add(
        "%s: unknown %s %s; %s"
            .formatted(
                where,
                others.size() == 1 ? "property" : "properties",
                names,
                schema.names().isEmpty()
                    ? "this tool takes none"
                    : "known are " + String.join(", ", schema.names())));
  }

  private static String simplified(String name) {
    return name.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
  }

  private @Nullable Object wrongType(String path, String expected, @Nullable Object value) {
    problems.add(path + ": expected " + expected + ", got " + typeOf(value));
    return null;
  }

  private static String typeOf(@Nullable Object value) {
    if (value == null) return "null";
    if (value instanceof String) return "a string";
    if (value instanceof BigDecimal) return "a number";
    if (value instanceof Boolean) return "a boolean";
    return value instanceof List ? "an array" : "an object";
  }
}
