package io.freightsdk.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server that sends the same bytes for each read of a position, and other bytes for the prices.
 * It has one thread. Its argument is the delay of each response in milliseconds. It prints its
 * port.
 */
final class FixedResponseServer {
  static final String LOAD = "LD-2026-0001";
  static final String KEY = "sk_benchmark_0123456789abcdef";

  private static final String PRICES =
      "{\"currency\":\"USD\",\"prices\":{\"load_create\":0.65,\"position_read\":0.02,"
          + "\"status_update\":0,\"delivery_confirm\":0}}";
  private static final String POSITION =
      String.format(
              Locale.ROOT,
              "{\"loadNumber\":\"%s\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00Z\",",
              LOAD)
          + "\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}";
  private static final String PRICES_PATH = "GET /v1/agent/pricing ";

  private final long delayNanos;
  private final Selector selector = Selector.open();
  private final ByteBuffer prices = response(PRICES);
  private final ByteBuffer position = response(POSITION);

  /** Responses in order of their time, because all have the same delay. */
  private final Queue<DelayedResponse> delayed = new ArrayDeque<>();

  private FixedResponseServer(long delayMillis) throws IOException {
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
  }

  /** Starts it in another JVM. */
  static ChildProcess start(int delayMillis) {
    return ChildProcess.of(FixedResponseServer.class, String.valueOf(delayMillis));
  }

  /** The base URL of a process that was just started. */
  static String baseUrl(ChildProcess service) {
    return "http://127.0.0.1:" + service.readLine();
  }

  public static void main(String[] arguments) throws IOException {
    FixedResponseServer service = new FixedResponseServer(Long.parseLong(arguments[0]));
    System.out.println(service.listen());
    service.serve();
  }

  private static ByteBuffer response(String body) {
    String response =
        "HTTP/1.1 200 OK\r\nDate: Fri, 20 Nov 2026 16:20:00 GMT"
            + "\r\nContent-Type: application/json; charset=utf-8"
            + "\r\nX-Request-Id: req_0123456789abcdef\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    byte[] bytes = response.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private int listen() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2048);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
    return listener.socket().getLocalPort();
  }

  private void serve() throws IOException {
    while (true) {
      awaitWork();
      Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
      while (keys.hasNext()) {
        SelectionKey key = keys.next();
        keys.remove();
        if (key.isAcceptable()) accept(key);
        else serve((Connection) key.attachment());
      }
      sendDelayed();
    }
  }

  private void awaitWork() throws IOException {
    DelayedResponse next = delayed.peek();
    if (next == null) {
      selector.select();
      return;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(next.at - System.nanoTime());
    if (millis > 0) selector.select(millis);
    else selector.selectNow();
  }

  private void accept(SelectionKey key) throws IOException {
    SocketChannel channel = ((ServerSocketChannel) key.channel()).accept();
    if (channel == null) return;
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.register(selector, SelectionKey.OP_READ, new Connection(channel));
  }

  private void serve(Connection connection) {
    try {
      String request = connection.request();
      if (request == null) return;
      ByteBuffer response = (request.startsWith(PRICES_PATH) ? prices : position).duplicate();
      if (delayNanos == 0) connection.write(response);
      else delayed.add(new DelayedResponse(connection, response, System.nanoTime() + delayNanos));
    } catch (IOException closed) {
      connection.close();
    }
  }

  private void sendDelayed() {
    long now = System.nanoTime();
    for (DelayedResponse next = delayed.peek();
        next != null && next.at - now <= 0;
        next = delayed.peek()) {
      delayed.remove();
      try {
        next.connection.write(next.response);
      } catch (IOException closed) {
        next.connection.close();
      }
    }
  }

  private record DelayedResponse(Connection connection, ByteBuffer response, long at) {}

  /** A connection. Its client sends the next request after the response. */
  private static final class Connection {
    private final SocketChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocate(8192);

    Connection(SocketChannel channel) {
      this.channel = channel;
    }

    /** The head of a request without a body; null until it is complete. */
    @Nullable String request() throws IOException {
      if (channel.read(bytes) < 0) throw new IOException("closed by the client");
      String head = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
      if (!head.endsWith("\r\n\r\n")) return null;
      bytes.clear();
      return head;
    }

    void write(ByteBuffer response) throws IOException {
      // A response fits into the buffers of a loopback connection.
      while (response.hasRemaining()) channel.write(response);
    }

    void close() {
      try {
        channel.close();
      } catch (IOException e) {
        // The client has closed it.
      }
    }
  }
}
