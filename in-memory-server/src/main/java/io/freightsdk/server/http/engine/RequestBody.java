package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The bytes of one request's body, framed by its length or in chunks (RFC 9112, sections 6, 7). */
final class RequestBody extends InputStream {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_LENGTH_DIGITS = 18;
  private static final int MAX_CHUNK_DIGITS = 15;
  private static final int MAX_CHUNK_LINE = 256;
  private static final int SKIP_BUFFER_BYTES = 16 << 10;

  /** How much of a body that nobody wants is read to keep its connection. */
  private static final long MOST_SKIPPED_BYTES = 1 << 20;

  private final TimedInput in;
  private final TimedOutput out;
  private final boolean chunked;
  private final long announced;
  private boolean owesContinue;
  private long remaining;
  private boolean ended;

  private RequestBody(RequestHead head, TimedInput in, TimedOutput out, long announced) {
    this.in = in;
    this.out = out;
    this.chunked = announced < 0;
    this.announced = announced;
    this.remaining = Math.max(0, announced);
    if (announced == 0) end();
    this.owesContinue = head.isHttp11() && !ended && head.fields().lists("Expect", "100-continue");
  }

  /**
   * The body that {@code head} announces.
   *
   * @throws MalformedRequest when its framing can be read in two ways, or not at all
   */
  static RequestBody of(RequestHead head, TimedInput in, TimedOutput out) throws MalformedRequest {
    List<String> encodings = head.fields().all("Transfer-Encoding");
    List<String> lengths = head.fields().all("Content-Length");
    if (!encodings.isEmpty()) {
      if (!lengths.isEmpty() || !head.isHttp11()) {
        throw new MalformedRequest(400, "Transfer-Encoding needs HTTP/1.1 and no Content-Length");
      }
      checkChunked(members(encodings));
      return new RequestBody(head, in, out, -1);
    }
    if (lengths.isEmpty()) return new RequestBody(head, in, out, 0);
    boolean readable = lengths.size() == 1 && isNumber(lengths.get(0));
    if (!readable) throw new MalformedRequest(400, "Malformed Content-Length");
    return new RequestBody(head, in, out, Long.parseLong(lengths.get(0)));
  }

  /** -1 for a body in chunks. */
  long announcedLength() {
    return announced;
  }

  /** Whether every byte was read, so that the next request can follow. */
  boolean isEnded() {
    return ended;
  }

  /** Whether the client waits to be told to send the body. */
  boolean awaitsInvitation() {
    return owesContinue;
  }

  /** Whether more of it is announced than is read to keep a connection. */
  boolean isLarge() {
    return remaining > MOST_SKIPPED_BYTES;
  }

  /** Reads and drops the rest of it, or the first megabyte of chunks that do not end. */
  void skip() throws IOException {
    if (ended) return;
    in.hurry();
    byte[] waste = new byte[SKIP_BUFFER_BYTES];
    long skipped = 0;
    int count;
    while (skipped <= MOST_SKIPPED_BYTES && (count = read(waste)) >= 0) skipped += count;
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
    if (count < 0) throw new MalformedRequest(400, "The body ends too early");
    remaining -= count;
    if (remaining == 0) {
      if (chunked) endChunk();
      else end();
    }
    return count;
  }

  private void end() {
    ended = true;
    in.endRequest();
  }

  private static List<String> members(List<String> values) {
    List<String> members = new ArrayList<>(2);
    for (String value : values) {
      for (String member : value.split(",", -1)) members.add(member.trim());
    }
    members.removeIf(String::isEmpty);
    return members;
  }

  /** Accepts chunked, once, and nothing else: other codings are not supported. */
  private static void checkChunked(List<String> encodings) throws MalformedRequest {
    int last = encodings.size() - 1;
    boolean ambiguous = last < 0 || !encodings.get(last).equalsIgnoreCase("chunked");
    for (int i = 0; i < last; i++) ambiguous |= encodings.get(i).equalsIgnoreCase("chunked");
    String first = encodings.isEmpty() ? "" : encodings.get(0);
    if (ambiguous && last == 0 && RequestHead.isToken(first, 0, first.length())) {
      throw new MalformedRequest(501, "Only chunked transfer is understood");
    }
    if (ambiguous) throw new MalformedRequest(400, "Malformed Transfer-Encoding");
    if (last > 0) throw new MalformedRequest(501, "Only chunked transfer is understood");
  }

  /** Digits only, and few enough for a long. */
  private static boolean isNumber(String text) {
    return Target.isDigits(text, 0) && !text.isEmpty() && text.length() <= MAX_LENGTH_DIGITS;
  }

  private void sendContinue() throws IOException {
    if (!owesContinue) return;
    owesContinue = false;
    out.write(CONTINUE);
    out.flush();
  }

  private boolean beginChunk() throws IOException {
    in.allowLines();
    String line = readLine();
    int digits = 0;
    while (digits < line.length() && isHexDigit(line.charAt(digits))) digits++;
    boolean sized = digits > 0 && digits <= MAX_CHUNK_DIGITS;
    boolean extended = line.substring(digits).trim().startsWith(";");
    boolean readable = sized && (digits == line.length() || extended);
    if (!readable || line.length() > MAX_CHUNK_LINE || RequestHead.hasControls(line, 0))
      throw malformed();
    remaining = Long.parseLong(line.substring(0, digits), 16);
    if (remaining > 0) return true;
    RequestHead.readFields(in);
    end();
    return false;
  }

  private void endChunk() throws IOException {
    if (!readLine().isEmpty()) throw malformed();
  }

  private String readLine() throws IOException {
    String line = in.readLine();
    if (line == null) throw new MalformedRequest(400, "The body ends too early");
    return line;
  }

  private static boolean isHexDigit(char c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }

  private static MalformedRequest malformed() {
    return new MalformedRequest(400, "Malformed chunk");
  }
}
