package io.freightsdk.server.http.engine;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The bytes of one request's body, framed by its length or in chunks. */
final class RequestBody extends InputStream {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String EXPECTED = "100-continue";
  private static final int MAX_CHUNK_LINE = 256;
  private static final int MAX_LENGTH_DIGITS = 18;

  private final TimedInput in;
  private final OutputStream out;
  private final boolean chunked;
  private boolean owesContinue;
  private long remaining;
  private boolean ended;

  private RequestBody(
      TimedInput in, OutputStream out, boolean chunked, long length, boolean owesContinue) {
    this.in = in;
    this.out = out;
    this.chunked = chunked;
    this.remaining = length;
    this.ended = !chunked && length == 0;
    this.owesContinue = owesContinue && !ended;
  }

  /**
   * The body that {@code head} announces.
   *
   * @throws MalformedRequest when its framing can be read in two ways, or not at all
   */
  static RequestBody of(RequestHead head, TimedInput in, OutputStream out) throws MalformedRequest {
    List<String> encodings = head.values("Transfer-Encoding");
    Set<String> lengths = new LinkedHashSet<>(head.values("Content-Length"));
    if (!encodings.isEmpty() && !lengths.isEmpty()) {
      throw new MalformedRequest(400, "Content-Length and Transfer-Encoding exclude each other");
    }
    boolean owesContinue = false;
    for (String value : head.values("Expect")) owesContinue |= value.equalsIgnoreCase(EXPECTED);
    if (!encodings.isEmpty()) {
      boolean onlyChunked = encodings.size() == 1 && encodings.get(0).equalsIgnoreCase("chunked");
      if (!onlyChunked) throw new MalformedRequest(501, "Only chunked transfer is understood");
      return new RequestBody(in, out, true, 0, owesContinue);
    }
    if (lengths.isEmpty()) return new RequestBody(in, out, false, 0, false);
    String length = lengths.iterator().next();
    boolean readable = lengths.size() == 1 && isNumber(length);
    if (!readable) throw new MalformedRequest(400, "Malformed Content-Length");
    return new RequestBody(in, out, false, Long.parseLong(length), owesContinue);
  }

  /** Whether every byte was read, so that the next request can follow. */
  boolean isEnded() {
    return ended;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (ended || length == 0) return ended ? -1 : 0;
    sendContinue();
    if (chunked && remaining == 0 && !beginChunk()) return -1;
    int count = in.read(target, offset, (int) Math.min(length, remaining));
    if (count < 0) throw new EOFException("the body ends too early");
    remaining -= count;
    if (remaining == 0) {
      if (chunked) endChunk();
      else ended = true;
    }
    return count;
  }

  /** Digits only, and so few that a long holds them. */
  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
    }
    return !text.isEmpty() && text.length() <= MAX_LENGTH_DIGITS;
  }

  private void sendContinue() throws IOException {
    if (!owesContinue) return;
    owesContinue = false;
    out.write(CONTINUE);
    out.flush();
  }

  private boolean beginChunk() throws IOException {
    String line = readLine();
    int extension = line.indexOf(';');
    String size = (extension < 0 ? line : line.substring(0, extension)).trim();
    if (!size.matches("[0-9a-fA-F]{1,15}")) throw new MalformedRequest(400, "Malformed chunk");
    remaining = Long.parseLong(size, 16);
    if (remaining > 0) return true;
    String trailer;
    do {
      trailer = readLine();
    } while (!trailer.isEmpty());
    ended = true;
    return false;
  }

  private void endChunk() throws IOException {
    if (!readLine().isEmpty()) throw new MalformedRequest(400, "Malformed chunk");
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    int next;
    while ((next = in.read()) != '\n') {
      if (next < 0) throw new EOFException("the body ends too early");
      if (line.length() == MAX_CHUNK_LINE) throw new MalformedRequest(400, "Malformed chunk");
      if (next != '\r') line.append((char) next);
    }
    return line.toString();
  }
}
