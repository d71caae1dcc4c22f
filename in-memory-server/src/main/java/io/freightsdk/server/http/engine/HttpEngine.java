package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Listens on one port and serves each connection on a thread of its own, a virtual one where the
 * JVM has them. A client that reads nothing of its answer for 10 s is disconnected.
 */
public final class HttpEngine {
  public static final int MAX_PORT = 65_535;

  private static final int BACKLOG = 1024;
  private static final long STOP_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int LOOK_MILLIS = 500;
  private static final long KEPT_SECONDS = 5;

  /** Answers one request on the thread of its connection. What it throws ends the connection. */
  @FunctionalInterface
  public interface Handler {
    Response handle(Request request) throws IOException;
  }

  /**
   * Settings of an engine.
   *
   * @param threads creates the threads of connections; null for virtual ones where the JVM has them
   * @param stallLimitNanos how long a write may wait for its reader
   * @param headLimitNanos how long a request's head may take from its first byte, and the rest of a
   *     body that nobody reads
   * @param maxConnections each needs a thread; beyond this number the connection that has been idle
   *     longest is closed, or, if none is idle, the new one. One whose request is not whole is idle
   */
  record Making(
      @Nullable ThreadFactory threads,
      long stallLimitNanos,
      long headLimitNanos,
      int maxConnections) {
    static final Making DEFAULT =
        new Making(null, TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(10), 4096);
  }

  private final ServerSocket listener;

  private final Making making;
  private final ExecutorService threads;
  private final boolean isVirtual;
  private final Set<Thread> alive = ConcurrentHashMap.newKeySet();
  private final AtomicInteger started = new AtomicInteger();
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private long connections;
  private long lookedNanos = System.nanoTime();

  private HttpEngine(ServerSocket listener, Making making) {
    this.listener = listener;
    this.making = making;
    ThreadFactory platform = making.threads();
    ExecutorService virtual = platform == null ? virtualThreads() : null;
    this.isVirtual = virtual != null;
    this.threads =
        virtual == null ? platformThreads(platform == null ? Thread::new : platform) : virtual;
  }

  /**
   * Binds the address; connections wait until {@link #serve}.
   *
   * @throws UncheckedIOException when it cannot be bound; the message names it
   */
  public static HttpEngine bind(String host, int port) {
    return bind(host, port, Making.DEFAULT);
  }

  static HttpEngine bind(String host, int port, Making making) {
    try {
      ServerSocket listener = new ServerSocket();
      try {
        listener.bind(new InetSocketAddress(InetAddress.getByName(host), port), BACKLOG);
        listener.setSoTimeout(LOOK_MILLIS);
      } catch (IOException e) {
        listener.close();
        throw e;
      }
      return new HttpEngine(listener, making);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    }
  }

  /**
   * Answers every request with {@code handler}.
   *
   * @param date the Date header of answers to malformed requests
   */
  public void serve(Handler handler, Supplier<String> date) {
    Thread accepting = new Thread(() -> accept(handler, date), "freight-server-" + port());
    accepting.setDaemon(true);
    alive.add(accepting);
    accepting.start();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Closes the port and ends every thread within 2 s; calls still in progress are cut off. */
  public void stop() {
    close(listener);
    threads.shutdownNow();
    open.forEach(Connection::close);
    long deadline = System.nanoTime() + STOP_NANOS;
    boolean interrupted = false;
    for (Thread thread : Set.copyOf(alive)) {
      if (thread == Thread.currentThread()) continue;
      long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      try {
        if (millis > 0) thread.join(millis);
      } catch (InterruptedException e) {
        interrupted = true;
        break;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  /**
   * Continues whatever is thrown, because a server that runs but never answers again is useless.
   */
  private void accept(Handler handler, Supplier<String> date) {
    try {
      while (!listener.isClosed()) {
        try {
          cutOffStalled();
          serve(listener.accept(), handler, date);
        } catch (Throwable e) {
          // No client came; or the server was stopped, which the loop's condition shows; or there
          // are no descriptors, threads or memory left for a moment.
          boolean waits = !(e instanceof SocketTimeoutException) && !listener.isClosed();
          if (waits) LockSupport.parkNanos(RETRY_NANOS);
        }
      }
    } finally {
      alive.remove(Thread.currentThread());
    }
  }

  private void serve(Socket socket, Handler handler, Supplier<String> date) throws IOException {
    Connection connection = null;
    boolean begun = false;
    try {
      if (open.size() >= making.maxConnections() && !makeRoom()) return;
      Connection made = new Connection(socket, "c" + ++connections, making.headLimitNanos());
      connection = made;
      open.add(made);
      execute(
          () -> {
            try {
              made.serve(handler, date);
            } finally {
              open.remove(made);
            }
          });
      begun = true;
    } finally {
      if (!begun) {
        // The thread could not be started.
        alive.removeIf(thread -> thread.getState() == Thread.State.NEW);
        if (connection != null) open.remove(connection);
        socket.close();
      }
    }
  }

  /** Closes the connection that has been idle longest; false when every one is being served. */
  private boolean makeRoom() {
    long now = System.nanoTime();
    Connection longest = null;
    long longestNanos = -1;
    for (Connection connection : open) {
      long idleNanos = connection.idleNanos(now);
      if (idleNanos > longestNanos) {
        longest = connection;
        longestNanos = idleNanos;
      }
    }
    if (longest == null) return false;
    open.remove(longest);
    longest.close();
    return true;
  }

  private void cutOffStalled() {
    long now = System.nanoTime();
    if (now - lookedNanos < TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)) return;
    lookedNanos = now;
    for (Connection connection : open) {
      if (connection.hasStalled(now, making.stallLimitNanos())) connection.close();
    }
  }

  private static void close(ServerSocket listener) {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A virtual thread is made with its work, and is known only once it runs. */
  private void execute(Runnable work) {
    threads.execute(
        isVirtual
            ? () -> {
              alive.add(Thread.currentThread());
              runAlive(work);
            }
            : work);
  }

  private void runAlive(Runnable work) {
    try {
      work.run();
    } finally {
      alive.remove(Thread.currentThread());
    }
  }

  /** One virtual thread for each connection, on Java 21 and later; null before. */
  private static @Nullable ExecutorService virtualThreads() {
    try {
      return (ExecutorService)
          MethodHandles.publicLookup()
              .findStatic(
                  Executors.class,
                  "newVirtualThreadPerTaskExecutor",
                  MethodType.methodType(ExecutorService.class))
              .invokeExact();
    } catch (NoSuchMethodException | IllegalAccessException before21) {
      return null;
    } catch (Throwable e) {
      throw new IllegalStateException("no virtual threads, although this Java has them", e);
    }
  }

  /** Threads that are kept for seconds only: after thousands of idle connections few are needed. */
  private ExecutorService platformThreads(ThreadFactory factory) {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        KEPT_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> {
          Thread thread = factory.newThread(() -> runAlive(work));
          thread.setName("freight-server-" + port() + "-" + started.incrementAndGet());
          thread.setDaemon(true);
          alive.add(thread);
          return thread;
        });
  }
}
