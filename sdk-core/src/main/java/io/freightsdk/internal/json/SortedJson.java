package io.freightsdk.internal.json;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonEncodingException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * JSON as the client writes it, but with members sorted by name and numbers in plain decimals.
 * {@link io.freightsdk.IdempotencyKeys} publishes this format and makes keys of it: whoever changes
 * it gives every order that is on its way another key, and a second load.
 */
public final class SortedJson {
  /** Every double fits; more would take time that grows with the square. */
  private static final int MOST_DIGITS = 1_000;

  private SortedJson() {}

  /**
   * The one text of a JSON value.
   *
   * @throws IllegalArgumentException if the text is not one JSON value, names a member twice, is
   *     nested deeper than 255 levels, or holds half of a character or a number with more than
   *     1,000 digits before or after its point; the message never has a value of the text
   */
  public static String of(String json) {
    requireUnicode(json);
    JsonReader reader = JsonReader.of(new Buffer().writeUtf8(json));
    try {
      String text = value(reader);
      if (reader.peek() == JsonReader.Token.END_DOCUMENT) return text;
      throw new JsonEncodingException("more text");
    } catch (EOFException e) {
      throw new IllegalArgumentException("JSON ends in the middle of a value");
    } catch (JsonEncodingException e) {
      throw new IllegalArgumentException("not JSON at " + reader.getPath());
    } catch (JsonDataException e) {
      throw new IllegalArgumentException("JSON is nested deeper than 255 levels");
    } catch (IOException e) {
      throw new AssertionError("a buffer in memory does not fail", e);
    }
  }

  private static String value(JsonReader reader) throws IOException {
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> object(reader);
      case BEGIN_ARRAY -> array(reader);
      case STRING -> string(reader.nextString());
      case NUMBER -> number(reader);
      case BOOLEAN -> String.valueOf(reader.nextBoolean());
      default -> String.valueOf(reader.<Object>nextNull());
    };
  }

  private static String object(JsonReader reader) throws IOException {
    Map<String, String> members = new TreeMap<>();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      String path = reader.getPath();
      if (members.put(name, string(name) + ":" + value(reader)) != null) {
        throw new IllegalArgumentException("member named twice at " + path);
      }
    }
    reader.endObject();
    return "{" + String.join(",", members.values()) + "}";
  }

  private static String array(JsonReader reader) throws IOException {
    List<String> items = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) items.add(value(reader));
    reader.endArray();
    return "[" + String.join(",", items) + "]";
  }

  private static String string(String text) throws IOException {
    Buffer quoted = new Buffer();
    JsonWriter.of(quoted).value(requireUnicode(text));
    return quoted.readUtf8();
  }

  private static String number(JsonReader reader) throws IOException {
    String path = reader.getPath();
    String plain = plain(reader.nextString());
    if (plain != null) return plain;
    throw new IllegalArgumentException(
        "a number with more than " + MOST_DIGITS + " digits before or after its point at " + path);
  }

  /** Null for a number with too many digits. */
  private static @Nullable String plain(String literal) {
    if (literal.length() > 2 * MOST_DIGITS) return null;
    try {
      BigDecimal number = new BigDecimal(literal).stripTrailingZeros();
      boolean tooFine = number.scale() > MOST_DIGITS;
      boolean tooLarge = (long) number.precision() - number.scale() > MOST_DIGITS;
      return tooFine || tooLarge ? null : number.toPlainString();
    } catch (NumberFormatException e) {
      return null; // An exponent beyond an int.
    }
  }

  /** UTF-8 has no half of a character: written, it would be a question mark, and another text. */
  private static String requireUnicode(String text) {
    if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) return text;
    throw new IllegalArgumentException("JSON holds half of a character");
  }
}
