package io.freightsdk.internal.agent;

import com.squareup.moshi.JsonWriter;
import io.freightsdk.Charge;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.agent.ToolResult;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** What an adapter answers itself, in the form of a tool's answers, and the JSON of both. */
public final class HostAnswers {
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

  /** What a host has read from JSON, as JSON again. */
  public static String json(@Nullable Object value) {
    Buffer text = new Buffer();
    try (JsonWriter writer = JsonWriter.of(text)) {
      writer.jsonValue(value);
    } catch (IOException e) {
      throw new AssertionError("a buffer in memory does not fail", e);
    }
    return text.readUtf8();
  }
}
