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

/** A server below HTTP, for what no HTTP server does: reset a connection, answer with garbage. */
public final class RawServer implements AutoCloseable {
  /** What a server does with a connection on which a whole request has arrived. */
  interface Reaction {
    void to(Socket socket) throws IOException;
  }

  /** Bound, and neither connected nor listening. */
  private static final Queue<Socket> TAKEN = new ConcurrentLinkedQueue<>();

  private final ServerSocket listener;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  private RawServer(Reaction reaction) throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(() -> serve(reaction), "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Reads the request and resets the connection. */
  public static RawServer resettingAfterRequest() throws IOException {
    return new RawServer(socket -> socket.setSoLinger(true, 0));
  }

  /** Reads the request, answers with this text and closes the connection. */
  public static RawServer answering(String text) throws IOException {
    return new RawServer(
        socket -> socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII)));
  }

  /** The same with these texts, one after the other. */
  public static RawServer answeringInTurn(String... texts) throws IOException {
    Queue<String> left = new ConcurrentLinkedQueue<>(List.of(texts));
    return new RawServer(
        socket ->
            socket.getOutputStream().write(left.remove().getBytes(StandardCharsets.US_ASCII)));
  }

  /** Answers with this text and keeps the connection until the client ends it. */
  public static RawServer keepingAlive(String text) throws IOException {
    RawServer[] self = new RawServer[1];
    self[0] =
        new RawServer(
            socket -> {
              socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
              while (socket.getInputStream().read() >= 0) {
                // Only the end of the stream is of interest.
              }
              self[0].ended.incrementAndGet();
            });
    return self[0];
  }

  /** A base URL that nobody listens on, nor will while this JVM lives: its port is taken. */
  public static String closedPort() {
    try {
      Socket taken = new Socket();
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      TAKEN.add(taken);
      return "http://127.0.0.1:" + taken.getLocalPort();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public String baseUrl() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** Requests that arrived whole. */
  public int requests() {
    return requests.get();
  }

  /** Connections that the client has ended. */
  public int connectionsEndedByClient() {
    return ended.get();
  }

  /** Waits until this server has closed so many connections. */
  public void awaitClosedConnections(int count) {
    Eventually.until(() -> closed.get() >= count, () -> closed + " connections closed");
  }

  private void serve(Reaction reaction) {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        readHead(socket.getInputStream());
        requests.incrementAndGet();
        reaction.to(socket);
      } catch (IOException over) {
        // The test is over, or the client went first.
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
