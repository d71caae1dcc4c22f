package io.freightsdk.server.http;

import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.Operation;
import io.freightsdk.server.http.engine.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import okio.Buffer;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * JSON text to trees of {@code Map}, {@code List}, {@code String}, {@code BigDecimal}, {@code
 * Boolean} and null, and back. Numbers keep every digit.
 */
public final class JsonText {
  static final String JSON = "application/json";

  private JsonText() {}

  /**
   * Parses one JSON value.
   *
   * @throws IOException when {@code text} is not exactly one JSON value
   */
  public static @Nullable Object parse(byte[] text) throws IOException {
    return JsonParser.parse(text, new RecentTexts());
  }

  /** A response with a tree as its JSON. */
  public static Response response(int status, @Nullable Object tree) {
    return Response.of(status, JSON, write(tree));
  }

  /** A response with a model of the API as its JSON. */
  static <T> Response response(int status, Class<T> model, T value) {
    return Response.of(status, JSON, encoded(model, value));
  }

  static <T> byte[] encoded(Class<T> model, T value) {
    Buffer buffer = new Buffer();
    try {
      FreightJson.adapter(model).toJson(buffer, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return buffer.readByteArray();
  }

  /**
   * Writes a tree, which may contain operations, bytes of JSON, and values with a text of their
   * own.
   */
  public static byte[] write(@Nullable Object tree) {
    Buffer buffer = new Buffer();
    try (JsonWriter writer = JsonWriter.of(buffer)) {
      writer.setSerializeNulls(true);
      write(writer, tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return buffer.readByteArray();
  }

  private static void write(JsonWriter writer, @Nullable Object value) throws IOException {
    if (value == null) {
      writer.nullValue();
    } else if (value instanceof Map<?, ?> object) {
      writer.beginObject();
      for (Map.Entry<?, ?> member : object.entrySet()) {
        writer.name(String.valueOf(member.getKey()));
        write(writer, member.getValue());
      }
      writer.endObject();
    } else if (value instanceof Iterable<?> array) {
      writer.beginArray();
      for (Object element : array) write(writer, element);
      writer.endArray();
    } else if (value instanceof Number number) {
      writer.value(number);
    } else if (value instanceof Boolean bool) {
      writer.value(bool);
    } else if (value instanceof Operation operation) {
      writer.value(operation.id());
    } else if (value instanceof byte[] json) {
      try (BufferedSink raw = writer.valueSink()) {
        raw.write(json);
      }
    } else if (value instanceof Record) {
      throw new IllegalArgumentException(value.getClass() + " has to be made a map first");
    } else {
      writer.value(value.toString());
    }
  }

  /** An object of alternating names and values, its members in the order given. */
  public static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return object;
  }
}
