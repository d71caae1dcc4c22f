package io.freightsdk.internal.agent.results;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON as maps, lists, strings, numbers and booleans. */
public final class ToolJson {
  private ToolJson() {}

  /**
   * Reads one value.
   *
   * @throws JsonDataException if the text is not one JSON value. The message contains no part of
   *     the text
   */
  public static @Nullable Object read(String json) {
    try (JsonReader reader = JsonReader.of(new Buffer().writeUtf8(json))) {
      Object value = reader.readJsonValue();
      // The reader fails on anything but white space after the value.
      if (reader.peek() == JsonReader.Token.END_DOCUMENT) return value;
    } catch (IOException | JsonDataException e) {
      // Its message may contain a part of the text.
    }
    throw new JsonDataException("not one JSON value");
  }

  /**
   * Writes a value and keeps the order of members. Omits members with the value null.
   *
   * @throws JsonDataException if it is nested more than 255 times
   */
  public static String write(Object value) {
    Buffer text = new Buffer();
    try (JsonWriter writer = JsonWriter.of(text)) {
      writer.setSerializeNulls(false);
      writer.jsonValue(value);
    } catch (IOException e) {
      throw new AssertionError("a buffer in memory does not fail", e);
    }
    return text.readUtf8();
  }
}
