package io.freightsdk.server.http;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
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
  /** No number of this API needs more; it also bounds the work one hostile number can cause. */
  private static final int MAX_NUMBER_LENGTH = 64;

  private JsonText() {}

  /**
   * Parses one JSON value.
   *
   * @throws IOException when {@code text} is not exactly one JSON value
   */
  public static @Nullable Object parse(byte[] text) throws IOException {
    try (JsonReader reader = JsonReader.of(new Buffer().write(text))) {
      Object value = read(reader);
      if (reader.peek() != JsonReader.Token.END_DOCUMENT) {
        throw new IOException("more than one value");
      }
      return value;
    } catch (JsonDataException | NumberFormatException e) {
      throw new IOException("not JSON", e);
    }
  }

  /** Writes a tree, which may contain operations, and values with a text of their own. */
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

  private static @Nullable Object read(JsonReader reader) throws IOException {
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> readObject(reader);
      case BEGIN_ARRAY -> readArray(reader);
      case STRING -> reader.nextString();
      case NUMBER -> readNumber(reader.nextString());
      case BOOLEAN -> reader.nextBoolean();
      case NULL -> reader.nextNull();
      default -> throw new IOException("no value");
    };
  }

  private static Map<String, @Nullable Object> readObject(JsonReader reader) throws IOException {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    reader.beginObject();
    while (reader.hasNext()) {
      int usual = reader.selectName(Names.USUAL);
      object.put(usual < 0 ? reader.nextName() : Names.TEXTS[usual], read(reader));
    }
    reader.endObject();
    return object;
  }

  private static List<@Nullable Object> readArray(JsonReader reader) throws IOException {
    List<@Nullable Object> array = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) array.add(read(reader));
    reader.endArray();
    return array;
  }

  private static BigDecimal readNumber(String literal) {
    if (literal.length() > MAX_NUMBER_LENGTH) throw new NumberFormatException("too long");
    return new BigDecimal(literal);
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

  /**
   * The usual names of bodies, recognised in the bytes: a text for each would be a quarter of what
   * parsing allocates.
   */
  private static final class Names {
    static final String[] TEXTS =
        """
        driverPhone shipperName carrierName equipmentType customerRef truckNumber rate miles weight
        pickups deliveries address city state zip facilityName date
        lat lng accuracy speed heading timestamp"""
            .split("\\s", -1);
    static final JsonReader.Options USUAL = JsonReader.Options.of(TEXTS);
  }
}
