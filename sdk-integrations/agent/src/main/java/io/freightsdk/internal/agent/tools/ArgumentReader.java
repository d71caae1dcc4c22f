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
 * Reads the arguments that a model wrote by the schema of a tool, and says all that is wrong at
 * once, so that one more turn is enough: unknown members, missing ones, wrong types, and values
 * that the tool refuses. The rest is judged by the service.
 *
 * <p>An array or an object that came as JSON text, and a number as text, which bridges make of
 * them, are taken as what they are. A number in place of a text is refused: nobody knows any more
 * whether 7731, 07731 or 7731.0 was meant. A null counts as absent. No message contains a value,
 * which may be a phone number.
 */
final class ArgumentReader {
  /** Enough for a load with 50 stops. */
  private static final int MAX_LENGTH = 16 * 1024;

  private static final int MAX_PROBLEMS = 10;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z_-]{0,39}");

  private final ValueCheck check;
  private final List<String> problems = new ArrayList<>();

  private ArgumentReader(ValueCheck check) {
    this.check = check;
  }

  /** What a tool accepts. */
  interface ValueCheck {
    /**
     * What is wrong with a value of the right type, for a model and without the value: a sentence
     * that begins with a path. Null for nothing.
     *
     * @param path such as {@code pickups.0.date}
     * @param value a text or a {@code Double}; a list without a mistake; or a map of all members
     *     that the model gave and the schema knows, in which a wrong one is as it was given
     */
    @Nullable String problem(String path, Object value);
  }

  /**
   * The arguments in the order of the schema. None are written as null, a blank text or an empty
   * array too.
   *
   * @throws ToolErrorException if they cannot be read
   */
  static Map<String, Object> read(String json, Map<String, Object> schema, ValueCheck check) {
    ArgumentReader reading = new ArgumentReader(check);
    Map<String, Object> accepted =
        reading.object("", schema, json.isBlank() ? Map.of() : parsed(json));
    if (!reading.problems.isEmpty()) {
      throw invalid(String.join(". ", reading.problems.stream().limit(MAX_PROBLEMS).toList()));
    }
    return accepted;
  }

  /** Ends the call, with a sentence for the model that begins with a path. */
  static ToolErrorException invalid(String problems) {
    return ToolErrorException.of("INVALID_ARGUMENTS", Retry.CHANGED_ARGUMENTS)
        .because(problems + ".", "Correct this, then call again.");
  }

  /** A name that a model chose, for a message: only if it can be nothing but a name. */
  static String shown(String name) {
    return IDENTIFIER.matcher(name).matches() ? '"' + name + '"' : "(name not shown)";
  }

  private static Map<?, ?> parsed(String json) {
    if (json.length() > MAX_LENGTH) {
      throw invalid(
          String.format(
              Locale.ROOT, "arguments: longer than the limit of %,d characters", MAX_LENGTH));
    }
    try {
      Object given = ToolJson.read(json);
      if (given == null) return Map.of();
      if (given instanceof Map<?, ?> members) return members;
      if (given instanceof List<?> none && none.isEmpty()) return Map.of();
    } catch (JsonDataException e) {
      throw invalid(
          "arguments: not valid JSON (cut off in the middle, or followed by more text), or a member"
              + " that is given twice");
    }
    throw invalid("arguments: expected one JSON object");
  }

  private @Nullable Object value(String path, Map<String, Object> schema, Object given) {
    int before = problems.size();
    Object value = typed(path, schema, given);
    // Of an object, what is missing beside a mistake is said with the mistake.
    boolean isWrong = problems.size() > before && !(value instanceof Map);
    if (value == null || isWrong) return value;
    String problem = check.problem(path, value);
    if (problem != null) problems.add(problem);
    return value;
  }

  private @Nullable Object typed(String path, Map<String, Object> schema, Object value) {
    return switch (String.valueOf(schema.get("type"))) {
      case "object" -> {
        Object meant = parsedText(value);
        yield meant instanceof Map<?, ?> members
            ? object(path, schema, members)
            : mismatch(path, schema, value);
      }
      case "array" -> {
        Object meant = parsedText(value);
        yield meant instanceof List<?> elements
            ? array(path, schema, elements)
            : mismatch(path, schema, value);
      }
      case "number" -> number(path, schema, value);
      default -> text(path, schema, value);
    };
  }

  /** What a host has made text. */
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
          if (value != null) {
            Object read = value(at, property, value);
            // A wrong one goes no further than the check of its object: the call is refused.
            accepted.put(name, read == null ? value : read);
          } else if (required.contains(name)) {
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

  private @Nullable Object number(String path, Map<String, Object> schema, Object value) {
    Object meant = parsedText(value);
    return meant instanceof Double ? meant : mismatch(path, schema, value);
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

  /** What a value should be, with the words of the schema. */
  private static String expected(Map<String, Object> schema) {
    String type = String.valueOf(schema.get("type"));
    if (type.equals("array")) return "an array of " + expected(members(schema, "items"));
    if (type.equals("object")) return "an object with " + schema.get("required");
    Object description = schema.get("description");
    return "a " + type + (description == null ? "" : " (" + description + ")");
  }

  @SuppressWarnings("unchecked") // Our schemas are objects of objects.
  private static <V> Map<String, V> members(Map<String, Object> schema, String name) {
    return (Map<String, V>) Objects.requireNonNull(schema.get(name), name);
  }
}
