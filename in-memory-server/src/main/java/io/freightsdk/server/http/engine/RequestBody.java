package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The body of a request, framed by its length or in chunks (RFC 9112, sections 6 and 7). */
final class RequestBody extends InputStream {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
  private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9a-fA-F]{1,15})\\s*(;.*)?");
  private static final int SKIP_BUFFER_BYTES = 16 << 10;

  /** The maximum length of an unused body that is read to keep its connection. */
  private static final long MAX_SKIPPED_BYTES = 1 << 20;

  private final Peer peer;
  private final LineInput in;
  private final boolean chunked;
  private final long announced;
  private boolean continueDue;
  private long remaining;
  private boolean ended;

  private RequestBody(RequestHead head, Peer peer, long announced) {
    this.peer = peer;
    this.in = peer.in();
    this.chunked = announced < 0;
    this.announced = announced;
    this.remaining = Math.max(0, announced);
    if (announced == 0) end();
    this.continueDue =
        head.isHttp11() && !ended && head.fields().contains("Expect", "100-continue");
  }

  /**
   * The body that {@code head} announces.
   *
   * @throws MalformedRequest when its framing is ambiguous or invalid
   */
  static RequestBody of(RequestHead head, Peer peer) throws MalformedRequest {
    List<String> codings = head.fields().all("Transfer-Encoding");
    List<String> lengths = head.fields().all("Content-Length");
    if (codings.isEmpty() && lengths.isEmpty()) return new RequestBody(head, peer, 0);
    if (codings.size() + lengths.size() > 1) {
      throw new MalformedRequest(400, "Send one Content-Length or one Transfer-Encoding");
    }
    if (lengths.isEmpty()) {
      boolean isChunked = codings.get(0).equalsIgnoreCase("chunked");
      if (isChunked) return new RequestBody(head, peer, -1);
      throw new MalformedRequest(501, "Only chunked transfer is understood");
    }
    String length = lengths.get(0);
    if (LENGTH.matcher(length).matches()) {
      return new RequestBody(head, peer, Long.parseLong(length));
    }
    throw new MalformedRequest(400, "Malformed Content-Length");
  }

  /** -1 for a body in chunks. */
  long announcedLength() {
    return announced;
  }

  /** Whether the body was read completely, so that the next request can follow. */
  boolean isEnded() {
    return ended;
  }

  /** Whether the client waits for {@code 100 Continue} before it sends the body. */
  boolean awaitsContinue() {
    return continueDue;
  }

  /** Whether the rest is longer than the maximum that is read to keep a connection. */
  boolean isLarge() {
    return remaining > MAX_SKIPPED_BYTES;
  }

  /** Reads and discards the rest, but at most a megabyte of chunks. */
  void skip() throws IOException {
    if (ended) return;
    byte[] waste = new byte[SKIP_BUFFER_BYTES];
    long skipped = 0;
    int count;
    while (skipped <= MAX_SKIPPED_BYTES && (count = read(waste)) >= 0) skipped += count;
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
    peer.requestReceived();
  }

  private void sendContinue() throws IOException {
    if (!continueDue) return;
    continueDue = false;
    peer.out().write(CONTINUE);
  }

  private boolean beginChunk() throws IOException {
    in.startHeader();
    Matcher size = CHUNK_SIZE.matcher(readLine());
    if (!size.matches()) throw malformed();
    remaining = Long.parseLong(size.group(1), 16);
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

  private static MalformedRequest malformed() {
    return new MalformedRequest(400, "Malformed chunk");
  }
}
