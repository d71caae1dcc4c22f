package io.freightsdk.agent;

import com.squareup.moshi.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import okio.Buffer;

/** Reads results in tests with a reader that shares nothing with the tools. */
final class Json {
  private Json() {}

  @SuppressWarnings("unchecked") // A JSON object is a map by string.
  static Map<String, Object> object(String json) {
    try (JsonReader reader = JsonReader.of(new Buffer().writeUtf8(json))) {
      return (Map<String, Object>) reader.readJsonValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Object at(ToolResult result, String member) {
    return object(result.json()).get(member);
  }
}
