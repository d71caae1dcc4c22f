package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** One request. Confined to the thread that serves its connection. */
public final class Request {
  private final Connection connection;
  private final RequestHead head;
  private final RequestBody body;

  Request(Connection connection, RequestHead head) throws MalformedRequest {
    this.connection = connection;
    this.head = head;
    this.body = RequestBody.of(head, connection.in(), connection.out());
  }

  public String method() {
    return head.method();
  }

  /** The path as it was sent, with its escapes. */
  public String rawPath() {
    return head.target().path();
  }

  /** The query as it was sent, without its question mark; null without one. */
  public @Nullable String rawQuery() {
    return head.target().query();
  }

  /** Host and port that the client addresses; null when it names none (HTTP/1.0 only). */
  public @Nullable String host() {
    String authority = head.target().authority();
    return authority == null ? head.fields().first("Host") : authority;
  }

  public HeaderFields headers() {
    return head.fields();
  }

  /**
   * The body; empty when there is none. The first read sends {@code 100 Continue} to a client that
   * waits for it.
   */
  public InputStream body() {
    return body;
  }

  /** The length that the client announced; -1 for a body in chunks. */
  public long announcedLength() {
    return body.announcedLength();
  }

  /**
   * Reads and drops the rest of the body, unless the client still waits for {@code 100 Continue}.
   */
  public void skipBody() throws IOException {
    if (!body.awaitsInvitation()) body.skip();
  }

  public InetAddress remoteAddress() {
    return connection.remote();
  }

  /** The address of this machine at which the client called. */
  public InetAddress localAddress() {
    return connection.local();
  }

  public String connectionId() {
    return connection.id();
  }

  /** Whether the client has closed its side before it was answered. Costs a millisecond. */
  public boolean isAbandoned() {
    return body.isEnded() && connection.in().isAtEnd();
  }

  /** Resets the connection: the client learns that its peer is gone, not that it has ended. */
  public void reset() {
    connection.reset();
  }

  RequestHead head() {
    return head;
  }

  boolean isRead() {
    return body.isEnded();
  }
}
