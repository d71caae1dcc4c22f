package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A buffered input stream that also reads lines of a bounded length. */
final class LineInput extends InputStream {
  private static final int BUFFER_BYTES = 8 << 10;

  /** Maximum for all lines of a head or of a chunk's header together. */
  private static final int MAX_LINES_BYTES = 64 << 10;

  private static final long MAX_DRAINED_BYTES = 64L << 20;

  private final InputStream source;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private int lineBytesLeft;

  LineInput(InputStream source) {
    this.source = source;
  }

  /** Starts a head: the maximum applies to all lines from here. */
  void startHeader() {
    lineBytesLeft = MAX_LINES_BYTES;
  }

  /**
   * Reads the next line, without its end. Returns null at the end of the stream.
   *
   * @throws MalformedRequest for a line that is too long or has a control character other than a
   *     tab
   */
  @Nullable String readLine() throws IOException {
    byte[] line = new byte[128];
    int length = 0;
    int next;
    while ((next = read()) != '\n') {
      if (next < 0) {
        if (length == 0) return null;
        throw new MalformedRequest(400, "The header ends too early");
      }
      if (lineBytesLeft-- == 0) throw new MalformedRequest(431, "The header is too long");
      // Fails immediately, because a TLS client may wait for a response without sending a line end.
      if (isControl(next)) throw new MalformedRequest(400, "A line has a control character");
      if (length == line.length) line = Arrays.copyOf(line, 4 * length);
      line[length++] = (byte) next;
    }
    if (length > 0 && line[length - 1] == '\r') length--;
    return new String(line, 0, length, StandardCharsets.ISO_8859_1);
  }

  private static boolean isControl(int c) {
    return (c < ' ' && c != '\t' && c != '\r') || c == 0x7f;
  }

  @Override
  public int read() throws IOException {
    return position < limit || fill() ? buffer[position++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) return 0;
    if (position >= limit && !fill()) return -1;
    int count = Math.min(length, limit - position);
    System.arraycopy(buffer, position, target, offset, count);
    position += count;
    return count;
  }

  /** Reads and discards the remaining bytes, up to a maximum. */
  void drain() throws IOException {
    position = limit;
    for (long drained = 0; drained < MAX_DRAINED_BYTES && fill(); drained += limit) {
      position = limit;
    }
  }

  private boolean fill() throws IOException {
    int count = source.read(buffer, 0, buffer.length);
    position = 0;
    limit = Math.max(0, count);
    return count > 0;
  }
}
