package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/**
 * The bytes of a connection, buffered. A peer has minutes to begin a request, and one minute to
 * finish it, so that a slow one cannot hold a thread for ever.
 */
final class TimedInput extends InputStream {
  private static final int BUFFER_BYTES = 8 << 10;
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long REQUEST_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long DRAIN_BYTES = 64L << 20;

  private final Socket socket;
  private final InputStream source;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private long deadlineNanos;
  private boolean begun;

  TimedInput(Socket socket) throws IOException {
    this.socket = socket;
    this.source = socket.getInputStream();
  }

  /** The next byte read begins a request. */
  void awaitRequest() {
    begun = position < limit;
    deadlineNanos = System.nanoTime() + (begun ? REQUEST_NANOS : IDLE_NANOS);
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

  /** Reads away what still comes, within bounds. */
  void drain() throws IOException {
    byte[] waste = new byte[BUFFER_BYTES];
    long drained = 0;
    int count;
    while (drained < DRAIN_BYTES && (count = read(waste, 0, waste.length)) >= 0) drained += count;
  }

  private boolean fill() throws IOException {
    long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    if (left <= 0) throw new SocketTimeoutException("the request did not come in time");
    socket.setSoTimeout((int) left);
    int count = source.read(buffer, 0, buffer.length);
    if (count <= 0) return false;
    position = 0;
    limit = count;
    if (!begun) {
      begun = true;
      deadlineNanos = System.nanoTime() + REQUEST_NANOS;
    }
    return true;
  }
}
