package io.freightsdk.model.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import okio.Buffer;

/**
 * The bytes of a JSON text, read once from front to back without copying: strings of printable
 * ASCII without escapes, and runs of the characters of numbers. Gives up on all else.
 */
final class PlainBytes {
  private final Buffer.UnsafeCursor cursor;
  private final long length;
  private byte[] data = new byte[0];
  private int at;
  private int end;

  /** Where a text is put together that lies in two segments of the buffer. */
  private byte[] spill = new byte[0];

  private int spilled;

  /** The last string or number: a part of the data, or all of the spill. */
  byte[] text = data;

  int from;
  int to;

  /** Starts at the first of the buffer's bytes, which must not change while this is in use. */
  PlainBytes(Buffer.UnsafeCursor cursor, long length) {
    this.cursor = cursor;
    this.length = length;
    nextSegment();
  }

  /** The next byte that is not white space, left where it is. */
  byte peek() {
    if (at < end && data[at] > ' ') return data[at];
    if (isAtEnd()) throw NotPlainException.INSTANCE;
    return data[at];
  }

  /** Whether nothing but white space is left. */
  boolean isAtEnd() {
    do {
      for (; at < end; at++) {
        byte b = data[at];
        if (b != ' ' && b != '\n' && b != '\r' && b != '\t') return false;
      }
    } while (nextSegment());
    return true;
  }

  /** Consumes one character. */
  void expect(char expected) {
    if (peek() != expected) throw NotPlainException.INSTANCE;
    at++;
  }

  /** Consumes these bytes if they come next, in one piece. */
  boolean consume(byte[] expected) {
    int after = at + expected.length;
    if (after > end || !Arrays.equals(data, at, after, expected, 0, expected.length)) return false;
    at = after;
    return true;
  }

  /** Consumes a comma if it comes next with a quote right behind it: the usual way on. */
  boolean consumeCommaBeforeQuote() {
    boolean usual = at + 1 < end && data[at] == ',' && data[at + 1] == '"';
    if (usual) at++;
    return usual;
  }

  /** Consumes {@code true}, {@code false} or {@code null}. */
  void literal(String expected) {
    expect(expected.charAt(0));
    for (int i = 1; i < expected.length(); i++) {
      if (at == end && !nextSegment()) throw NotPlainException.INSTANCE;
      if (data[at++] != expected.charAt(i)) throw NotPlainException.INSTANCE;
    }
  }

  /** Makes the text that of the string that comes next. */
  void string() {
    expect('"');
    spilled = 0;
    do {
      for (int i = at; i < end; i++) {
        byte b = data[i];
        boolean usual = b > '"' && b != '\\';
        if (usual) continue;
        if (b == '"') {
          endText(i);
          at = i + 1;
          return;
        }
        // Bytes above ASCII are negative.
        if (b < ' ' || b == '\\') throw NotPlainException.INSTANCE;
      }
      spill();
    } while (nextSegment());
    throw NotPlainException.INSTANCE;
  }

  /** Makes the text that of the number that comes next; whether it is one is not checked. */
  void number() {
    peek();
    spilled = 0;
    do {
      for (int i = at; i < end; i++) {
        if (!isPartOfNumber(data[i])) {
          endText(i);
          at = i;
          return;
        }
      }
      spill();
    } while (nextSegment());
    endText(at);
  }

  String textAsString() {
    return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static boolean isPartOfNumber(byte b) {
    return (b >= '0' && b <= '9') || b == '.' || b == '-' || b == '+' || b == 'e' || b == 'E';
  }

  /** Ends the text before a place in the data. */
  private void endText(int place) {
    boolean inOneSegment = spilled == 0;
    if (inOneSegment) {
      if (text != data) text = data;
      from = at;
      to = place;
    } else {
      spill(place);
      text = spill;
      from = 0;
      to = spilled;
    }
  }

  private void spill() {
    spill(end);
  }

  private void spill(int place) {
    int length = place - at;
    if (spilled + length > spill.length) spill = Arrays.copyOf(spill, 2 * (spilled + length));
    System.arraycopy(data, at, spill, spilled, length);
    spilled += length;
    at = place;
  }

  private boolean nextSegment() {
    boolean wasAtEnd = cursor.offset == length;
    if (wasAtEnd || cursor.next() < 0) return false;
    data = cursor.data;
    at = cursor.start;
    end = cursor.end;
    return true;
  }
}
