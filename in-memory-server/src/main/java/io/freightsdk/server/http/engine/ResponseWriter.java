package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The answer to one request: sent whole, cut off, or as a stream while the client reads it. If no
 * answer is sent, the connection is closed. Confined to the thread of its connection.
 */
public final class Response {
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final Map<Integer, String> REASONS =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(201, "Created"),
          Map.entry(204, "No Content"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(402, "Payment Required"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(408, "Request Timeout"),
          Map.entry(409, "Conflict"),
          Map.entry(410, "Gone"),
          Map.entry(413, "Content Too Large"),
          Map.entry(415, "Unsupported Media Type"),
          Map.entry(422, "Unprocessable Content"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(501, "Not Implemented"),
          Map.entry(502, "Bad Gateway"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(504, "Gateway Timeout"),
          Map.entry(505, "HTTP Version Not Supported"));

  private final TimedOutput out;
  private final boolean toHead;
  private final boolean http11;
  private final boolean keepAlive;
  private final Request request;
  private final HeaderFields fields = new HeaderFields();
  private boolean last;
  private boolean begun;
  private boolean complete;

  Response(Request request, TimedOutput out) {
    this.request = request;
    this.out = out;
    this.toHead = request.method().equals("HEAD");
    this.http11 = request.head().isHttp11();
    this.keepAlive = request.head().wantsKeepAlive();
    this.last = request.head().wantsClose();
  }

  /** Sets a header field and replaces one with the same name. */
  public void header(String name, String value) {
    fields.set(name, value);
  }

  /** Sends the whole answer, in parts. For a status without a body, the body is left out. */
  public void send(int status, byte[]... body) throws IOException {
    int announced = 0;
    for (byte[] part : body) announced += part.length;
    boolean given = sendHead(status, announced) > 0;
    for (byte[] part : body) {
      if (given) out.write(part, 0, part.length);
    }
    out.flush();
    complete = true;
  }

  /** Announces so many bytes, sends {@code length} of the body, and closes the connection. */
  public void sendCutOff(int status, int announced, byte[] body, int length) throws IOException {
    out.write(body, 0, Math.min(length, sendHead(status, announced)));
    out.flush();
  }

  /** Sends the whole answer, its body in pieces with a pause before each. */
  public void sendInPieces(int status, byte[] body, int size, Pause pause) throws IOException {
    int length = sendHead(status, body.length);
    out.flush();
    for (int from = 0; from < length; from += size) {
      pause.hold();
      out.write(body, from, Math.min(size, length - from));
      out.flush();
    }
    complete = true;
  }

  /** Waits, or throws when the server closes. */
  @FunctionalInterface
  public interface Pause {
    void hold() throws IOException;
  }

  /** Sends these bytes where an answer should begin; the connection must then close. */
  public void sendRaw(byte[] bytes) throws IOException {
    begun = true;
    out.write(bytes);
    out.flush();
  }

  /**
   * Begins an answer without a known length. Each write reaches the client once it is flushed;
   * closing the stream completes the answer.
   */
  public OutputStream stream(int status) throws IOException {
    if (http11) {
      fields.set("Transfer-Encoding", "chunked");
    } else {
      // An HTTP/1.0 client does not know chunks: its answer ends with the connection.
      last = true;
    }
    begin(status);
    return new Streaming();
  }

  /** Whether another request may follow on the connection. */
  boolean isReusable() {
    return complete && !last && request.isRead();
  }

  static String reason(int status) {
    return REASONS.getOrDefault(status, "Status " + status);
  }

  /** How much of the body is to follow. */
  private int sendHead(int status, int length) throws IOException {
    boolean none = status == NO_CONTENT || status == NOT_MODIFIED;
    if (!none) fields.set("Content-Length", Integer.toString(length));
    begin(status);
    return none || toHead ? 0 : length;
  }

  private void begin(int status) throws IOException {
    if (begun) throw new IOException("the answer has begun already");
    begun = true;
    last |= !request.isRead();
    if (last) {
      fields.set("Connection", "close");
    } else if (keepAlive) {
      fields.set("Connection", "keep-alive");
    }
    out.text("HTTP/1.1 ");
    out.text(Integer.toString(status));
    out.text(" ");
    out.text(reason(status));
    for (int i = 0; i < fields.size(); i++) {
      out.write(LINE_END);
      out.text(fields.name(i));
      out.text(": ");
      out.text(fields.value(i));
    }
    out.write(LINE_END);
    out.write(LINE_END);
  }

  private final class Streaming extends OutputStream {
    private boolean closed;

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (closed) throw new IOException("the answer is closed");
      if (length == 0 || toHead) return;
      if (http11) {
        out.write(Integer.toHexString(length).getBytes(StandardCharsets.US_ASCII));
        out.write(LINE_END);
      }
      out.write(bytes, offset, length);
      if (http11) out.write(LINE_END);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      if (closed) return;
      closed = true;
      if (http11 && !toHead) out.write(LAST_CHUNK);
      out.flush();
      complete = true;
    }
  }
}
