package io.freightsdk.server.http.engine;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. A handler that returns with its answer begun but not closed has
 * handed the connection over: whoever closes the exchange ends the connection.
 */
final class EngineExchange extends HttpExchange {
  private static final int NOT_YET = -1;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  private final Connection connection;
  private final RequestHead head;
  private final RequestBody requestBody;
  private final Headers responseHeaders = new Headers();
  private int status = NOT_YET;
  private @Nullable ResponseBody responseBody;
  private boolean lastOnConnection;
  private boolean handedOver;

  EngineExchange(Connection connection, RequestHead head) throws MalformedRequest {
    this.connection = connection;
    this.head = head;
    this.requestBody = RequestBody.of(head, connection.in(), connection.out());
    this.lastOnConnection = head.wantsClose();
  }

  /** Whether another request may follow on the connection. */
  boolean isReusable() {
    ResponseBody body = responseBody;
    return !lastOnConnection && requestBody.isEnded() && body != null && body.isComplete();
  }

  /** To be asked once the handler has returned. Guarded, as {@link #close} may come meanwhile. */
  synchronized boolean isHandedOver() {
    ResponseBody body = responseBody;
    handedOver = body != null && !body.isComplete();
    return handedOver;
  }

  @Override
  public void sendResponseHeaders(int code, long length) throws IOException {
    if (status != NOT_YET) throw new IOException("the answer has begun already");
    status = code;
    boolean bodyless =
        length < 0 || code == NO_CONTENT || code == NOT_MODIFIED || head.method().equals("HEAD");
    boolean chunked = length == 0 && !bodyless;
    lastOnConnection |= (chunked && !head.isHttp11()) || !requestBody.isEnded();
    if (chunked) {
      responseHeaders.set("Transfer-Encoding", "chunked");
    } else if (code != NO_CONTENT && code != NOT_MODIFIED) {
      responseHeaders.set("Content-Length", Long.toString(Math.max(0, length)));
    }
    if (lastOnConnection) responseHeaders.set("Connection", "close");
    OutputStream out = connection.out();
    out.write(headBytes());
    responseBody =
        chunked ? ResponseBody.inChunks(out) : ResponseBody.ofLength(out, bodyless ? 0 : length);
  }

  @Override
  public InputStream getRequestBody() {
    return requestBody;
  }

  @Override
  public OutputStream getResponseBody() {
    if (responseBody == null) throw new IllegalStateException("sendResponseHeaders comes first");
    return responseBody;
  }

  /**
   * Completes the answer; before one, or after the exchange was handed over, ends the connection.
   */
  @Override
  public synchronized void close() {
    ResponseBody body = responseBody;
    try {
      if (body != null) body.close();
    } catch (IOException e) {
      connection.close();
      return;
    }
    if (body == null || handedOver) connection.close();
  }

  @Override
  public Headers getRequestHeaders() {
    return head.headers();
  }

  @Override
  public Headers getResponseHeaders() {
    return responseHeaders;
  }

  @Override
  public URI getRequestURI() {
    return head.target();
  }

  @Override
  public String getRequestMethod() {
    return head.method();
  }

  @Override
  public InetSocketAddress getRemoteAddress() {
    return connection.remote();
  }

  @Override
  public InetSocketAddress getLocalAddress() {
    return connection.local();
  }

  @Override
  public int getResponseCode() {
    return status;
  }

  @Override
  public String getProtocol() {
    return head.isHttp11() ? "HTTP/1.1" : "HTTP/1.0";
  }

  /** Only {@code connection}: the same for all requests over one connection, and no other. */
  @Override
  public @Nullable Object getAttribute(String name) {
    return name.equals("connection") ? connection.id() : null;
  }

  @Override
  public void setAttribute(String name, Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setStreams(InputStream in, OutputStream out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public HttpContext getHttpContext() {
    throw new UnsupportedOperationException();
  }

  @Override
  public @Nullable HttpPrincipal getPrincipal() {
    return null;
  }

  private byte[] headBytes() {
    StringBuilder text = new StringBuilder(256);
    text.append("HTTP/1.1 ").append(status).append(' ').append(Reasons.of(status)).append("\r\n");
    for (Map.Entry<String, List<String>> field : responseHeaders.entrySet()) {
      for (String value : field.getValue()) {
        text.append(field.getKey()).append(": ").append(value).append("\r\n");
      }
    }
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
