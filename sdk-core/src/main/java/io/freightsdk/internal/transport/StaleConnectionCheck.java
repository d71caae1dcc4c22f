package io.freightsdk.internal.transport;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import okhttp3.Connection;

/**
 * Looks at a pooled HTTP/1.1 connection right before a request is written to it. If the server has
 * closed it, the request would be lost and its charge unknown; if something has arrived that nobody
 * asked for, that would be taken for the answer of the request.
 *
 * <p>OkHttp looks only before what is not a GET and only after ten idle seconds, and takes bytes
 * that wait for a sign of life. An unasked answer that came together with the answer before it is
 * in OkHttp's buffer already, and not seen here.
 */
final class StaleConnectionCheck {
  /**
   * A read of a connection that is alive takes one millisecond, so it is not tried between the
   * requests of a busy one.
   */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Thrown before anything is written; the request may go out on another connection. */
  static final class StaleConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    StaleConnectionException() {
      super("the pooled connection was closed by the server, or an answer waits that is not ours");
    }
  }

  /** Weak keys, because OkHttp does not report when it drops a connection. */
  private final Map<Connection, Long> lastAnswerNanos =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final LongSupplier nanoTime;

  /**
   * @param nanoTime tells how long a connection was idle
   */
  StaleConnectionCheck(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Refuses a connection that must not carry a request.
   *
   * @param isGet whether the request is a GET: what a read answers can be checked, a creation's
   *     answer cannot
   */
  void check(Connection connection, boolean isGet) throws StaleConnectionException {
    Long last = lastAnswerNanos.get(connection);
    // A new one.
    if (last == null) return;
    boolean idle = nanoTime.getAsLong() - last >= IDLE_NANOS;
    // Under TLS only a read shows what has arrived.
    boolean blind = connection.handshake() != null;
    boolean read = idle || (blind && !isGet);
    if (isStale(connection.socket(), read)) throw new StaleConnectionException();
  }

  /**
   * The head of an answer has come over the connection. After a refusal many a server closes
   * without saying so, and what it has refused is sent again at once: the connection counts as idle
   * from then on.
   *
   * @param isSuccess whether the service did what it was asked for
   */
  void answered(Connection connection, boolean isSuccess) {
    long now = nanoTime.getAsLong();
    lastAnswerNanos.put(connection, isSuccess ? now : now - IDLE_NANOS);
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
