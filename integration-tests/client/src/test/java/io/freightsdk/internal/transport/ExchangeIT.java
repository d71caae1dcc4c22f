package io.freightsdk.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.testing.Certificates;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.NoDelaySockets;
import io.freightsdk.testing.UnconnectedSockets;
import io.freightsdk.testing.VirtualWorld;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One request on a real socket: early ends, and the connection that carries it. */
class ExchangeIT {
  /** Longer than a test waits for the end of an exchange. */
  private static final Duration LONG = Duration.ofMinutes(10);

  private static final String WATCH = "freight-exchange-watch";

  private final MockWebServer server = NoDelaySockets.mockServer();
  private final VirtualWorld world = new VirtualWorld();
  private final ExecutorService threads = DaemonThreads.pool("freight-client");
  private @Nullable HttpTransport transport;

  @BeforeEach
  void start() throws IOException {
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stop() {
    if (transport != null) transport.close();
    threads.shutdown();
    server.close();
  }

  private HttpTransport transport(@Nullable OkHttpClient base) {
    HttpTransport made = new HttpTransport(base, Duration.ofSeconds(5), 64, true, threads, world);
    transport = made;
    return made;
  }

  private Exchange request(HttpTransport transport) {
    return transport.exchange("GET", server.url("/v1/agent/balance"), Headers.of(), null);
  }

  private static MockResponse response(String body) {
    return new MockResponse.Builder().code(200).body(body).build();
  }

  private void stall() {
    server.enqueue(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
  }

  private static long watchThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(WATCH))
        .count();
  }

  /** It is checked when the connection is made, which may have taken long. */
  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "H2_PRIOR_KNOWLEDGE"})
  void requestThatIsTooLateWhenConnectedIsNotSent(Protocol protocol) {
    server.setProtocols(List.of(protocol));
    OkHttpClient base = new OkHttpClient.Builder().protocols(List.of(protocol)).build();
    AtomicInteger checks = new AtomicInteger();
    HttpUrl url = server.url("/v1/agent/loads");

    Exchange.Result result =
        transport(base)
            .exchange("POST", url, Headers.of(), "{}".getBytes(StandardCharsets.UTF_8))
            .sendOnlyIf(() -> checks.incrementAndGet() == 0)
            .execute(LONG);

    assertThat(((WireFailure) result).isUnprocessed()).isTrue();
    assertThat(checks).hasValue(1);
    assertThat(server.getRequestCount()).isZero();
    base.connectionPool().evictAll();
  }

  @Test
  void watchEndsWithoutExchangesAndRestarts() {
    HttpTransport transport = transport(null);
    long before = watchThreads();
    server.enqueue(response("{}"));
    assertThat(request(transport).execute(LONG)).isInstanceOf(WireResponse.class);
    Eventually.until(() -> watchThreads() <= before, () -> watchThreads() + " watch threads");
    stall();
    Exchange.Result late = request(transport).execute(Duration.ofMillis(100));
    assertThat(((WireFailure) late).kind()).isEqualTo(WireFailure.Kind.TIMEOUT);
  }

  // --- a response without a request ---

  private static final class RecordedSockets extends UnconnectedSockets {
    private final List<Socket> made = new CopyOnWriteArrayList<>();

    @Override
    public Socket createSocket() {
      Socket socket = new Socket();
      made.add(socket);
      return socket;
    }

    boolean hasUnread() {
      try {
        return made.get(0).getInputStream().available() > 0;
      } catch (IOException closed) {
        throw new UncheckedIOException(closed);
      }
    }
  }

  /** A proxy may respond twice: the connection with its second response is not used again. */
  @ParameterizedTest(name = "{0} over TLS: {1}, after {2} idle seconds, an answer waits: {3}")
  @CsvSource({
    "GET, false, 0, true",
    "POST, false, 0, true",
    "POST, true, 0, true",
    "GET, true, 5, true",
    "POST, true, 5, true",
    "GET, false, 5, false",
    "POST, false, 0, false",
    "POST, true, 0, false",
    "GET, true, 5, false"
  })
  void connectionIsReusedUnlessAResponseIsWaiting(
      String method, boolean tls, int idleSeconds, boolean waits) throws Exception {
    HeldCertificate certificate = Certificates.forHosts("localhost");
    HandshakeCertificates trust =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(certificate.certificate())
            .build();
    RecordedSockets sockets = new RecordedSockets();
    OkHttpClient base =
        new OkHttpClient.Builder()
            .socketFactory(sockets)
            .sslSocketFactory(trust.sslSocketFactory(), trust.trustManager())
            .build();
    try (TwoResponses twice = new TwoResponses(tls ? certificate : null)) {
      HttpTransport transport = transport(base);
      HttpUrl url = HttpUrl.get(twice.url() + "/v1/agent/loads");
      byte[] body = method.equals("POST") ? "{}".getBytes(StandardCharsets.US_ASCII) : null;
      transport.exchange(method, url, Headers.of(), body).execute(LONG);
      if (waits) {
        twice.sendSecondResponse();
        Eventually.until(sockets::hasUnread, () -> "nothing arrived");
      }
      world.advance(Duration.ofSeconds(idleSeconds));

      Exchange.Result second = transport.exchange(method, url, Headers.of(), body).execute(LONG);

      assertThat(((WireResponse) second).body().readUtf8()).isEqualTo("fresh");
      assertThat(sockets.made).as("connections").hasSize(waits ? 2 : 1);
      assertThat(sockets.made.get(0).isClosed()).as("the first is closed").isEqualTo(waits);
    }
    base.connectionPool().evictAll();
  }

  /** Sends a second response to the first request of a connection when a test says so. */
  private static final class TwoResponses implements AutoCloseable {
    private static final String STALE = response("stale");

    private final ServerSocket listener;
    private final boolean tls;
    private final CompletableFuture<OutputStream> first = new CompletableFuture<>();

    /** Over TLS with this certificate; null for plain HTTP. */
    TwoResponses(@Nullable HeldCertificate certificate) throws IOException {
      this.tls = certificate != null;
      InetAddress here = InetAddress.getLoopbackAddress();
      listener =
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

    String url() {
      return (tls ? "https" : "http") + "://localhost:" + listener.getLocalPort();
    }

    /** Sends the second response over the first connection. */
    void sendSecondResponse() throws IOException {
      send(first.join(), STALE);
    }

    private static void send(OutputStream out, String responses) throws IOException {
      out.write(responses.getBytes(US_ASCII));
      out.flush();
    }

    private static void start(Runnable work) {
      Thread thread = new Thread(work, "two-answers");
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
      try (socket;
          BufferedReader in =
              new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
        OutputStream out = socket.getOutputStream();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          if (!line.isEmpty()) continue;
          send(out, response("fresh"));
          first.complete(out);
        }
      } catch (IOException over) {
        // The client went.
      }
    }

    private static String response(String body) {
      return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }
}
