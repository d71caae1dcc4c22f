package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects head and body of an answer and sends them in one write to the socket, because each write
 * is a packet of its own and wakes the client again. Larger answers are sent in pieces. Another
 * thread can see how long a piece has waited for a client that does not read.
 */
final class TimedOutput extends OutputStream {
  private static final int FIRST_BYTES = 4 << 10;

  /** Large enough for a position with 500 points and its head. */
  private static final int MOST_BYTES = 64 << 10;

  private static final long NOT_WRITING = Long.MIN_VALUE;

  private final OutputStream target;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int size;
  private volatile long writingSinceNanos = NOT_WRITING;

  TimedOutput(OutputStream target) {
    this.target = target;
  }

  /** Whether the client has read nothing for this long. */
  boolean hasStalled(long nowNanos, long limitNanos) {
    long since = writingSinceNanos;
    return since != NOT_WRITING && nowNanos - since > limitNanos;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int end = offset + length;
    while (end - from > MOST_BYTES - size) {
      if (size == 0) {
        push(bytes, from, MOST_BYTES);
        from += MOST_BYTES;
      } else {
        flush();
      }
    }
    int rest = end - from;
    if (rest > buffer.length - size) grow(size + rest);
    System.arraycopy(bytes, from, buffer, size, rest);
    size += rest;
  }

  /** Writes the characters of a head, each one byte (ISO 8859-1). */
  void text(String text) throws IOException {
    int length = text.length();
    if (length > buffer.length - size) {
      write(text.getBytes(StandardCharsets.ISO_8859_1));
      return;
    }
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      buffer[size + i] = (byte) (c < 256 ? c : '?');
    }
    size += length;
  }

  @Override
  public void flush() throws IOException {
    if (size == 0) return;
    int collected = size;
    size = 0;
    push(buffer, 0, collected);
  }

  private void grow(int needed) {
    buffer = Arrays.copyOf(buffer, Math.min(MOST_BYTES, Math.max(needed, 2 * buffer.length)));
  }

  private void push(byte[] bytes, int offset, int length) throws IOException {
    writingSinceNanos = System.nanoTime();
    try {
      target.write(bytes, offset, length);
    } finally {
      writingSinceNanos = NOT_WRITING;
    }
  }
}
