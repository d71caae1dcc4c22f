package io.freightsdk.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;

/**
 * A service behind a proxy that does some things twice: every third paid request is answered a
 * second time on the same connection, at once or up to two seconds later.
 */
public final class DoublingService implements AutoCloseable {
  /** What the proxy does twice. */
  public enum Twice {
    /** It says the answer again. */
    ANSWER,
    /** It asks the service again, which answers a known key with its load. */
    REQUEST
  }

  private static final int[] LATE_MILLIS = {0, 0, 1, 3, 10, 30, 150, 2_000};

  private final ServerSocket listener;
  private final boolean tls;
  private final Twice twice;
  private final Map<String, String> loads = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();

  /** Guarded by itself. */
  private final Random random = new Random(7);

  /** Over TLS with this certificate; null for plain HTTP. */
  public DoublingService(Twice twice, @Nullable HeldCertificate certificate) throws IOException {
    this.twice = twice;
    this.tls = certificate != null;
    InetAddress here = InetAddress.getLoopbackAddress();
    this.listener =
        certificate == null
            ? new ServerSocket(0, 50, here)
            : new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslContext()
                .getServerSocketFactory()
                .createServerSocket(0, 50, here);
    start(this::accept);
  }

  public String baseUrl() {
    return (tls ? "https" : "http") + "://localhost:" + listener.getLocalPort();
  }

  /** The load that was created for a key; null when none was. */
  public @Nullable String loadOf(String key) {
    return loads.get(key);
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "doubling-service");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        start(() -> serve(socket));
      } catch (IOException over) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (Request next = request(in); next != null; next = request(in)) {
        if (next.path.endsWith("/pricing")) {
          write(
              socket,
              answer(
                  200,
                  "{\"currency\":\"USD\",\"prices\":{\"load_create\":0.65,\"position_read\":0.02}}"));
        } else {
          answer(socket, next);
        }
      }
    } catch (IOException over) {
      // The client went.
    }
  }

  private void answer(Socket socket, Request request) throws IOException {
    String right = answered(request);
    int millis = late();
    if (millis < 0) {
      write(socket, right);
      return;
    }
    String second = twice == Twice.REQUEST ? answered(request) : right;
    if (millis == 0) {
      write(socket, right + second);
      return;
    }
    write(socket, right);
    later.schedule(
        () -> {
          try {
            write(socket, second);
          } catch (IOException over) {
            // The client has dropped the connection, as it should.
          }
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  private String answered(Request request) {
    boolean creation = request.path.endsWith("/loads");
    return creation ? created(load(request.key)) : position(request.path.split("/")[4]);
  }

  /** How long after the first answer the second one comes; below zero for none. */
  private int late() {
    synchronized (random) {
      return random.nextInt(3) != 0 ? -1 : LATE_MILLIS[random.nextInt(LATE_MILLIS.length)];
    }
  }

  private String load(String key) {
    return loads.computeIfAbsent(key, any -> "LD-2026-" + (10_000 + numbers.incrementAndGet()));
  }

  private static void write(Socket socket, String text) throws IOException {
    synchronized (socket) {
      socket.getOutputStream().write(text.getBytes(US_ASCII));
      socket.getOutputStream().flush();
    }
  }

  private record Request(String path, String key) {}

  /** The next request, read whole; null at the end of the connection. */
  private static @Nullable Request request(InputStream in) throws IOException {
    String first = line(in);
    if (first == null || first.isEmpty()) return null;
    int length = 0;
    String key = "";
    for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
      String lower = header.toLowerCase(Locale.ROOT);
      String value = header.substring(header.indexOf(':') + 1).strip();
      if (lower.startsWith("content-length:")) length = Integer.parseInt(value);
      if (lower.startsWith("idempotency-key:")) key = value;
    }
    in.skipNBytes(length);
    return new Request(first.split(" ")[1], key);
  }

  private static @Nullable String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) return null;
      if (c != '\r') line.append((char) c);
    }
    return line.toString();
  }

  private static String answer(int status, String body) {
    return "HTTP/1.1 %d OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(status, body.length(), body);
  }

  private static String position(String load) {
    String body =
        "{\"loadNumber\":\"%s\",\"status\":\"PLANNED\",\"createdAt\":\"2026-11-20T10:00:00Z\","
            + "\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}";
    return answer(200, body.formatted(load));
  }

  private static String created(String load) {
    String body =
        "{\"success\":true,\"loadId\":\"0b8f7a4e-6d1c-4b9a-9f55-0a1b2c3d4e5f\","
            + "\"loadNumber\":\"%s\",\"driverResolution\":\"none\","
            + "\"trackingLink\":\"https://example.com/track/trk_0123456789abcdef01234567\","
            + "\"driverWebLink\":\"https://example.com/driver/drv_0123456789abcdef01234567\","
            + "\"driverAppLink\":\"pingpoint://driver/drv_0123456789abcdef01234567\"}";
    return answer(201, body.formatted(load));
  }

  @Override
  public void close() throws IOException {
    later.shutdownNow();
    listener.close();
  }
}
