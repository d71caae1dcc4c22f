package io.freightsdk.model.internal;

import java.io.IOException;
import java.time.Instant;
import okio.Buffer;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * Writes the bytes of JSON itself, straight into the memory of the sink: numbers and instants digit
 * by digit, without strings in between. All it cannot write that way goes as text.
 */
final class PlainTokenWriter implements TokenWriter {
  private static final int LONGEST_NUMBER = 40;
  private static final byte[] NOTHING = new byte[0];
  private static final @Nullable String[] ESCAPES = escapes();

  private final BufferedSink sink;

  /** At the end of the sink's buffer while {@link #bytes} is a part of it. */
  private final Buffer.UnsafeCursor cursor = new Buffer.UnsafeCursor();

  /** Free memory of the sink from {@link #size} to {@link #end}; nothing between two flushes. */
  private byte[] bytes = NOTHING;

  private int size;
  private int end;

  /** Whether a value has ended, so that a comma comes before the next. */
  private boolean separate;

  PlainTokenWriter(BufferedSink sink) {
    this.sink = sink;
  }

  @Override
  public void beginObject() throws IOException {
    begin('{');
  }

  @Override
  public void endObject() throws IOException {
    end('}');
  }

  @Override
  public void beginArray() throws IOException {
    begin('[');
  }

  @Override
  public void endArray() throws IOException {
    end(']');
  }

  private void begin(char bracket) throws IOException {
    beforeValue();
    put(bracket);
    separate = false;
  }

  private void end(char bracket) throws IOException {
    put(bracket);
    separate = true;
  }

  @Override
  public void name(String name) throws IOException {
    string(name);
    put(':');
    separate = false;
  }

  @Override
  public void nullValue() throws IOException {
    text("null");
  }

  @Override
  public void bool(boolean value) throws IOException {
    text(value ? "true" : "false");
  }

  @Override
  public void string(String value) throws IOException {
    beforeValue();
    put('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c > '~') {
        unusual(value, i);
        break;
      }
      String escape = ESCAPES[c];
      if (escape == null) put(c);
      else ascii(escape);
    }
    put('"');
  }

  @Override
  public void number(double value) throws IOException {
    beforeValue();
    room(LONGEST_NUMBER);
    int after = Decimals.write(value, bytes, size);
    if (after > size) size = after;
    else ascii(Double.toString(value));
  }

  @Override
  public void integer(int value) throws IOException {
    beforeValue();
    room(LONGEST_NUMBER);
    size = Decimals.write(value, bytes, size);
  }

  @Override
  public void exact(Number value) throws IOException {
    text(value.toString());
  }

  @Override
  public void instant(Instant value) throws IOException {
    beforeValue();
    put('"');
    room(LONGEST_NUMBER);
    int after = Instants.write(value, bytes, size);
    if (after > size) size = after;
    else ascii(value.toString());
    put('"');
  }

  /** Hands what is written so far to the sink. */
  void flush() throws IOException {
    if (cursor.buffer == null) return;
    int unused = end - size;
    cursor.resizeBuffer(sink.getBuffer().size() - unused);
    cursor.close();
    bytes = NOTHING;
    size = 0;
    end = 0;
    sink.emitCompleteSegments();
  }

  private void more() throws IOException {
    flush();
    sink.getBuffer().readAndWriteUnsafe(cursor);
    cursor.expandBuffer(LONGEST_NUMBER);
    bytes = cursor.data;
    size = cursor.start;
    end = cursor.end;
  }

  private void beforeValue() throws IOException {
    if (separate) put(',');
    separate = true;
  }

  private void text(String token) throws IOException {
    beforeValue();
    ascii(token);
  }

  private void ascii(String text) throws IOException {
    for (int i = 0; i < text.length(); i++) put(text.charAt(i));
  }

  /** Writes the rest of a string in which a character beyond ASCII has come up. */
  private void unusual(String value, int from) throws IOException {
    flush();
    int written = from;
    for (int i = from; i < value.length(); i++) {
      char c = value.charAt(i);
      String escape = c < ESCAPES.length ? ESCAPES[c] : lineSeparator(c);
      if (escape == null) continue;
      sink.writeUtf8(value, written, i);
      sink.writeUtf8(escape);
      written = i + 1;
    }
    sink.writeUtf8(value, written, value.length());
  }

  /** JavaScript takes these two for line ends; Moshi escapes them, too. */
  private static @Nullable String lineSeparator(char c) {
    if (c == '\u2028') return "\\u2028";
    return c == '\u2029' ? "\\u2029" : null;
  }

  private void put(char c) throws IOException {
    if (size == end) more();
    bytes[size++] = (byte) c;
  }

  private void room(int length) throws IOException {
    if (end - size < length) more();
  }

  private static @Nullable String[] escapes() {
    @Nullable String[] escapes = new String[127];
    for (int c = 0; c < ' '; c++) escapes[c] = "\\u%04x".formatted(c);
    escapes['"'] = "\\\"";
    escapes['\\'] = "\\\\";
    escapes['\t'] = "\\t";
    escapes['\b'] = "\\b";
    escapes['\n'] = "\\n";
    escapes['\r'] = "\\r";
    escapes['\f'] = "\\f";
    return escapes;
  }
}
