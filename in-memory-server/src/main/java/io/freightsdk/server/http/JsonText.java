package io.freightsdk.server.http;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.Operation;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.refusal.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * JSON text to trees of {@code Map}, {@code List}, {@code String}, {@code BigDecimal}, {@code
 * Boolean} and null, and back. Numbers keep every digit.
 */
public final class JsonText {
  static final String JSON = "application/json";

  private JsonText() {}

  /**
   * Parses a JSON value. Of two members with the same name, the last counts.
   *
   * @throws IOException if {@code text} is not exactly one JSON value in UTF-8
   */
  public static @Nullable Object parse(byte[] text) throws IOException {
    String json = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    rejectLenientJson(json);
    JsonReader reader = JsonReader.of(new Buffer().write(text));
    try {
      Object tree = read(reader);
      if (reader.peek() != JsonReader.Token.END_DOCUMENT) throw new IOException("a second value");
      return tree;
    } catch (JsonDataException | NumberFormatException e) {
      throw new IOException("too deep, or a number that large", e);
    }
  }

  private static @Nullable Object read(JsonReader reader) throws IOException {
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        reader.beginObject();
        while (reader.hasNext()) members.put(reader.nextName(), read(reader));
        reader.endObject();
        yield members;
      }
      case BEGIN_ARRAY -> {
        List<@Nullable Object> elements = new ArrayList<>(2);
        reader.beginArray();
        while (reader.hasNext()) elements.add(read(reader));
        reader.endArray();
        yield elements;
      }
      case STRING -> reader.nextString();
      case NUMBER -> new BigDecimal(reader.nextString());
      case BOOLEAN -> reader.nextBoolean();
      default -> reader.nextNull();
    };
  }

  /**
   * Moshi also accepts control characters and {@code \'} in a string, and literals in any case,
   * such as Python's {@code True}. The in-memory server must refuse them, as the service does.
   */
  private static void rejectLenientJson(String json) throws IOException {
    boolean inText = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      boolean isEscape = inText && c == '\\';
      if (isEscape) i++; // the next character belongs to it
      if (isEscape && json.startsWith("'", i)) throw new IOException("an escape of a quote");
      if (c == '"') inText = !inText;
      if (inText && c < ' ') throw new IOException("a control character in a text");
      if (!inText && c >= 'A' && c <= 'Z' && c != 'E') throw new IOException("a capital");
    }
  }

  /** A response with a tree as its JSON. */
  public static Response response(int status, @Nullable Object tree) {
    return Response.of(status, JSON, write(tree));
  }

  /** The response with status 200 and an object of alternating names and values. */
  public static Response ok(@Nullable Object... namesAndValues) {
    return response(200, object(namesAndValues));
  }

  /** The response with an error, and no other member. */
  static Response error(int status, String error) {
    return response(status, object("error", error));
  }

  /** The response to a refused call. */
  static Response response(RefusedException refused) {
    Response response = response(refused.status(), refused.body());
    for (Map.Entry<String, String> header : refused.headers().entrySet()) {
      response = response.withHeader(header.getKey(), header.getValue());
    }
    return response;
  }

  /** Writes a tree, which may also contain records, operations, and other values by their text. */
  public static byte[] write(@Nullable Object tree) {
    Buffer json = new Buffer();
    JsonWriter writer = JsonWriter.of(json);
    writer.setSerializeNulls(true);
    try {
      write(writer, tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return json.readByteArray();
  }

  private static void write(JsonWriter writer, @Nullable Object value) throws IOException {
    // Strings first, because most values are strings, and other checks take the JVM longer.
    if (value instanceof String text) {
      writer.value(text);
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
    } else if (value instanceof Boolean flag) {
      writer.value(flag);
    } else if (value instanceof Operation operation) {
      writer.value(operation.id());
    } else if (value instanceof Record data) {
      write(writer, members(data));
    } else {
      writer.value(value == null ? null : value.toString());
    }
  }

  /**
   * The components of a public record by name. For a native image, {@code
   * reachability-metadata.json} lists the records that the test control shows.
   */
  public static Map<String, @Nullable Object> members(Record data) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    try {
      for (RecordComponent component : data.getClass().getRecordComponents()) {
        members.put(component.getName(), component.getAccessor().invoke(data));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(data.getClass() + " cannot be read", e);
    }
    return members;
  }

  /** An object of alternating names and values, in this order. A null value is written as null. */
  public static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return object;
  }
}
