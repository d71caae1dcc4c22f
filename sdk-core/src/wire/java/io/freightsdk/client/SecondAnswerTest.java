package io.freightsdk.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server, or a proxy, that sends a second answer over a connection that is kept. */
class SecondAnswerTest {
  private static final String STALE = "LD-2026-0099";

  /** Answers every request rightly, and the first paid one with somebody else's answer too. */
  private static final class Babbling implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger paid = new AtomicInteger();

    Babbling() throws IOException {
      start(this::accept);
    }

    private static void start(Runnable work) {
      Thread thread = new Thread(work, "babbling-server");
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
        InputStream in = new BufferedInputStream(socket.getInputStream());
        for (String path = request(in); path != null; path = request(in)) {
          socket.getOutputStream().write(answers(path).getBytes(US_ASCII));
        }
      } catch (IOException over) {
        // The client went.
      }
    }

    private String answers(String path) {
      if (path.endsWith("/pricing")) {
        return answer(
            200, "{\"currency\":\"USD\",\"prices\":{\"load_create\":0.65,\"position_read\":0.02}}");
      }
      int number = paid.incrementAndGet();
      boolean position = !path.endsWith("/loads");
      String load = position ? path.split("/")[4] : "LD-2026-100" + number;
      String right = position ? position(load) : created(load);
      String stale = position ? position(STALE) : created(STALE);
      return number == 1 ? right + stale : right;
    }

    /** The path of the next request, read whole; null at the end of the connection. */
    private static @Nullable String request(InputStream in) throws IOException {
      String first = line(in);
      if (first == null || first.isEmpty()) return null;
      int length = 0;
      for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
        String lower = header.toLowerCase(Locale.ROOT);
        if (lower.startsWith("content-length:")) {
          length = Integer.parseInt(lower.substring("content-length:".length()).strip());
        }
      }
      in.skipNBytes(length);
      return first.split(" ")[1];
    }

    private static @Nullable String line(InputStream in) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c != '\n'; c = in.read()) {
        if (c < 0) return null;
        if (c != '\r') line.append((char) c);
      }
      return line.toString();
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
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

  private static FreightClient client(Babbling server) {
    return FreightClient.builder()
        .baseUrl("http://127.0.0.1:" + server.listener.getLocalPort())
        .agentKey("agentkey-0123456789abcdef")
        .retryPolicy(RetryPolicy.none())
        .deadline(Duration.ofSeconds(60))
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void isNeverThePositionOfTheLoadThatIsAskedForNext(CallStyle style) throws Exception {
    try (Babbling server = new Babbling();
        FreightClient client = client(server)) {
      assertThat(style.getLoadPosition(client, "LD-2026-0001").loadNumber())
          .isEqualTo("LD-2026-0001");
      String told = resultOrNull(() -> style.getLoadPosition(client, "LD-2026-0002").loadNumber());

      assertThat(told).as("the load whose position was told").isIn(null, "LD-2026-0002");
    }
  }

  @ParameterizedTest
  @EnumSource
  void isNeverTheLoadOfTheNextCreation(CallStyle style) throws Exception {
    try (Babbling server = new Babbling();
        FreightClient client = client(server)) {
      assertThat(style.createLoad(client, Loads.twoStops()).loadNumber()).isEqualTo("LD-2026-1001");
      String told = resultOrNull(() -> style.createLoad(client, Loads.twoStops()).loadNumber());

      assertThat(told).as("the load that was told as created").isIn(null, "LD-2026-1002");
    }
  }

  private static @Nullable String resultOrNull(Supplier<String> call) {
    try {
      return call.get();
    } catch (FreightException failed) {
      return null;
    }
  }
}
