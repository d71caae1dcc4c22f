package io.freightsdk.server.http;

import io.freightsdk.model.Operation;
import io.freightsdk.server.http.engine.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
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
    return JsonParser.parse(text);
  }

  /** A response with a tree as its JSON. */
  public static Response response(int status, @Nullable Object tree) {
    return Response.of(status, JSON, write(tree));
  }

  /** Writes a tree, which may contain operations, and values with a text of their own. */
  public static byte[] write(@Nullable Object tree) {
    Output output = new Output();
    output.value(tree);
    return Arrays.copyOf(output.bytes, output.size);
  }

  /** JSON in UTF-8 that grows. */
  private static final class Output {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[384];
    private int size;

    void value(@Nullable Object value) {
      if (value instanceof Map<?, ?> object) {
        char before = '{';
        for (Map.Entry<?, ?> member : object.entrySet()) {
          put(before);
          text(String.valueOf(member.getKey()));
          put(':');
          value(member.getValue());
          before = ',';
        }
        if (before == '{') put('{');
        put('}');
      } else if (value instanceof Iterable<?> array) {
        char before = '[';
        for (Object element : array) {
          put(before);
          value(element);
          before = ',';
        }
        if (before == '[') put('[');
        put(']');
      } else if (value == null || value instanceof Number || value instanceof Boolean) {
        put(String.valueOf(value).getBytes(StandardCharsets.US_ASCII));
      } else if (value instanceof Operation operation) {
        text(operation.id());
      } else if (value instanceof Record) {
        throw new IllegalArgumentException(value.getClass() + " has to be made a map first");
      } else {
        text(value.toString());
      }
    }

    private void text(String text) {
      put('"');
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '"' || c == '\\') {
          put('\\');
          put(c);
        } else if (c >= ' ' && c < 0x7f) {
          put(c);
        } else if (c < ' ' || c == 0x7f || c == '\u2028' || c == '\u2029') {
          escape(c);
        } else {
          int end = i + (Character.isHighSurrogate(c) && i + 1 < text.length() ? 2 : 1);
          put(text.substring(i, end).getBytes(StandardCharsets.UTF_8));
          i = end - 1;
        }
      }
      put('"');
    }

    /** A control character, or one that ends a line of a script. */
    private void escape(char c) {
      put('\\');
      put('u');
      for (int shift = 12; shift >= 0; shift -= 4) put((char) HEX[c >> shift & 0xf]);
    }

    private void put(byte[] more) {
      if (bytes.length - size < more.length) bytes = Arrays.copyOf(bytes, 2 * size + more.length);
      System.arraycopy(more, 0, bytes, size, more.length);
      size += more.length;
    }

    private void put(char ascii) {
      if (size == bytes.length) bytes = Arrays.copyOf(bytes, 2 * size);
      bytes[size++] = (byte) ascii;
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
