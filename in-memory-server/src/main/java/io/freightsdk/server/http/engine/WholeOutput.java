package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Collects an answer, head and body, so that it leaves in one write to the socket: each further one
 * is a packet of its own and wakes the peer again. Larger answers leave in several.
 */
final class WholeOutput extends OutputStream {
  private static final int FIRST_BYTES = 4 << 10;

  /** A position with 500 points and its head fit. */
  private static final int MOST_BYTES = 64 << 10;

  private final OutputStream target;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int size;

  WholeOutput(OutputStream target) {
    this.target = target;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length > MOST_BYTES - size) {
      flush();
      if (length > MOST_BYTES) {
        target.write(bytes, offset, length);
        return;
      }
    }
    if (length > buffer.length - size) grow(size + length);
    System.arraycopy(bytes, offset, buffer, size, length);
    size += length;
  }

  private void grow(int needed) {
    buffer = Arrays.copyOf(buffer, Math.min(MOST_BYTES, Math.max(needed, 2 * buffer.length)));
  }

  @Override
  public void flush() throws IOException {
    if (size == 0) return;
    int collected = size;
    size = 0;
    target.write(buffer, 0, collected);
  }
}
