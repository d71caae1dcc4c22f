package io.freightsdk.mcp;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** JSON as maps, lists, strings, {@code BigDecimal}, booleans and nulls. */
public final class Json {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_DIGITS = 400;

  private Json() {}

  /**
   * A text is not JSON that this server accepts; the message says why, without quoting the text.
   */
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message);
    }
  }

  /** Reads the one value of a text. */
  public static @Nullable Object read(String text) throws Malformed {
    try (JsonReader reader = JsonReader.of(new Buffer().writeUtf8(text))) {
      Object value = value(reader, 0);
      if (reader.peek() == JsonReader.Token.END_DOCUMENT) return value;
      throw new Malformed("more than one JSON value");
    } catch (IOException | JsonDataException | NumberFormatException e) {
      throw new Malformed("not JSON, or cut off");
    }
  }

  private static @Nullable Object value(JsonReader reader, int depth)
      throws IOException, Malformed {
    if (depth > MAX_DEPTH) throw new Malformed("nested deeper than " + MAX_DEPTH + " levels");
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> object(reader, depth);
      case BEGIN_ARRAY -> {
        List<@Nullable Object> elements = new ArrayList<>();
        reader.beginArray();
        while (reader.hasNext()) elements.add(value(reader, depth + 1));
        reader.endArray();
        yield elements;
      }
      case STRING -> reader.nextString();
      case NUMBER -> number(reader.nextString());
      case BOOLEAN -> reader.nextBoolean();
      default -> reader.nextNull();
    };
  }

  private static Map<String, @Nullable Object> object(JsonReader reader, int depth)
      throws IOException, Malformed {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (members.containsKey(name)) throw new Malformed("a member is named twice");
      members.put(name, value(reader, depth + 1));
    }
    reader.endObject();
    return members;
  }

  private static BigDecimal number(String digits) throws Malformed {
    if (digits.length() > MAX_DIGITS) throw new Malformed("a number has too many digits");
    return new BigDecimal(digits);
  }

  /** Writes a value in one line, including members that are null. */
  public static String write(@Nullable Object value) {
    Buffer text = new Buffer();
    try (JsonWriter writer = JsonWriter.of(text)) {
      writer.setSerializeNulls(true);
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
    } else if (value == null) {
      writer.nullValue();
    } else {
      writer.value(value.toString());
    }
  }
}
