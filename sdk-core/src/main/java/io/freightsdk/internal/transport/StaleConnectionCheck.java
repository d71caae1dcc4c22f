package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.Time;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.Dns;

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
 * ends in between, the next one has the connection by then. So a connection whose last call was
 * cancelled, by whomever, is not used again, whether its socket is closed yet or not. A cancel that
 * begins after this check finds that its call has no connection any more. HTTP/2 needs none of
 * this: a cancel ends its stream only, once it is connected. (A cancel during the handshake can
 * close a connection in the moment in which others take it.)
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

  /**
   * The last answer over a connection. A call may lead to its connection, which has to be collected
   * when OkHttp drops it, so this does not keep the call. Whoever is cancelling it does.
   */
  private record LastAnswer(long nanos, WeakReference<Call> call) {
    boolean isOfCancelledCall() {
      Call answered = call.get();
      return answered != null && answered.isCanceled();
    }
  }

  /** The last answers over the connections of one client. */
  static final class LastAnswers {
    /** Weak keys, because OkHttp does not report when it drops a connection. */
    private final Map<Connection, LastAnswer> byConnection =
        Collections.synchronizedMap(new WeakHashMap<>());
  }

  /**
   * Over the connections of calls to which an interceptor of the caller gave other look-ups; they
   * do not lead to the client that made a connection.
   */
  private static final LastAnswers OVER_OTHERS = new LastAnswers();

  private final Time time;

  StaleConnectionCheck(Time time) {
    this.time = time;
  }

  /**
   * Throws if the connection must not carry a request.
   *
   * @param isGet whether the request is a GET: its answer names the load and can be checked, that
   *     of a creation cannot
   */
  void check(Connection connection, boolean isGet) throws StaleConnectionException {
    LastAnswer last = answersOver(connection).byConnection.get(connection);
    if (last == null) return; // A new connection.
    if (last.isOfCancelledCall()) throw new StaleConnectionException();
    boolean idle = time.nanos() - last.nanos() >= IDLE_NANOS;
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
   * @param call what was answered
   * @param isSuccess whether the status of the answer is 2xx
   */
  void answered(Connection connection, Call call, boolean isSuccess) {
    long now = time.nanos();
    LastAnswer last = new LastAnswer(isSuccess ? now : now - IDLE_NANOS, new WeakReference<>(call));
    answersOver(connection).byConnection.put(connection, last);
  }

  /**
   * Kept by the client that made the connection, because all that are built over one OkHttpClient
   * share its pool.
   */
  private LastAnswers answersOver(Connection connection) {
    Dns maker = connection.route().address().dns();
    return maker instanceof Lookups ours ? ours.lastAnswers : OVER_OTHERS;
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
