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
 * A service that does no work. One thread responds to each read of a position or of the prices with
 * the same bytes. {@code ConstantService millis} delays each response, and prints the port.
 */
final class ConstantService {
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
  private final ByteBuffer prices = answer(PRICES);
  private final ByteBuffer position = answer(POSITION);

  /** In order of their time: all wait equally long. */
  private final Queue<Late> late = new ArrayDeque<>();

  private ConstantService(long delayMillis) throws IOException {
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
  }

  /** Starts one in a JVM of its own. */
  static Program start(int delayMillis) {
    return Program.of(ConstantService.class, String.valueOf(delayMillis));
  }

  /** Where a program that was just started answers. */
  static String baseUrl(Program service) {
    return "http://127.0.0.1:" + service.line();
  }

  public static void main(String[] arguments) throws IOException {
    ConstantService service = new ConstantService(Long.parseLong(arguments[0]));
    System.out.println(service.listen());
    service.serve();
  }

  private static ByteBuffer answer(String body) {
    String answer =
        "HTTP/1.1 200 OK\r\nDate: Fri, 20 Nov 2026 16:20:00 GMT"
            + "\r\nContent-Type: application/json; charset=utf-8"
            + "\r\nX-Request-Id: req_0123456789abcdef\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    byte[] bytes = answer.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private int listen() throws IOException {
    ServerSocketChannel door = ServerSocketChannel.open();
    door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2048);
    door.configureBlocking(false);
    door.register(selector, SelectionKey.OP_ACCEPT);
    return door.socket().getLocalPort();
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
      answerLate();
    }
  }

  private void awaitWork() throws IOException {
    Late next = late.peek();
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
      ByteBuffer answer = (request.startsWith(PRICES_PATH) ? prices : position).duplicate();
      if (delayNanos == 0) connection.write(answer);
      else late.add(new Late(connection, answer, System.nanoTime() + delayNanos));
    } catch (IOException gone) {
      connection.close();
    }
  }

  private void answerLate() {
    long now = System.nanoTime();
    for (Late next = late.peek(); next != null && next.at - now <= 0; next = late.peek()) {
      late.remove();
      try {
        next.connection.write(next.answer);
      } catch (IOException gone) {
        next.connection.close();
      }
    }
  }

  private record Late(Connection connection, ByteBuffer answer, long at) {}

  /** One connection of a client, which sends its next request after the answer. */
  private static final class Connection {
    private final SocketChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocate(8192);

    Connection(SocketChannel channel) {
      this.channel = channel;
    }

    /** The head of a request, which has no body; null until it is whole. */
    @Nullable String request() throws IOException {
      if (channel.read(bytes) < 0) throw new IOException("closed by the client");
      String head = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
      if (!head.endsWith("\r\n\r\n")) return null;
      bytes.clear();
      return head;
    }

    void write(ByteBuffer answer) throws IOException {
      // It fits into the buffers of a loopback connection; a client that does not read waits.
      while (answer.hasRemaining()) channel.write(answer);
    }

    void close() {
      try {
        channel.close();
      } catch (IOException e) {
        // It is gone either way.
      }
    }
  }
}
