package io.freightsdk.server.http.engine;

import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Listens on one port and serves each connection on a thread of its own. */
public final class HttpEngine {
  private static final int BACKLOG = 1024;
  private static final long STOP_SECONDS = 10;
  private static final long STOP_MILLIS = 1000;
  private static final long RETRY_NANOS = 1_000_000;

  /** Beyond this, connections are closed as they come: each holds a thread. */
  private static final int MAX_CONNECTIONS = 4096;

  private final ServerSocket listener;
  private final ExecutorService threads;
  private final Set<Thread> alive = ConcurrentHashMap.newKeySet();
  private final AtomicInteger started = new AtomicInteger();
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong connections = new AtomicLong();

  private HttpEngine(ServerSocket listener) {
    this.listener = listener;
    this.threads = Executors.newCachedThreadPool(this::thread);
  }

  /**
   * Takes the address; connections wait until {@link #serve}.
   *
   * @throws UncheckedIOException when it cannot be bound; the message names it
   */
  public static HttpEngine bind(String host, int port) {
    try {
      ServerSocket listener = new ServerSocket();
      try {
        listener.bind(new InetSocketAddress(InetAddress.getByName(host), port), BACKLOG);
      } catch (IOException e) {
        listener.close();
        throw e;
      }
      return new HttpEngine(listener);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    }
  }

  /** Answers every request with {@code handler}. One that throws closes its connection. */
  public void serve(HttpHandler handler) {
    threads.execute(() -> accept(handler));
  }

  /** The port it listens on. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Frees the port and ends every thread; calls still in progress are cut off. */
  public void stop() {
    close(listener);
    Set<Thread> workers = Set.copyOf(alive);
    threads.shutdownNow();
    open.forEach(Connection::close);
    try {
      threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
      // The pool has ended a moment before its threads have.
      for (Thread thread : workers) {
        if (thread != Thread.currentThread()) thread.join(STOP_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept(HttpHandler handler) {
    while (!listener.isClosed()) {
      try {
        serve(listener.accept(), handler);
      } catch (IOException e) {
        // Stopped, which the loop's condition tells; or out of descriptors, which takes a moment.
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private void serve(Socket socket, HttpHandler handler) throws IOException {
    if (open.size() >= MAX_CONNECTIONS || threads.isShutdown()) {
      socket.close();
      return;
    }
    Connection connection = new Connection(socket, "c" + connections.incrementAndGet());
    open.add(connection);
    connection.whenClosed(() -> open.remove(connection));
    try {
      threads.execute(() -> connection.serve(handler));
    } catch (RejectedExecutionException stopped) {
      connection.close();
    }
  }

  private static void close(ServerSocket listener) {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Thread thread(Runnable work) {
    Runnable counted =
        () -> {
          try {
            work.run();
          } finally {
            alive.remove(Thread.currentThread());
          }
        };
    Thread thread =
        new Thread(counted, "freight-server-" + port() + "-" + started.incrementAndGet());
    thread.setDaemon(true);
    alive.add(thread);
    return thread;
  }
}
