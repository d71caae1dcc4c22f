package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.TimeSource;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import okhttp3.Connection;

/**
 * Checks a pooled HTTP/1.1 connection right before a request is written to it. If the server has
 * closed the connection, the request would be lost and its charge unknown. If unexpected bytes are
 * waiting, they would be read as the response.
 *
 * <p>OkHttp checks only after ten idle seconds, never before a GET, and treats waiting bytes as a
 * sign of life. An unexpected response that arrived together with the previous response is already
 * in OkHttp's buffer, and is not noticed here.
 *
 * <p>A cancel in OkHttp reads which connection a call has, and then closes its socket. If the call
 * ends in between, the next call already has the connection. So a client marks a connection before
 * it cancels an exchange, and does not use it again. HTTP/2 needs none of this, because a cancel
 * ends only its stream.
 *
 * <p>Tests: {@code StaleConnectionIT}, {@code CancelledConnectionIT}.
 */
final class StaleConnectionCheck {
  /**
   * Reading from a live connection takes a millisecond, so a busy connection is not read between
   * its requests.
   */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Thrown before anything is written; the request may go out on another connection. */
  static final class UnusableConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    UnusableConnectionException() {
      super(
          "the pooled connection was closed by the server, is being closed by a cancel, or has an"
              + " unexpected response");
    }
  }

  /** Stored instead of the time of a response: the connection must not be used again. */
  private static final Long UNUSABLE = Long.MIN_VALUE;

  /**
   * The time of the last response over each connection, which OkHttp does not report. Static,
   * because clients that are built over one OkHttpClient share its connections. Weak keys, because
   * OkHttp does not report when it drops a connection.
   */
  private static final Map<Connection, Long> LAST_RESPONSES =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final TimeSource time;

  StaleConnectionCheck(TimeSource time) {
    this.time = time;
  }

  /**
   * Throws if the connection must not carry a request.
   *
   * @param isGet whether the request is a GET, whose response names the load and can be checked;
   *     the response to a creation cannot
   */
  void check(Connection connection, boolean isGet) throws UnusableConnectionException {
    Long last = LAST_RESPONSES.get(connection);
    if (last == null) return; // A new connection.
    if (last.equals(UNUSABLE)) throw new UnusableConnectionException();
    boolean isIdle = time.nanos() - last >= IDLE_NANOS;
    // Under TLS only a read shows what has arrived.
    boolean isEncrypted = connection.handshake() != null;
    boolean mustRead = isIdle || (isEncrypted && !isGet);
    if (isStale(connection.socket(), mustRead)) throw new UnusableConnectionException();
  }

  /**
   * Records that the head of a response has arrived on the connection. After a refusal, some
   * servers close the connection without announcing it, and the client may resend the request
   * immediately. So the connection then counts as idle.
   *
   * @param isSuccess whether the status of the response is 2xx
   */
  void responseReceived(Connection connection, boolean isSuccess) {
    long now = isSuccess ? time.nanos() : time.nanos() - IDLE_NANOS;
    LAST_RESPONSES.merge(connection, now, (last, latest) -> last.equals(UNUSABLE) ? last : latest);
  }

  /** Marks a connection whose exchange is about to be cancelled, so that it is not used again. */
  static void markUnusable(Connection connection) {
    LAST_RESPONSES.put(connection, UNUSABLE);
  }

  private static boolean isStale(Socket socket, boolean mustRead) {
    try {
      return socket.getInputStream().available() > 0 || (mustRead && hasByteOrEndOfStream(socket));
    } catch (IOException broken) {
      return true;
    }
  }

  private static boolean hasByteOrEndOfStream(Socket socket) throws IOException {
    int timeout = socket.getSoTimeout();
    try {
      socket.setSoTimeout(1);
      int ignored = socket.getInputStream().read();
      return true;
    } catch (SocketTimeoutException silence) {
      return false;
    } finally {
      socket.setSoTimeout(timeout);
    }
  }
}
