package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** One request. Confined to the thread that serves its connection. */
public final class Request {
  private final Peer peer;
  private final RequestHead head;
  private final RequestBody body;

  Request(Peer peer, RequestHead head) throws MalformedRequest {
    this.peer = peer;
    this.head = head;
    this.body = RequestBody.of(head, peer);
  }

  public String method() {
    return head.method();
  }

  /** The path as it was sent, with its escapes. */
  public String rawPath() {
    return head.path();
  }

  /** The query as it was sent, without its question mark; null without one. */
  public @Nullable String rawQuery() {
    return head.query();
  }

  /** Host and port that the client addresses; null when it names none. */
  public @Nullable String host() {
    return head.fields().first("Host");
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

  /** Whether the client waits for a {@code 100 Continue} before it sends the body. */
  public boolean awaitsContinue() {
    return body.awaitsContinue();
  }

  /** Reads and drops the rest of the body, unless it is not {@linkplain #isSkippable worth it}. */
  public void skipBody() throws IOException {
    if (isSkippable()) body.skip();
  }

  /**
   * Whether the rest of the body is read so that the connection can go on: it has come, or will
   * without an invitation, and is not large.
   */
  boolean isSkippable() {
    return body.isEnded() || !(body.awaitsContinue() || body.isLarge());
  }

  public InetAddress remoteAddress() {
    return peer.remote();
  }

  /** The address of this machine at which the client called. */
  public InetAddress localAddress() {
    return peer.local();
  }

  public String connectionId() {
    return peer.id();
  }

  /** Resets the connection: the client learns that its peer is gone, not that it has ended. */
  void reset() {
    peer.reset();
  }

  RequestHead head() {
    return head;
  }

  boolean isBodyRead() {
    return body.isEnded();
  }
}
