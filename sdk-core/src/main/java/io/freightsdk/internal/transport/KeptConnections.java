package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.Environment;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import okhttp3.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an HTTP/1.1 connection may carry another request. Its answers have no names: one
 * answer too many, and every later request gets that of the one before it. So nothing may have
 * arrived since the last answer; and a request that may create something is written only once the
 * last answer is known to be that of its own request.
 */
final class KeptConnections {
  /** A probe of a live connection takes one millisecond, so connections in use are not probed. */
  private static final long PROBE_AFTER_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Far longer than it takes to read an answer; a new connection costs less than a wait. */
  private static final long LONGEST_READING_MILLIS = 100;

  /** Thrown before anything is written; the request may go out on another connection. */
  static final class DeadConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    DeadConnectionException() {
      super("the pooled connection was closed by the other side, or may hold a strange answer");
    }
  }

  /** What is known of the last answer on a connection, to which it must not refer. */
  static final class Answer {
    /** Whether it is that of its request; said within microseconds after it was read. */
    private final CompletableFuture<Boolean> isOurs = new CompletableFuture<>();

    private volatile long cameNanos;

    /**
     * Whether it is that of its request; if not, no other request follows. The first word counts.
     */
    void judged(boolean ours) {
      isOurs.complete(ours);
    }

    private boolean isStrange() {
      return !isOurs.getNow(true);
    }

    private boolean isKnownAsOurs() throws InterruptedIOException {
      try {
        return isOurs.get(LONGEST_READING_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException | ExecutionException unknown) {
        return false;
      } catch (InterruptedException e) {
        // The exchange sets the flag again.
        throw new InterruptedIOException("interrupted");
      }
    }
  }

  /** Weak keys, because OkHttp does not report when it drops a connection. */
  private final Map<Connection, Answer> lastAnswers =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** Tells how long a connection was idle. */
  private final LongSupplier nanoTime;

  KeptConnections(Environment environment) {
    this.nanoTime = environment.nanoTime();
  }

  /**
   * Takes the connection for a request that is about to be written.
   *
   * @param socket under the connection; null when it is the caller's own
   * @param onlyReads whether the request changes nothing
   */
  void take(Connection connection, @Nullable Socket socket, WireTrace trace, boolean onlyReads)
      throws IOException {
    Answer last = lastAnswers.put(connection, trace.answer);
    if (last == null) return;
    // What it reads names its load.
    boolean doubtful = last.isStrange() || (!onlyReads && !last.isKnownAsOurs());
    if (doubtful || isDead(connection, socket, last)) throw new DeadConnectionException();
  }

  /** The head of the answer has come. */
  void came(Answer answer) {
    answer.cameNanos = nanoTime.getAsLong();
  }

  /**
   * Whether the service has closed the connection, or has said more than it was asked for. OkHttp
   * looks for the first only before requests other than GET and only after ten idle seconds, and
   * for the second never.
   */
  private boolean isDead(Connection connection, @Nullable Socket socket, Answer last) {
    try {
      // Under TLS only our own sockets say what has arrived and is not decrypted yet.
      boolean blind = socket == null && connection.handshake() != null;
      Socket plain = socket == null ? connection.socket() : socket;
      if (!blind && plain.getInputStream().available() > 0) return true;
      boolean idle = nanoTime.getAsLong() - last.cameNanos >= PROBE_AFTER_IDLE_NANOS;
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
