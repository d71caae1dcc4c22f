package io.freightsdk.internal.agent.results;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** JSON as maps, lists, texts, numbers and booleans: the one way to read and to write it. */
public final class ToolJson {
  private ToolJson() {}

  /**
   * Reads one value.
   *
   * @throws JsonDataException if the text is not one JSON value; its message has nothing of it
   */
  public static @Nullable Object read(String json) {
    try (JsonReader reader = JsonReader.of(new Buffer().writeUtf8(json))) {
      Object value = reader.readJsonValue();
      // The reader itself fails on anything but white space after the value.
      if (reader.peek() == JsonReader.Token.END_DOCUMENT) return value;
    } catch (IOException | JsonDataException e) {
      // The message has a part of the text.
    }
    throw new JsonDataException("not one JSON value");
  }

  /**
   * Writes a value in the order it has; members whose value is null are left out.
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
