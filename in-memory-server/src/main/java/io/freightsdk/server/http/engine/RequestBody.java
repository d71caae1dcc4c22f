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

  /** How much of an unused body is read so that its connection can be kept. */
  private static final long MOST_SKIPPED_BYTES = 1 << 20;

  private final Peer peer;
  private final RequestInput in;
  private final boolean chunked;
  private final long announced;
  private boolean owesContinue;
  private long remaining;
  private boolean ended;

  private RequestBody(RequestHead head, Peer peer, long announced) {
    this.peer = peer;
    this.in = peer.in();
    this.chunked = announced < 0;
    this.announced = announced;
    this.remaining = Math.max(0, announced);
    if (announced == 0) end();
    this.owesContinue = head.isHttp11() && !ended && head.fields().lists("Expect", "100-continue");
  }

  /**
   * The body that {@code head} announces.
   *
   * @throws MalformedRequest when its framing is ambiguous or invalid
   */
  static RequestBody of(RequestHead head, Peer peer) throws MalformedRequest {
    List<String> encodings = head.fields().all("Transfer-Encoding");
    List<String> lengths = head.fields().all("Content-Length");
    if (!encodings.isEmpty()) {
      if (!lengths.isEmpty() || !head.isHttp11()) {
        throw new MalformedRequest(400, "Transfer-Encoding needs HTTP/1.1 and no Content-Length");
      }
      if (!isChunked(encodings)) {
        throw new MalformedRequest(501, "Only chunked transfer is understood");
      }
      return new RequestBody(head, peer, -1);
    }
    if (lengths.isEmpty()) return new RequestBody(head, peer, 0);
    boolean readable = lengths.size() == 1 && isNumber(lengths.get(0));
    if (!readable) throw new MalformedRequest(400, "Malformed Content-Length");
    return new RequestBody(head, peer, Long.parseLong(lengths.get(0)));
  }

  /** -1 for a body in chunks. */
  long announcedLength() {
    return announced;
  }

  /** Whether every byte was read, so that the next request can follow. */
  boolean isEnded() {
    return ended;
  }

  /** Whether the client waits for a 100 Continue before it sends the body. */
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
    peer.received();
  }

  /** Whether the body comes in chunks, and in nothing else: other codings are not supported. */
  private static boolean isChunked(List<String> encodings) {
    List<String> members = new ArrayList<>();
    for (String value : encodings) {
      for (String member : value.split(",", -1)) members.add(member.trim());
    }
    return members.size() == 1 && members.get(0).equalsIgnoreCase("chunked");
  }

  /** Digits only, and few enough for a long. */
  private static boolean isNumber(String text) {
    boolean fits = !text.isEmpty() && text.length() <= MAX_LENGTH_DIGITS;
    return fits && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private void sendContinue() throws IOException {
    if (!owesContinue) return;
    owesContinue = false;
    peer.out().write(CONTINUE);
  }

  private boolean beginChunk() throws IOException {
    in.allowLines();
    String line = readLine();
    int digits = 0;
    while (digits < line.length() && isHexDigit(line.charAt(digits))) digits++;
    boolean sized = digits > 0 && digits <= MAX_CHUNK_DIGITS;
    boolean extended = line.substring(digits).trim().startsWith(";");
    boolean readable = sized && (digits == line.length() || extended);
    if (!readable || line.length() > MAX_CHUNK_LINE) throw malformed();
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
