package io.freightsdk.internal.transport;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import okhttp3.Connection;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Finds pooled connections that the service has closed meanwhile, before a request is spent on
 * them.
 *
 * <p>OkHttp looks for this only before requests other than GET, and only after ten idle seconds. A
 * paid read on a dead connection would end with an unknown charge although nobody read it.
 */
final class StaleConnections {
  /** A probe of a live connection costs one millisecond, so busy connections go without. */
  private static final long PROBE_AFTER_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Guarded by itself; weak keys, because OkHttp does not tell when it drops a connection. */
  private final Map<Connection, Long> lastUse = new WeakHashMap<>();

  private final LongSupplier nanoTime;

  StaleConnections(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Thrown before anything is written; the request may go out on another connection. */
  static final class DeadConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    DeadConnectionException() {
      super("the pooled connection was closed by the other side");
    }
  }

  void used(@Nullable Connection connection) {
    if (connection == null) {
      return;
    }
    synchronized (lastUse) {
      lastUse.put(connection, nanoTime.getAsLong());
    }
  }

  void refuseDead(@Nullable Connection connection) throws IOException {
    if (connection == null || connection.protocol() != Protocol.HTTP_1_1) {
      return; // An HTTP/2 connection is read all the time: OkHttp knows when it dies.
    }
    Long last;
    synchronized (lastUse) {
      last = lastUse.get(connection);
    }
    boolean idle = last != null && nanoTime.getAsLong() - last >= PROBE_AFTER_IDLE_NANOS;
    if (idle && isDead(connection.socket())) {
      throw new DeadConnectionException();
    }
  }

  /** Nothing may arrive between two answers: an end of stream and a stray byte both mean dead. */
  private static boolean isDead(Socket socket) {
    try {
      int timeout = socket.getSoTimeout();
      try {
        socket.setSoTimeout(1);
        int ignored = socket.getInputStream().read();
        return true;
      } finally {
        socket.setSoTimeout(timeout);
      }
    } catch (SocketTimeoutException silence) {
      return false;
    } catch (IOException broken) {
      return true;
    }
  }
}
