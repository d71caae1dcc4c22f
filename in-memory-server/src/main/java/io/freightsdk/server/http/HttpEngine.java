package io.freightsdk.server.http;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The JDK's HTTP server on one port, with threads of its own. */
final class HttpEngine {
  private static final int DEFAULT_BACKLOG = 1024;
  private static final long STOP_SECONDS = 10;

  private final HttpServer server;
  private final ExecutorService threads;

  private HttpEngine(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Takes the address; connections wait until {@link #serve}.
   *
   * @throws UncheckedIOException when the address cannot be bound; the message names it
   */
  static HttpEngine bind(String host, int port) {
    EngineSettings.prepare();
    HttpServer server;
    try {
      server = HttpServer.create(addressOf(host, port), DEFAULT_BACKLOG);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    }
    int bound = server.getAddress().getPort();
    // A thread per call in progress: a call held back by a fault must never starve another.
    ExecutorService threads = Executors.newCachedThreadPool(namedAfter(bound));
    server.setExecutor(threads);
    return new HttpEngine(server, threads);
  }

  void serve(HttpHandler handler) {
    server.createContext("/", handler);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Frees the port and ends every thread; calls still in progress are cut off. */
  void stop() {
    server.stop(0);
    threads.shutdownNow();
    boolean interrupted = false;
    try {
      threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) Thread.currentThread().interrupt();
  }

  private static InetSocketAddress addressOf(String host, int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByName(host), port);
  }

  private static ThreadFactory namedAfter(int port) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "freight-server-" + port + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
