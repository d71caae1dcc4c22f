package io.freightsdk.server.http;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.Operation;
import io.freightsdk.server.http.engine.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** No number of this API needs more; it also bounds the work one hostile number can cause. */
  private static final int MAX_NUMBER_LENGTH = 64;

  /** People who write JSON for people write fewer in a row. */
  private static final int MANY_BLANKS = 1_000;

  private JsonText() {}

  /**
   * Parses one JSON value exactly as RFC 8259 writes it, and nothing else: a client that is
   * understood here is understood everywhere. Of two members of one name the last counts.
   *
   * @throws IOException when {@code text} is not exactly one JSON value in UTF-8
   */
  public static @Nullable Object parse(byte[] text) throws IOException {
    String json = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    boolean hasLongBlanks = refuseWhatOnlyMoshiReads(json);
    byte[] read = hasLongBlanks ? withShortBlanks(text) : text;
    JsonReader reader = JsonReader.of(new Buffer().write(read));
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
        while (reader.hasNext()) members.put(whole(reader.nextName()), read(reader));
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
      case STRING -> whole(reader.nextString());
      case NUMBER -> number(reader.nextString());
      case BOOLEAN -> reader.nextBoolean();
      default -> reader.nextNull();
    };
  }

  private static BigDecimal number(String digits) throws IOException {
    if (digits.length() > MAX_NUMBER_LENGTH) throw new IOException("a number that long");
    return new BigDecimal(digits);
  }

  /** Half of a pair of surrogates, which an escape can write, is no character. */
  private static String whole(String text) throws IOException {
    for (int i = 0; i < text.length(); i++) {
      boolean isPair =
          i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
      if (isPair) i++;
      else if (Character.isSurrogate(text.charAt(i))) throw new IOException("half a character");
    }
    return text;
  }

  /**
   * Words in capitals; in a text control characters, and escapes that JSON does not have. And
   * numbers that are too long, before Moshi counts their digits.
   *
   * @return whether there is a run of blanks that Moshi would take long to skip
   */
  private static boolean refuseWhatOnlyMoshiReads(String json) throws IOException {
    boolean inText = false;
    int blanks = 0;
    int mostBlanks = 0;
    int digits = 0;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      char before = i == 0 ? ' ' : json.charAt(i - 1);
      if (c == '"') {
        inText = !inText;
        blanks = 0;
        digits = 0;
      } else if (!inText) {
        boolean isDigit = c >= '0' && c <= '9';
        boolean isExponent = c == 'E' && before >= '0' && before <= '9';
        if (c >= 'A' && c <= 'Z' && !isExponent) throw new IOException("a word in capitals");
        blanks = isBlank(c) ? blanks + 1 : 0;
        mostBlanks = Math.max(mostBlanks, blanks);
        digits = isDigit ? digits + 1 : 0;
        if (digits > MAX_NUMBER_LENGTH) throw new IOException("a number that long");
      } else if (c < ' ') {
        throw new IOException("a control character in a text");
      } else if (c == '\\') {
        i++;
        boolean isKnown = i < json.length() && "\"\\/bfnrtu".indexOf(json.charAt(i)) >= 0;
        if (!isKnown) throw new IOException("an escape that JSON does not have");
      }
    }
    return mostBlanks > MANY_BLANKS;
  }

  /**
   * The same JSON with each run of blanks cut to one: Moshi skips them in quadratic time, eight
   * megabytes in three quarters of a minute.
   */
  private static byte[] withShortBlanks(byte[] text) {
    byte[] kept = new byte[text.length];
    int length = 0;
    boolean inText = false;
    for (int i = 0; i < text.length; i++) {
      boolean isRepeated = length > 0 && isBlank(text[i]) && isBlank(kept[length - 1]);
      if (!inText && isRepeated) continue;
      if (text[i] == '"') inText = !inText;
      kept[length++] = text[i];
      if (inText && text[i] == '\\') kept[length++] = text[++i];
    }
    return Arrays.copyOf(kept, length);
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  /** A response with a tree as its JSON. */
  public static Response response(int status, @Nullable Object tree) {
    return Response.of(status, JSON, write(tree));
  }

  /** Writes a tree, which may also contain operations and other values, by their text. */
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
    // Texts first: most values are, and to find that one is no map takes the JVM longer.
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
    } else if (value instanceof Record) {
      throw new IllegalArgumentException(value.getClass() + " has to be made a map first");
    } else {
      writer.value(value == null ? null : value.toString());
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
