package io.freightsdk.examples.benchmarks.peer;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A service that does no work: it names a new load for every creation, answers a read with a small
 * position of the load that was asked for, and knows prices and a balance. A thread a connection.
 * The port goes to standard output; it ends with its standard input.
 */
public final class PaidServer {
  private static final String POSITION_PREFIX = "/v1/agent/loads/";

  private final ServerSocket door = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
  private final AtomicLong loads = new AtomicLong(1_000);

  private PaidServer() throws IOException {}

  public static void main(String[] arguments) throws IOException {
    PaidServer server = new PaidServer();
    daemon(server::accept);
    System.out.println(server.door.getLocalPort());
    while (System.in.read() >= 0) continue;
    System.exit(0);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = door.accept();
        socket.setTcpNoDelay(true);
        daemon(() -> serve(socket));
      } catch (IOException gone) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (String path = request(in); path != null; path = request(in)) {
        socket.getOutputStream().write(answer(path));
      }
    } catch (IOException gone) {
      // The client closed its connection.
    }
  }

  private byte[] answer(String path) {
    if (path.endsWith("/pricing")) return answer(200, text(Samples.pricing()));
    if (path.endsWith("/balance")) return answer(200, text(Samples.balance()));
    if (path.startsWith(POSITION_PREFIX)) {
      return answer(200, position(path.substring(POSITION_PREFIX.length())));
    }
    return answer(201, created("LD-2026-" + loads.incrementAndGet()));
  }

  private static String position(String load) {
    return "{\"loadNumber\":\""
        + load
        + "\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00Z\",\"stops\":[],"
        + "\"gpsTrack\":[],\"pingCount\":0}";
  }

  private static String created(String load) {
    return "{\"success\":true,\"loadId\":\"0b8f7a4e-6d1c-4b9a-9f55-0a1b2c3d4e5f\",\"loadNumber\":\""
        + load
        + "\",\"trackingLink\":\"https://example.com/track/trk_0123456789abcdef01234567\","
        + "\"driverWebLink\":\"https://example.com/driver/drv_0123456789abcdef01234567\","
        + "\"driverAppLink\":\"pingpoint://driver/drv_0123456789abcdef01234567\","
        + "\"driverResolution\":\"none\"}";
  }

  private static byte[] answer(int status, String body) {
    String head =
        "HTTP/1.1 %d OK\r\nContent-Type: application/json\r\nX-Request-Id: req_0123456789abcdef\r\n"
            + "Content-Length: %d\r\n\r\n";
    return (head.formatted(status, body.length()) + body).getBytes(StandardCharsets.US_ASCII);
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Path of the next request, whose body is read too; null at the end of the connection. */
  private static @Nullable String request(InputStream in) throws IOException {
    String first = line(in);
    if (first == null || first.isEmpty()) return null;
    int length = 0;
    for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
      String name = "content-length:";
      if (header.toLowerCase(Locale.ROOT).startsWith(name)) {
        length = Integer.parseInt(header.substring(name.length()).strip());
      }
    }
    in.skipNBytes(length);
    return first.split(" ", 3)[1];
  }

  private static @Nullable String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) return null;
      if (c != '\r') line.append((char) c);
    }
    return line.toString();
  }
}
