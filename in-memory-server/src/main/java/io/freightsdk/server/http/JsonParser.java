package io.freightsdk.server.http;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON value exactly as RFC 8259 writes it, and nothing else: a client that is understood
 * here is understood everywhere. Of two members of one name the last counts.
 */
final class JsonParser {
  /** No number of this API needs more; it also bounds the work one hostile number can cause. */
  private static final int MAX_NUMBER_LENGTH = 64;

  /** With its sign and its point. */
  private static final int SHORT_NUMBER_LENGTH = 18;

  private static final int MAX_DEPTH = 200;

  private final byte[] text;
  private int at;
  private int depth;

  private JsonParser(byte[] text) {
    this.text = text;
  }

  /**
   * The value that {@code text} is.
   *
   * @throws IOException when it is not exactly one JSON value in UTF-8
   */
  static @Nullable Object parse(byte[] text) throws IOException {
    JsonParser parser = new JsonParser(text);
    Object value = parser.value();
    parser.skipBlanks();
    if (parser.at < text.length) throw parser.malformed("more than one value");
    return value;
  }

  private @Nullable Object value() throws IOException {
    skipBlanks();
    int first = peek();
    return switch (first) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> literal("true", true);
      case 'f' -> literal("false", false);
      case 'n' -> literal("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> object() throws IOException {
    enter();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    boolean more = !isNext('}');
    while (more) {
      skipBlanks();
      String name = string();
      skipBlanks();
      expect(':');
      members.put(name, value());
      more = goesOn('}');
    }
    depth--;
    return members;
  }

  private List<@Nullable Object> array() throws IOException {
    enter();
    List<@Nullable Object> elements = new ArrayList<>(2);
    boolean more = !isNext(']');
    while (more) {
      elements.add(value());
      more = goesOn(']');
    }
    depth--;
    return elements;
  }

  private void enter() throws IOException {
    at++;
    if (++depth > MAX_DEPTH) throw malformed("deeper than " + MAX_DEPTH);
  }

  /** Whether this byte comes next; then it is read. */
  private boolean isNext(char wanted) throws IOException {
    skipBlanks();
    if (peek() != wanted) return false;
    at++;
    return true;
  }

  private boolean goesOn(char end) throws IOException {
    if (isNext(end)) return false;
    expect(',');
    return true;
  }

  private @Nullable Object literal(String word, @Nullable Object value) throws IOException {
    for (int i = 0; i < word.length(); i++) expect(word.charAt(i));
    return value;
  }

  private BigDecimal number() throws IOException {
    int start = at;
    if (peek() == '-') at++;
    if (peek() == '0') at++;
    else digits();
    if (at < text.length && text[at] == '.') {
      at++;
      digits();
    }
    boolean hasExponent = at < text.length && (text[at] | 0x20) == 'e';
    if (hasExponent) {
      at++;
      if (peek() == '+' || peek() == '-') at++;
      digits();
    }
    if (at - start <= SHORT_NUMBER_LENGTH && !hasExponent) return shortNumber(start);
    if (at - start > MAX_NUMBER_LENGTH) throw malformed("a number that long");
    try {
      return new BigDecimal(new String(text, start, at - start, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException tooLarge) {
      throw malformed("a number that large");
    }
  }

  /** Most numbers fit a long, which needs no text. */
  private BigDecimal shortNumber(int start) {
    long unscaled = 0;
    int scale = 0;
    for (int i = start; i < at; i++) {
      if (text[i] == '.') scale = at - i - 1;
      else if (text[i] != '-') unscaled = 10 * unscaled + text[i] - '0';
    }
    return BigDecimal.valueOf(text[start] == '-' ? -unscaled : unscaled, scale);
  }

  private void digits() throws IOException {
    int start = at;
    while (at < text.length && text[at] >= '0' && text[at] <= '9') at++;
    if (at == start) throw malformed("no digit");
  }

  private String string() throws IOException {
    expect('"');
    int start = at;
    boolean plain = true;
    while (peek() != '"') {
      if (text[at] >= 0 && text[at] < ' ') throw malformed("a control character in a text");
      if (text[at] == '\\') return escaped(start);
      plain &= text[at] >= 0;
      at++;
    }
    int length = at - start;
    at++;
    return plain
        ? new String(text, start, length, StandardCharsets.ISO_8859_1)
        : decode(start, length);
  }

  /** The same for a text with escapes, of which the part up to here was plain. */
  private String escaped(int start) throws IOException {
    StringBuilder said = new StringBuilder();
    int from = start;
    while (peek() != '"') {
      if (text[at] >= 0 && text[at] < ' ') throw malformed("a control character in a text");
      if (text[at] != '\\') {
        at++;
        continue;
      }
      said.append(decode(from, at - from));
      at++;
      said.append(escape());
      from = at;
    }
    said.append(decode(from, at - from));
    at++;
    expectPairs(said);
    return said.toString();
  }

  private char escape() throws IOException {
    int kind = peek();
    at++;
    return switch (kind) {
      case '"', '\\', '/' -> (char) kind;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw malformed("an escape that JSON does not have");
    };
  }

  private char unicode() throws IOException {
    int code = 0;
    for (int i = 0; i < 4; i++, at++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0) throw malformed("no hexadecimal digit");
      code = code << 4 | digit;
    }
    return (char) code;
  }

  private void expectPairs(CharSequence said) throws IOException {
    int i = 0;
    while (i < said.length()) {
      boolean isPair =
          Character.isHighSurrogate(said.charAt(i))
              && i + 1 < said.length()
              && Character.isLowSurrogate(said.charAt(i + 1));
      if (!isPair && Character.isSurrogate(said.charAt(i))) throw malformed("half a character");
      i += isPair ? 2 : 1;
    }
  }

  private String decode(int start, int length) throws IOException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(text, start, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw malformed("a text that is not UTF-8");
    }
  }

  private void skipBlanks() {
    while (at < text.length
        && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
      at++;
    }
  }

  private int peek() throws IOException {
    if (at >= text.length) throw malformed("no end");
    return text[at];
  }

  private void expect(char wanted) throws IOException {
    if (peek() != wanted) throw malformed("no " + wanted);
    at++;
  }

  private IOException malformed(String what) {
    return new IOException("not JSON: " + what + " at byte " + at);
  }
}
