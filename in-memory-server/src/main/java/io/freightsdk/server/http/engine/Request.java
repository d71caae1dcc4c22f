package io.freightsdk.server.http.engine;

import io.freightsdk.server.http.engine.RequestHead.MalformedRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** A request. Confined to the thread that serves its connection. */
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
  public @Nullable String authority() {
    return head.fields().first("Host");
  }

  public HeaderFields headers() {
    return head.fields();
  }

  /**
   * The body; empty when there is none. The first read sends {@code 100 Continue} to a client that
   * waits for this.
   */
  public InputStream body() {
    return body;
  }

  /** The length that the client announced: 0 without a body, -1 for a body in chunks. */
  public long announcedLength() {
    return body.announcedLength();
  }

  /** Whether the client waits for a {@code 100 Continue} before it sends the body. */
  public boolean awaitsContinue() {
    return body.awaitsContinue();
  }

  /** Reads and discards the rest of the body if it {@linkplain #isSkippable is skippable}. */
  public void skipBody() throws IOException {
    if (isSkippable()) body.skip();
  }

  /**
   * Whether the rest of the body can be read to keep the connection: it is not large, and the
   * client sends it without a {@code 100 Continue}.
   */
  boolean isSkippable() {
    return body.isEnded() || !(body.awaitsContinue() || body.isLarge());
  }

  public InetAddress remoteAddress() {
    return peer.remote();
  }

  /** The address of this machine that the client called. */
  public InetAddress localAddress() {
    return peer.local();
  }

  public String connectionId() {
    return peer.id();
  }

  /** Resets the connection, so that the client sees a reset and not an end of the stream. */
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
