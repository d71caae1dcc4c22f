package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The buffered input of a connection. A client has minutes to begin a request, seconds for its
 * head, and one minute for its body, so that a slow client cannot occupy a thread for ever. Until
 * it is whole, a request is not being served.
 */
final class TimedInput extends InputStream {
  private static final int BUFFER_BYTES = 8 << 10;
  private static final int MAX_LINE_BYTES = 16 << 10;

  /** Limit for all lines of one head, or of one chunk header. */
  private static final int MAX_LINES_BYTES = 64 << 10;

  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long REQUEST_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long DRAIN_BYTES = 64L << 20;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  static final long BUSY = Long.MAX_VALUE;
  private static final long NOT_READING = Long.MIN_VALUE;

  /** Null where everything has come already. */
  private final @Nullable Socket socket;

  private final long headNanos;
  private final InputStream source;
  private final byte[] buffer;
  private int position;
  private int limit;
  private long deadlineNanos;
  private long lookedNanos = System.nanoTime();
  private boolean begun;
  private boolean atEnd;
  private int lineBytesLeft;

  /** Read by the thread that accepts connections, to find idle ones. */
  private volatile long awaitedSinceNanos = System.nanoTime();

  /** Read by the same thread. */
  private volatile boolean isWhole;

  /** Read by the same thread: a timeout of the socket would cost two system calls a request. */
  private volatile long readingUntilNanos = NOT_READING;

  TimedInput(Socket socket, long headNanos) throws IOException {
    this.socket = socket;
    this.headNanos = headNanos;
    this.source = socket.getInputStream();
    this.buffer = new byte[BUFFER_BYTES];
  }

  /** Of a peer that has sent these bytes, and nothing after them. */
  TimedInput(byte[] whole) {
    this.socket = null;
    this.headNanos = 0;
    this.source = nullInputStream();
    this.buffer = whole;
    this.limit = whole.length;
    this.atEnd = true;
  }

  /** The next byte read begins a request. */
  void awaitRequest() {
    begun = position < limit;
    long now = System.nanoTime();
    deadlineNanos = now + (begun ? headNanos : IDLE_NANOS);
    awaitedSinceNanos = now;
    isWhole = false;
  }

  /** The head of the request is read; what follows is its body. */
  void beginBody() {
    deadlineNanos = System.nanoTime() + REQUEST_NANOS;
  }

  /** The last byte of the request is read. */
  void endRequest() {
    isWhole = true;
  }

  /** Nobody uses what is left of the body: it has as long as a head. */
  void hurry() {
    long soon = System.nanoTime() + headNanos;
    if (deadlineNanos - soon > 0) deadlineNanos = soon;
  }

  /** Since when no whole request has come over this connection; {@link #BUSY} once one has. */
  long idleSinceNanos() {
    return isWhole ? BUSY : awaitedSinceNanos;
  }

  /** Whether a read has waited longer for its peer than it may. */
  boolean isOverdue(long nowNanos) {
    long until = readingUntilNanos;
    return until != NOT_READING && nowNanos - until > 0;
  }

  /**
   * Whether the client has closed its side and nothing that it sent is left. Checks only now and
   * then.
   */
  boolean isAtEnd() {
    if (position < limit || atEnd || socket == null) return position >= limit;
    long now = System.nanoTime();
    if (now - lookedNanos < LOOK_NANOS) return false;
    lookedNanos = now;
    try {
      socket.setSoTimeout(1);
      try {
        int count = source.read(buffer, 0, buffer.length);
        atEnd = count < 0;
        position = 0;
        limit = Math.max(0, count);
      } finally {
        socket.setSoTimeout(0);
      }
    } catch (SocketTimeoutException stillThere) {
      return false;
    } catch (IOException gone) {
      atEnd = true;
    }
    return atEnd;
  }

  /** The following lines belong to one head and are bounded together. */
  void allowLines() {
    lineBytesLeft = MAX_LINES_BYTES;
  }

  /**
   * The next line without its CRLF; null when the peer ended before it.
   *
   * @throws MalformedRequest for a line that is too long, or ends in anything but CRLF
   */
  @Nullable String readLine() throws IOException {
    if (position >= limit && !fill()) return null;
    String buffered = bufferedLine();
    if (buffered != null) return buffered;
    byte[] line = new byte[128];
    int length = 0;
    int next;
    while ((next = read()) != '\n') {
      if (next < 0) {
        if (length == 0) return null;
        throw new MalformedRequest(400, "The header ends too early");
      }
      if (length == MAX_LINE_BYTES || lineBytesLeft-- == 0) {
        throw new MalformedRequest(431, "A header line is too long");
      }
      if (length > 0 && line[length - 1] == '\r') break;
      if (length == line.length) line = Arrays.copyOf(line, 4 * length);
      line[length++] = (byte) next;
    }
    boolean endsInCrLf = next == '\n' && length > 0 && line[length - 1] == '\r';
    if (!endsInCrLf) throw new MalformedRequest(400, "A line must end in CRLF");
    return new String(line, 0, length - 1, StandardCharsets.ISO_8859_1);
  }

  /** The next line if it is complete in the buffer and valid; null otherwise. */
  private @Nullable String bufferedLine() {
    int end = position;
    while (end < limit && buffer[end] != '\r' && buffer[end] != '\n') end++;
    int length = end - position;
    boolean complete = end + 1 < limit && buffer[end] == '\r' && buffer[end + 1] == '\n';
    if (!complete || length >= lineBytesLeft || length >= MAX_LINE_BYTES) return null;
    String line = new String(buffer, position, length, StandardCharsets.ISO_8859_1);
    lineBytesLeft -= length + 1;
    position = end + 2;
    return line;
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

  /** Reads and drops what still comes, within limits. */
  void drain() throws IOException {
    deadlineNanos = System.nanoTime() + DRAIN_NANOS;
    begun = true;
    byte[] waste = new byte[BUFFER_BYTES];
    long drained = 0;
    int count;
    while (drained < DRAIN_BYTES && (count = read(waste, 0, waste.length)) >= 0) drained += count;
  }

  private boolean fill() throws IOException {
    if (atEnd) return false;
    boolean isLate = deadlineNanos - System.nanoTime() <= 0;
    if (isLate) throw new SocketTimeoutException("the request did not come in time");
    int count;
    readingUntilNanos = deadlineNanos;
    try {
      count = source.read(buffer, 0, buffer.length);
    } finally {
      readingUntilNanos = NOT_READING;
    }
    if (count <= 0) return false;
    position = 0;
    limit = count;
    if (!begun) {
      begun = true;
      deadlineNanos = System.nanoTime() + headNanos;
    }
    return true;
  }
}
