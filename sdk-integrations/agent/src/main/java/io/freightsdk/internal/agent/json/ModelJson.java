package io.freightsdk.internal.agent.json;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the arguments of a tool call as a model wrote them: strictly, with size limits, and without
 * quoting the text in a message, because it contains phone numbers.
 *
 * <p>Objects become {@code Map}, arrays {@code List}, numbers {@code BigDecimal}, {@code null}
 * stays {@code null}.
 */
public final class ModelJson {
  /** Enough for a load with 50 stops. */
  public static final int MAX_BYTES = 16 * 1024;

  static final int MAX_DEPTH = 8;

  /** A number with more digits than this, written out, is a mistake. */
  private static final int MAX_SCALE = 1_000;

  private static final String INVALID =
      "arguments: not valid JSON, cut off in the middle, or followed by more text";

  private final JsonReader reader;

  private ModelJson(JsonReader reader) {
    this.reader = reader;
  }

  /**
   * Reads one JSON object. A blank text is an empty object, because some frameworks send it for a
   * tool without parameters.
   *
   * @throws MalformedJsonException if the text is not one JSON object, names a member twice, is
   *     nested deeper than 8 levels or is longer than 16 KB in UTF-8
   */
  public static Map<String, @Nullable Object> object(String json) throws MalformedJsonException {
    if (json.isBlank()) return Map.of();

    // A char is at least one byte, so a huge text need not be encoded to be refused.
    Buffer bytes = new Buffer();
    if (json.length() <= MAX_BYTES) bytes.writeUtf8(json);
    if (json.length() > MAX_BYTES || bytes.size() > MAX_BYTES) {
      throw new MalformedJsonException("arguments: longer than the limit of 16384 bytes");
    }
    try (JsonReader reader = JsonReader.of(bytes)) {
      if (reader.peek() != JsonReader.Token.BEGIN_OBJECT) {
        throw new MalformedJsonException("arguments: expected one JSON object");
      }
      Map<String, @Nullable Object> object = new ModelJson(reader).object(1);
      // The reader itself fails on anything but white space after the object.
      boolean over = reader.peek() == JsonReader.Token.END_DOCUMENT;
      if (over) return object;
      throw new MalformedJsonException(INVALID);
    } catch (IOException | JsonDataException e) {
      throw new MalformedJsonException(INVALID);
    }
  }

  private @Nullable Object value(int depth) throws IOException, MalformedJsonException {
    if (depth > MAX_DEPTH) {
      throw new MalformedJsonException(
          "arguments: nested deeper than the limit of " + MAX_DEPTH + " levels");
    }
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> object(depth);
      case BEGIN_ARRAY -> array(depth);
      case STRING -> reader.nextString();
      case NUMBER -> number();
      case BOOLEAN -> reader.nextBoolean();
      default -> reader.nextNull();
    };
  }

  private Map<String, @Nullable Object> object(int depth)
      throws IOException, MalformedJsonException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (members.containsKey(name)) {
        throw new MalformedJsonException(
            "arguments: property " + SafeName.of(name) + " is given twice; send it once");
      }
      members.put(name, value(depth + 1));
    }
    reader.endObject();
    return members;
  }

  private List<@Nullable Object> array(int depth) throws IOException, MalformedJsonException {
    List<@Nullable Object> elements = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) {
      elements.add(value(depth + 1));
    }
    reader.endArray();
    return elements;
  }

  private BigDecimal number() throws IOException, MalformedJsonException {
    String digits = reader.nextString();
    try {
      BigDecimal number = digits.length() <= 40 ? new BigDecimal(digits) : null;
      if (number != null && Math.abs((long) number.scale()) <= MAX_SCALE) return number;
    } catch (NumberFormatException e) {
      // An exponent beyond int is out of every range that a schema here allows.
    }
    throw new MalformedJsonException("arguments: a number has too many digits");
  }
}
