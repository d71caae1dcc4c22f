package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.agent.ToolResult;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an adapter answers itself, in the form of a tool's answers, and the JSON of both. */
public final class HostAnswers {
  /** Deeper than tools read. */
  private static final int TOO_DEEP = 300;

  /** A number with more digits than tools read. */
  private static final String TOO_LARGE = "1e9999";

  private HostAnswers() {}

  /** The application does not know who calls. */
  public static ToolResult nobodyLoggedIn() {
    return GuardedTool.failure(
        ToolErrorException.of("NOT_LOGGED_IN", Retry.AFTER_USER_ACTION)
            .because(
                "Nobody is logged in, so nothing was sent.",
                "Tell the user to log in to this server; no tool works before."));
  }

  /** More calls run than the program takes at once. */
  public static ToolResult tooManyCalls() {
    return GuardedTool.failure(
        ToolErrorException.of("BUSY", Retry.AFTER_DELAY)
            .because("Too many calls at once, so this one was not sent.", "Call again later."));
  }

  /** A fault of the adapter itself. */
  public static ToolResult failedUnexpectedly() {
    return GuardedTool.failure(
        ToolErrorException.of("INTERNAL", Retry.NEVER)
            .charge(Charge.UNKNOWN)
            .because(
                "The application failed unexpectedly.", "Do not repeat the call; tell the user."));
  }

  /** The JSON object of a result, as maps and lists; numbers keep their digits. */
  @SuppressWarnings("unchecked") // The members of a JSON object have names.
  public static Map<String, Object> members(ToolResult result) {
    return (Map<String, Object>) Objects.requireNonNull(ToolJson.read(result.json()));
  }

  /** A description for a host that keeps it for longer than a price may last. */
  public static String withoutPrice(String description) {
    return GuardedTool.withoutPrice(description);
  }

  /**
   * What a host has read from JSON, as JSON again, which a tool reads or refuses in words: nothing
   * fails here. Moshi's writer fails on a number too large for a double and on what is deep, and
   * makes half a surrogate pair a question mark, with which a reference is that of another order.
   */
  public static String json(@Nullable Object value) {
    StringBuilder text = new StringBuilder();
    write(value, text, 0);
    return text.toString();
  }

  private static void write(@Nullable Object value, StringBuilder text, int depth) {
    if (depth > TOO_DEEP) return;
    if (value instanceof Map<?, ?> members) {
      String before = "{";
      for (Map.Entry<?, ?> member : members.entrySet()) {
        quote(String.valueOf(member.getKey()), text.append(before));
        write(member.getValue(), text.append(':'), depth + 1);
        before = ",";
      }
      text.append(members.isEmpty() ? "{}" : "}");
    } else if (value instanceof Collection<?> elements) {
      String before = "[";
      for (Object element : elements) {
        write(element, text.append(before), depth + 1);
        before = ",";
      }
      text.append(elements.isEmpty() ? "[]" : "]");
    } else if (value instanceof Double number && !Double.isFinite(number)) {
      text.append(TOO_LARGE);
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      text.append(value);
    } else {
      quote(value.toString(), text);
    }
  }

  private static void quote(String value, StringBuilder text) {
    text.append('"');
    value
        .codePoints()
        .forEach(
            character -> {
              boolean isHalf = Character.getType(character) == Character.SURROGATE;
              if (character == '"' || character == '\\') {
                text.append('\\').append((char) character);
              } else if (character < ' ' || isHalf) {
                text.append(String.format(Locale.ROOT, "\\u%04x", character));
              } else {
                text.appendCodePoint(character);
              }
            });
    text.append('"');
  }
}
