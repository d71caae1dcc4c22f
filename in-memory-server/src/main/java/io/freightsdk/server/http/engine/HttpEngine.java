package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Listens on a port and serves each connection on its own thread. At the maximum number of
 * connections, it closes the connection with the longest idle time, so that clients that leave
 * connections open do not lock out others.
 */
public final class HttpEngine {
  public static final int MAX_PORT = 65_535;

  private static final int MAX_CONNECTIONS = 4096;
  private static final int BACKLOG = 1024;
  private static final long STOP_MILLIS = 1_500;
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Responds to a request on the thread of its connection. An exception ends the connection. */
  @FunctionalInterface
  public interface Handler {
    Response handle(Request request) throws IOException;
  }

  private final ServerSocket listener;
  private final int maxConnections;
  private final ExecutorService threads;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  /** Number of connections so far. Used only by the thread that accepts them. */
  private long connections;

  private HttpEngine(ServerSocket listener, ThreadFactory factory, int maxConnections) {
    this.listener = listener;
    this.maxConnections = maxConnections;
    String name = "freight-server-" + listener.getLocalPort() + "-";
    AtomicInteger started = new AtomicInteger();
    this.threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = factory.newThread(work);
              thread.setName(name + started.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Binds the address; connections wait until {@link #serve}.
   *
   * @throws UncheckedIOException when it cannot be bound; the message names it
   * @throws IllegalArgumentException for a name without an address
   */
  public static HttpEngine bind(String host, int port) {
    return bind(host, port, Thread::new, MAX_CONNECTIONS);
  }

  static HttpEngine bind(String host, int port, ThreadFactory threads, int maxConnections) {
    InetAddress address = address(host);
    try {
      return new HttpEngine(new ServerSocket(port, BACKLOG, address), threads, maxConnections);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    }
  }

  private static InetAddress address(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("host: no address for '" + host + "'", e);
    }
  }

  /**
   * Passes every request to {@code handler}.
   *
   * @param date the Date header of responses to malformed requests
   */
  public void serve(Handler handler, Supplier<String> date) {
    threads.execute(() -> accept(handler, date));
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Closes the port and ends every thread within 2 s. Interrupts calls in progress. */
  public void stop() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
    open.forEach(Connection::close);
    try {
      threads.awaitTermination(STOP_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Continues after any exception, because a server that runs but never responds is useless. */
  private void accept(Handler handler, Supplier<String> date) {
    while (!listener.isClosed()) {
      try {
        serve(listener.accept(), handler, date);
      } catch (Throwable e) {
        // Either closed, or short of descriptors, threads or memory for a moment.
        if (!listener.isClosed()) LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private void serve(Socket socket, Handler handler, Supplier<String> date) throws IOException {
    Connection connection = null;
    boolean isServed = false;
    try {
      if (open.size() >= maxConnections && !closeIdleConnection()) return;
      Connection made = new Connection(socket, "c" + ++connections);
      connection = made;
      open.add(made);
      threads.execute(
          () -> {
            try {
              made.serve(handler, date);
            } finally {
              open.remove(made);
            }
          });
      isServed = true;
    } finally {
      if (!isServed) {
        if (connection != null) open.remove(connection);
        socket.close();
      }
    }
  }

  /** Closes the connection with the longest idle time. Returns false if none is idle. */
  private boolean closeIdleConnection() {
    Connection longest = null;
    long longestNanos = -1;
    long now = System.nanoTime();
    for (Connection connection : open) {
      long nanos = connection.idleNanos(now);
      if (nanos > longestNanos) {
        longest = connection;
        longestNanos = nanos;
      }
    }
    if (longest == null) return false;
    open.remove(longest);
    longest.close();
    return true;
  }
}
