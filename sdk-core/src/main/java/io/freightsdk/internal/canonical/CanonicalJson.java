package io.freightsdk.internal.canonical;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonEncodingException;
import com.squareup.moshi.JsonReader;
import java.io.EOFException;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import okio.Buffer;

/**
 * JSON text in the one form RFC 8785 (JSON Canonicalization Scheme) gives it: members sorted by
 * UTF-16 code units, no white space, numbers as ECMAScript writes them, only what must be escaped
 * escaped.
 *
 * <p>Stricter than the RFC in one point: a number that a double cannot hold is refused instead of
 * rounded, because two different amounts must not share a text.
 */
public final class CanonicalJson {
  private CanonicalJson() {}

  /**
   * The canonical text of one JSON value.
   *
   * @throws IllegalArgumentException if the text is not one JSON value, names a member twice, holds
   *     half a surrogate pair or a number beyond a double; the message has the JSON path, never the
   *     text
   */
  public static String of(String json) {
    // UTF-8 has no half of a pair: it would become a question mark unnoticed.
    if (json.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw new IllegalArgumentException("half a surrogate pair in the text");
    }
    StringBuilder out = new StringBuilder(json.length());
    try (JsonReader reader = JsonReader.of(new Buffer().writeUtf8(json))) {
      value(reader, out);
      if (reader.peek() != JsonReader.Token.END_DOCUMENT) {
        throw new IllegalArgumentException("text after the JSON value");
      }
    } catch (EOFException e) {
      throw new IllegalArgumentException("JSON ends in the middle of a value");
    } catch (JsonEncodingException | JsonDataException e) {
      throw new IllegalArgumentException("not JSON: " + e.getMessage());
    } catch (IOException e) {
      throw new AssertionError("a buffer in memory does not fail", e);
    }
    return out.toString();
  }

  private static void value(JsonReader reader, StringBuilder out) throws IOException {
    switch (reader.peek()) {
      case BEGIN_OBJECT -> object(reader, out);
      case BEGIN_ARRAY -> array(reader, out);
      case STRING -> string(reader.nextString(), reader.getPath(), out);
      case NUMBER -> out.append(number(reader));
      case BOOLEAN -> out.append(reader.nextBoolean());
      default -> {
        reader.nextNull();
        out.append("null");
      }
    }
  }

  private static void object(JsonReader reader, StringBuilder out) throws IOException {
    // String.compareTo compares UTF-16 code units, as the RFC wants.
    Map<String, String> members = new TreeMap<>();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      String path = reader.getPath();
      StringBuilder member = new StringBuilder();
      string(name, path, member);
      member.append(':');
      value(reader, member);
      if (members.put(name, member.toString()) != null) {
        throw new IllegalArgumentException("member named twice at " + path);
      }
    }
    reader.endObject();
    out.append('{').append(String.join(",", members.values())).append('}');
  }

  private static void array(JsonReader reader, StringBuilder out) throws IOException {
    reader.beginArray();
    out.append('[');
    String separator = "";
    while (reader.hasNext()) {
      out.append(separator);
      separator = ",";
      value(reader, out);
    }
    reader.endArray();
    out.append(']');
  }

  private static String number(JsonReader reader) throws IOException {
    String path = reader.getPath();
    try {
      return EcmaNumber.canonical(reader.nextString());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + " (at " + path + ")", e);
    }
  }

  private static void string(String text, String path, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\t' -> out.append("\\t");
        case '\n' -> out.append("\\n");
        case '\f' -> out.append("\\f");
        case '\r' -> out.append("\\r");
        default -> {
          if (c < 0x20) {
            out.append(String.format("\\u%04x", (int) c));
          } else if (Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1))) {
            out.append(c).append(text.charAt(++i));
          } else if (Character.isSurrogate(c)) {
            throw new IllegalArgumentException("half a surrogate pair at " + path);
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
