package io.freightsdk.internal.agent.json;

import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.util.Map;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** Writes maps, iterables, texts, numbers and booleans as JSON, in the order they come. */
public final class ResultJson {
  private ResultJson() {}

  /** The JSON text of a value; members whose value is {@code null} are left out. */
  public static String of(Object value) {
    Buffer text = new Buffer();
    try (JsonWriter writer = JsonWriter.of(text)) {
      write(writer, value);
    } catch (IOException e) {
      throw new AssertionError("a buffer in memory does not fail", e);
    }
    return text.readUtf8();
  }

  private static void write(JsonWriter writer, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> members) {
      writer.beginObject();
      for (Map.Entry<?, ?> member : members.entrySet()) {
        if (member.getValue() == null) continue;
        writer.name((String) member.getKey());
        write(writer, member.getValue());
      }
      writer.endObject();
    } else if (value instanceof Iterable<?> elements) {
      writer.beginArray();
      for (Object element : elements) write(writer, element);
      writer.endArray();
    } else if (value instanceof Number number) {
      writer.value(number);
    } else if (value instanceof Boolean truth) {
      writer.value(truth);
    } else {
      writer.value(String.valueOf(value));
    }
  }
}
