package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.MachineTime;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import okhttp3.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an HTTP/1.1 connection may carry another request. Its answers have no names: one
 * answer too many, and every later request gets that of the one before it. So nothing may have
 * arrived since the last answer, and the last answer must be that of its own request.
 */
final class KeptConnections {
  /** A probe of a live connection takes one millisecond, so connections in use are not probed. */
  private static final long PROBE_AFTER_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Thrown before anything is written; the request may go out on another connection. */
  static final class DeadConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    DeadConnectionException() {
      super("the pooled connection was closed by the other side, or carries a strange answer");
    }
  }

  /** What is known of one connection; its requests use it one after another. */
  static final class Line {
    private volatile long lastUse;
    private volatile @Nullable Verdict lastAnswer;
  }

  /**
   * Whether an answer is that of its own request. It is said within microseconds after the answer
   * was read, but the connection may carry the next request by then.
   */
  static final class Verdict {
    /** Far longer than reading an answer takes. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Null until it is known; guarded by this. */
    private @Nullable Boolean ours;

    /** Whether it is certain that the answer is another request's. Does not wait. */
    private synchronized boolean isStrange() {
      return Boolean.FALSE.equals(ours);
    }

    /** The first word counts. */
    private synchronized void tell(boolean isOurs) {
      if (ours != null) return;
      ours = isOurs;
      notifyAll();
    }

    /** Waits for the verdict; who never hears one does not trust the connection. */
    private synchronized boolean isOurs(MachineTime time) throws InterruptedException {
      long end = time.nanos() + LONGEST_NANOS;
      while (ours == null) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - time.nanos());
        if (left <= 0) return false;
        wait(left);
      }
      return ours;
    }
  }

  /** One request on a connection. */
  static final class Use {
    private final Connection connection;
    private final @Nullable Verdict before;
    private final MachineTime time;
    private final Verdict mine = new Verdict();

    private Use(Connection connection, @Nullable Verdict before, MachineTime time) {
      this.connection = connection;
      this.before = before;
      this.time = time;
    }

    /** Whether the answer before this one was that of its own request. */
    boolean followsOurs() throws InterruptedException {
      return before == null || before.isOurs(time);
    }

    /** Whether the answer is that of this request; if not, the connection is not used again. */
    void judged(boolean isOurs) {
      mine.tell(isOurs);
      if (!mine.isStrange()) return;
      try {
        connection.socket().close();
      } catch (IOException gone) {
        // The other side was quicker.
      }
    }
  }

  /**
   * Connections over the caller's own sockets; ours know their line. Weak keys, because OkHttp does
   * not report when it drops a connection.
   */
  private final Map<Connection, Line> foreign = Collections.synchronizedMap(new WeakHashMap<>());

  /** Tells how long a connection was idle. */
  private final LongSupplier nanoTime;

  private final MachineTime time;

  KeptConnections(Environment environment) {
    this.nanoTime = environment.nanoTime();
    this.time = environment.machine();
  }

  /**
   * Takes the connection for a request that is about to be written.
   *
   * @param socket under the connection; null when it is the caller's own
   */
  Use take(Connection connection, CountedSockets.@Nullable Counted socket)
      throws DeadConnectionException {
    Line line = line(connection, socket);
    Verdict last = line.lastAnswer;
    if (last != null && (last.isStrange() || isDead(connection, socket, line))) {
      throw new DeadConnectionException();
    }
    Use use = new Use(connection, last, time);
    line.lastAnswer = use.mine;
    return use;
  }

  /** The head of the answer has come. */
  void used(Connection connection, CountedSockets.@Nullable Counted socket) {
    line(connection, socket).lastUse = nanoTime.getAsLong();
  }

  private Line line(Connection connection, CountedSockets.@Nullable Counted socket) {
    return socket != null ? socket.line : foreign.computeIfAbsent(connection, any -> new Line());
  }

  /**
   * Whether the service has closed the connection, or has said more than it was asked for. OkHttp
   * looks for the first only before requests other than GET and only after ten idle seconds, and
   * for the second never.
   */
  private boolean isDead(
      Connection connection, CountedSockets.@Nullable Counted socket, Line line) {
    try {
      boolean plain = connection.handshake() == null;
      if (socket != null && socket.available() > 0) return true;
      if (plain && connection.socket().getInputStream().available() > 0) return true;
      boolean idle = nanoTime.getAsLong() - line.lastUse >= PROBE_AFTER_IDLE_NANOS;
      // Under TLS only our own sockets say what has arrived and is not decrypted yet.
      boolean blind = socket == null && !plain;
      return (idle || blind) && hasEnded(connection.socket());
    } catch (IOException broken) {
      return true;
    }
  }

  /** Both an end of stream and an unexpected byte mean that the connection is dead. */
  private static boolean hasEnded(Socket socket) throws IOException {
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
