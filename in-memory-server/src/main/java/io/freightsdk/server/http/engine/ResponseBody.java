package io.freightsdk.server.http.engine;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of one answer's body, of a promised length or in chunks. Closing it sends what is due.
 */
final class ResponseBody extends FilterOutputStream {
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final boolean chunked;
  private long remaining;
  private boolean closed;

  private ResponseBody(OutputStream out, boolean chunked, long length) {
    super(out);
    this.chunked = chunked;
    this.remaining = length;
  }

  static ResponseBody ofLength(OutputStream out, long length) {
    return new ResponseBody(out, false, length);
  }

  static ResponseBody inChunks(OutputStream out) {
    return new ResponseBody(out, true, 0);
  }

  /** Whether all that was promised was sent. */
  boolean isComplete() {
    return closed && remaining == 0;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (closed) throw new IOException("the answer is closed");
    if (length == 0) return;
    if (!chunked) {
      if (length > remaining) throw new IOException("more bytes than promised");
      remaining -= length;
      out.write(bytes, offset, length);
      return;
    }
    out.write(Integer.toHexString(length).getBytes(StandardCharsets.US_ASCII));
    out.write(LINE_END);
    out.write(bytes, offset, length);
    out.write(LINE_END);
  }

  /** Does not close the connection, which may serve more. */
  @Override
  public void close() throws IOException {
    if (closed) return;
    closed = true;
    if (chunked) out.write(LAST_CHUNK);
    out.flush();
  }
}
