package io.freightsdk.internal.agent.tools;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.agent.results.ToolJson;
import io.freightsdk.internal.agent.results.UntrustedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments of a model by the schema of a tool. Reports all problems together, so that
 * the model needs one more turn: unknown and missing members, wrong types, and values that the tool
 * refuses. The service checks the rest.
 *
 * <p>Some hosts send arrays, objects and numbers as text, which is accepted. A number instead of a
 * text is refused, because the model may have meant 7731, 07731 or 7731.0. A null counts as
 * missing, and so does blank text for an optional member. No message contains a value, which may be
 * a phone number.
 */
final class ArgumentReader {
  /** Enough for a load with 50 stops. */
  private static final int MAX_LENGTH = 16 * 1024;

  private static final int MAX_PROBLEMS = 10;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z_-]{0,39}");

  private final ToolHandler tool;
  private final List<String> problems = new ArrayList<>();

  private ArgumentReader(ToolHandler tool) {
    this.tool = tool;
  }

  /**
   * Returns the arguments in the order of the schema. Null, blank text and an empty array count as
   * no arguments.
   *
   * @throws ToolErrorException if there is a problem
   */
  static Map<String, Object> read(String json, Map<String, Object> schema, ToolHandler tool) {
    ArgumentReader reading = new ArgumentReader(tool);
    Map<String, Object> accepted =
        reading.object("", schema, json.isBlank() ? Map.of() : parsed(json));
    if (!reading.problems.isEmpty()) throw invalid(reading.problems);
    return accepted;
  }

  /** Returns the error for the first problems, which start with their path. */
  static ToolErrorException invalid(List<String> problems) {
    String shown = String.join(". ", problems.stream().limit(MAX_PROBLEMS).toList());
    return ToolErrorException.of("INVALID_ARGUMENTS", Retry.CHANGED_ARGUMENTS)
        .because(
            shown + ".",
            "Correct this, then call again. Ask the user for values that you do not know.");
  }

  /** A name from the model for a message, unless it may be something else, such as a secret. */
  static String shown(String name) {
    return IDENTIFIER.matcher(name).matches() ? '"' + name + '"' : "(name not shown)";
  }

  private static Map<?, ?> parsed(String json) {
    if (json.length() > MAX_LENGTH) {
      throw invalid(
          List.of(
              String.format(
                  Locale.ROOT, "arguments: longer than the limit of %,d characters", MAX_LENGTH)));
    }
    try {
      Object given = ToolJson.read(json);
      if (given == null) return Map.of();
      if (given instanceof Map<?, ?> members) return members;
      if (given instanceof List<?> none && none.isEmpty()) return Map.of();
    } catch (JsonDataException e) {
      throw invalid(
          List.of(
              "arguments: not valid JSON (cut off in the middle, or followed by more text), or a"
                  + " member that is given twice"));
    }
    throw invalid(List.of("arguments: expected one JSON object"));
  }

  private @Nullable Object value(String path, Map<String, Object> schema, Object given) {
    int before = problems.size();
    Object value = typed(path, schema, given);
    if (value == null || problems.size() > before) return value;
    String problem = tool.problem(path, value);
    if (problem != null) problems.add(problem);
    return value;
  }

  private @Nullable Object typed(String path, Map<String, Object> schema, Object value) {
    return switch (String.valueOf(schema.get("type"))) {
      case "object" ->
          parsedText(value) instanceof Map<?, ?> members
              ? object(path, schema, members)
              : mismatch(path, schema, value);
      case "array" ->
          parsedText(value) instanceof List<?> elements
              ? array(path, schema, elements)
              : mismatch(path, schema, value);
      case "number" ->
          parsedText(value) instanceof Double number ? number : mismatch(path, schema, value);
      default -> text(path, schema, value);
    };
  }

  /** The value of a text that contains JSON; the text itself otherwise. */
  private static @Nullable Object parsedText(Object value) {
    if (!(value instanceof String text)) return value;
    try {
      return ToolJson.read(text);
    } catch (JsonDataException e) {
      return value;
    }
  }

  private Map<String, Object> object(String path, Map<String, Object> schema, Map<?, ?> given) {
    Map<String, Map<String, Object>> properties = members(schema, "properties");
    List<?> required = (List<?>) schema.getOrDefault("required", List.of());
    unknown(path, properties, given);
    Map<String, Object> accepted = new LinkedHashMap<>();
    properties.forEach(
        (name, property) -> {
          String at = path.isEmpty() ? name : path + "." + name;
          Object value = given.get(name);
          boolean isRequired = required.contains(name);
          boolean isBlank = value instanceof String text && text.isBlank();
          if (value != null && (isRequired || !isBlank)) {
            Object read = value(at, property, value);
            // Without a value, there is a problem, and the call is refused.
            if (read != null) accepted.put(name, read);
          } else if (isRequired) {
            problems.add(at + ": required, " + expected(property));
          }
        });
    return accepted;
  }

  private List<@Nullable Object> array(String path, Map<String, Object> schema, List<?> given) {
    Map<String, Object> items = members(schema, "items");
    List<@Nullable Object> accepted = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      String at = path + "." + i;
      Object element = given.get(i);
      accepted.add(element == null ? mismatch(at, items, null) : value(at, items, element));
    }
    return accepted;
  }

  private @Nullable Object text(String path, Map<String, Object> schema, Object value) {
    if (!(value instanceof String text)) return mismatch(path, schema, value);
    if (!UntrustedText.hasHidden(text)) return text.strip();
    problems.add(path + ": has invisible characters; send visible characters only");
    return null;
  }

  private void unknown(String path, Map<String, ?> known, Map<?, ?> given) {
    List<String> names = new ArrayList<>();
    for (Object name : given.keySet()) {
      if (!known.containsKey(String.valueOf(name))) names.add(shown(String.valueOf(name)));
    }
    if (names.isEmpty()) return;
    problems.add(
        String.format(
            Locale.ROOT,
            "%s: unknown %s; %s",
            path.isEmpty() ? "arguments" : path,
            String.join(", ", names.stream().limit(MAX_PROBLEMS).toList()),
            known.isEmpty()
                ? "this tool takes none"
                : "known are " + String.join(", ", known.keySet())));
  }

  private @Nullable Object mismatch(
      String path, Map<String, Object> schema, @Nullable Object value) {
    boolean isNumberForText = value instanceof Double && "string".equals(schema.get("type"));
    problems.add(
        path
            + ": expected "
            + expected(schema)
            + ", got "
            + kind(value)
            + (isNumberForText ? "; send it in quotes, with all its digits" : ""));
    return null;
  }

  private static String kind(@Nullable Object value) {
    if (value == null) return "null";
    if (value instanceof String) return "a string";
    if (value instanceof Double) return "a number";
    if (value instanceof Boolean) return "a boolean";
    return value instanceof List ? "an array" : "an object";
  }

  /** The expected value, in the words of the schema. */
  private static String expected(Map<String, Object> schema) {
    String type = String.valueOf(schema.get("type"));
    if (type.equals("array")) return "an array, each item " + expected(members(schema, "items"));
    if (type.equals("object")) return "an object with " + schema.get("required");
    Object description = schema.get("description");
    return "a " + type + (description == null ? "" : " (" + description + ")");
  }

  @SuppressWarnings("unchecked") // Our schemas are objects of objects.
  private static <V> Map<String, V> members(Map<String, Object> schema, String name) {
    return (Map<String, V>) Objects.requireNonNull(schema.get(name), name);
  }
}
