package io.freightsdk.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of bytes, for what no HTTP server does: reset a connection, send no HTTP. */
public final class RawServer implements AutoCloseable {
  /** Handles a connection on which a whole request has arrived. */
  interface Handler {
    void handle(Socket socket) throws IOException;
  }

  /** Sockets that are bound, and neither connected nor listening. */
  private static final Queue<Socket> RESERVED_PORTS = new ConcurrentLinkedQueue<>();

  private final ServerSocket listener;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger closedByClient = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  private RawServer(Handler handler) throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(() -> serve(handler), "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Reads the request and resets the connection. */
  public static RawServer resettingAfterRequest() throws IOException {
    return new RawServer(socket -> socket.setSoLinger(true, 0));
  }

  /** Reads the request, responds with this text and closes the connection. */
  public static RawServer respondingWith(String text) throws IOException {
    return new RawServer(
        socket -> socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII)));
  }

  /** The same with these texts, one for each request. */
  public static RawServer respondingInTurn(String... texts) throws IOException {
    Queue<String> left = new ConcurrentLinkedQueue<>(List.of(texts));
    return new RawServer(
        socket ->
            socket.getOutputStream().write(left.remove().getBytes(StandardCharsets.US_ASCII)));
  }

  /** Responds with this text and keeps the connection open until the client closes it. */
  public static RawServer keepingConnectionsOpen(String text) throws IOException {
    RawServer[] self = new RawServer[1];
    self[0] =
        new RawServer(
            socket -> {
              socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
              while (socket.getInputStream().read() >= 0) {
                // Only the end of the stream is of interest.
              }
              self[0].closedByClient.incrementAndGet();
            });
    return self[0];
  }

  /** A base URL on which nothing listens while this JVM runs, because its port is reserved. */
  public static String closedPort() {
    try {
      Socket reserved = new Socket();
      reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      RESERVED_PORTS.add(reserved);
      return "http://127.0.0.1:" + reserved.getLocalPort();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public String baseUrl() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** The number of whole requests that have arrived. */
  public int requests() {
    return requests.get();
  }

  /** The number of connections that the client has closed. */
  public int connectionsClosedByClient() {
    return closedByClient.get();
  }

  /** Waits until this server has closed this number of connections. */
  public void awaitClosedConnections(int count) {
    Eventually.until(() -> closed.get() >= count, () -> closed + " connections closed");
  }

  private void serve(Handler handler) {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        readHead(socket.getInputStream());
        requests.incrementAndGet();
        handler.handle(socket);
      } catch (IOException over) {
        // The test has ended, or the client has closed the connection first.
      }
      closed.incrementAndGet();
    }
  }

  /** Reads up to the empty line; requests without a body only. */
  private static void readHead(InputStream in) throws IOException {
    int newlines = 0;
    while (newlines < 2) {
      int c = in.read();
      if (c < 0) {
        throw new IOException("the client closed the connection");
      }
      if (c == '\n') {
        newlines++;
      } else if (c != '\r') {
        newlines = 0;
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
