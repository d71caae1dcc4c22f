package io.freightsdk.internal.agent.schema;

import io.freightsdk.internal.agent.json.SafeName;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    if (schema instanceof Schema.Struct struct) {
      return value instanceof Map<?, ?> members
          ? struct(path + ".", struct, members)
          : wrongType(path, "an object", value);
    }
    throw new IllegalStateException(path + ": results are not checked");
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
      problems.add(
          path + ": expected " + schema.expects() + ", got " + length + " characters" + bound);
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
      String range = schema.minimum().toPlainString() + " to " + schema.maximum().toPlainString();
      problems.add(path + ": expected a number from " + range);
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
    for (Object name : members.keySet()) {
      if (schema.find((String) name) == null) unknown(prefix, schema, (String) name);
    }
    Map<String, Object> accepted = new LinkedHashMap<>();
    for (Schema.Property property : schema.properties()) {
      Object given = members.get(property.name());
      String path = prefix + property.name();
      if (given != null) {
        Object value = value(path, property.schema(), given);
        if (value != null) accepted.put(property.name(), value);
      } else if (property.required()) {
        problems.add(path + ": required. " + meaning(property.schema()));
      }
    }
    return accepted;
  }

  private static String meaning(Schema schema) {
    boolean said = schema instanceof Schema.Text text && text.description().isEmpty();
    return said ? "Expected " + ((Schema.Text) schema).expects() : schema.description();
  }

  private void unknown(String prefix, Schema.Struct schema, String name) {
    String meant =
        schema.names().stream()
            .filter(known -> simplified(known).equals(simplified(name)))
            .map(known -> "did you mean \"" + known + "\"?")
            .findFirst()
            .orElse(
                schema.names().isEmpty()
                    ? "this tool takes none"
                    : "known are " + String.join(", ", schema.names()));
    String where = prefix.isEmpty() ? "arguments" : prefix.substring(0, prefix.length() - 1);
    problems.add(where + ": unknown property " + SafeName.of(name) + "; " + meant);
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
