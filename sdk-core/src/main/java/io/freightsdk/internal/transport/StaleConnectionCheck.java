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
 * closed it, the request would be lost and its charge unknown; if bytes are waiting that belong to
 * no request, they would be taken for the answer.
 *
 * <p>OkHttp checks only after ten idle seconds, never before a GET, and takes waiting bytes for a
 * sign of life. An unexpected answer that came together with the one before it is already in
 * OkHttp's buffer and not seen here.
 *
 * <p>A cancel in OkHttp reads which connection a call has, and then closes its socket. If the call
 * ends in between, the next one has the connection by then. So a connection is marked before a
 * client cancels what it carries, and is not used again. HTTP/2 needs none of this: a cancel ends
 * its stream only.
 *
 * <p>Tests: {@code StaleConnectionIT}, {@code CancelledConnectionIT}.
 */
final class StaleConnectionCheck {
  /**
   * Reading from a connection that is alive takes a millisecond, so it is not done between the
   * requests of a busy one.
   */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Thrown before anything is written; the request may go out on another connection. */
  static final class StaleConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    StaleConnectionException() {
      super(
          "the pooled connection was closed by the server, is being closed by a cancel, or an answer"
              + " waits that is not ours");
    }
  }

  /** In place of the time of an answer. */
  private static final Long CANCELLED = Long.MIN_VALUE;

  /**
   * When the last answer came over each connection: OkHttp does not tell it. Static, because
   * clients that are built over one OkHttpClient share its connections. Weak keys, because OkHttp
   * does not report when it drops one.
   */
  private static final Map<Connection, Long> ANSWERED =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final TimeSource time;

  StaleConnectionCheck(TimeSource time) {
    this.time = time;
  }

  /**
   * Throws if the connection must not carry a request.
   *
   * @param isGet whether the request is a GET: its answer names the load and can be checked, that
   *     of a creation cannot
   */
  void check(Connection connection, boolean isGet) throws StaleConnectionException {
    Long last = ANSWERED.get(connection);
    if (last == null) return; // A new connection.
    if (last.equals(CANCELLED)) throw new StaleConnectionException();
    boolean idle = time.nanos() - last >= IDLE_NANOS;
    // Under TLS only a read shows what has arrived.
    boolean blind = connection.handshake() != null;
    boolean read = idle || (blind && !isGet);
    if (isStale(connection.socket(), read)) throw new StaleConnectionException();
  }

  /**
   * The head of an answer has come over the connection. After a refusal some servers close without
   * announcing it, and the refused request is sent again at once: so the connection counts as idle
   * from then on.
   *
   * @param isSuccess whether the status of the answer is 2xx
   */
  void answered(Connection connection, boolean isSuccess) {
    long now = isSuccess ? time.nanos() : time.nanos() - IDLE_NANOS;
    ANSWERED.merge(connection, now, (last, latest) -> last.equals(CANCELLED) ? last : latest);
  }

  /** What the connection carries is about to be cancelled: it carries no other request. */
  static void cancels(Connection connection) {
    ANSWERED.put(connection, CANCELLED);
  }

  private static boolean isStale(Socket socket, boolean read) {
    try {
      return socket.getInputStream().available() > 0 || (read && hasByteOrEnd(socket));
    } catch (IOException broken) {
      return true;
    }
  }

  private static boolean hasByteOrEnd(Socket socket) throws IOException {
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
