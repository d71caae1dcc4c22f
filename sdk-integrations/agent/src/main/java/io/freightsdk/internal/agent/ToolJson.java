package io.freightsdk.internal.agent;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * JSON as maps, lists, texts, {@link BigDecimal} and booleans. Read here, because Moshi's own
 * reader makes doubles of numbers: an order's number of 17 digits would become that of another one.
 */
final class ToolJson {
  private static final int LONGEST_NUMBER = 40;

  /** A number with more digits than this, written out, is a mistake. */
  private static final int MOST_DIGITS = 1_000;

  private static final Pattern POINT_OR_EXPONENT = Pattern.compile("[.eE]");

  /** An escape, or half of a surrogate pair outside of one. */
  private static final Pattern ESCAPE_OR_HALF = Pattern.compile("\\\\.|(\\p{Cs})");

  private ToolJson() {}

  /**
   * Reads one value.
   *
   * @throws JsonDataException if the text is not one JSON value; its message has nothing of it
   */
  static @Nullable Object read(String json) {
    try (JsonReader reader = JsonReader.of(new Buffer().writeUtf8(halvesEscaped(json)))) {
      Object value = value(reader);
      // The reader itself fails on anything but white space after the value.
      if (reader.peek() == JsonReader.Token.END_DOCUMENT) return value;
      throw new JsonDataException("not one value");
    } catch (IOException e) {
      throw new JsonDataException("not valid JSON");
    }
  }

  /** Half of a surrogate pair has no UTF-8: the buffer would make it a question mark. */
  private static String halvesEscaped(String json) {
    return ESCAPE_OR_HALF
        .matcher(json)
        .replaceAll(
            found -> {
              String half = found.group(1);
              String text =
                  half == null
                      ? found.group()
                      : String.format(Locale.ROOT, "\\u%04x", half.codePointAt(0));
              return Matcher.quoteReplacement(text);
            });
  }

  private static @Nullable Object value(JsonReader reader) throws IOException {
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> object(reader);
      case BEGIN_ARRAY -> array(reader);
      case STRING -> reader.nextString();
      case NUMBER -> number(reader.nextString());
      case BOOLEAN -> reader.nextBoolean();
      default -> reader.nextNull();
    };
  }

  private static Map<String, @Nullable Object> object(JsonReader reader) throws IOException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (members.containsKey(name)) throw new JsonDataException("a member is given twice");
      members.put(name, value(reader));
    }
    reader.endObject();
    return members;
  }

  private static List<@Nullable Object> array(JsonReader reader) throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) elements.add(value(reader));
    reader.endArray();
    return elements;
  }

  /**
   * The number that a text is. Only one without a point and an exponent has the scale 0.
   *
   * @throws JsonDataException if it is none, or has too many digits
   */
  static BigDecimal number(String text) {
    try {
      if (text.length() <= LONGEST_NUMBER) {
        BigDecimal number = new BigDecimal(text);
        boolean isLikeWhole = number.scale() == 0 && POINT_OR_EXPONENT.matcher(text).find();
        if (isLikeWhole) return number.setScale(1);
        if (Math.abs((long) number.scale()) <= MOST_DIGITS) return number;
      }
    } catch (NumberFormatException e) {
      // No number, or an exponent that is none.
    }
    throw new JsonDataException("a number has too many digits");
  }

  /** Writes a value in the order it has; members whose value is null are left out. */
  static String write(Object value) {
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
