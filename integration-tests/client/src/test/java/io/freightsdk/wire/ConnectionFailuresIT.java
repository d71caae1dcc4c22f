package io.freightsdk.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Certificates;
import io.freightsdk.testing.NoDelaySockets;
import io.freightsdk.testing.RawServer;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages of failed connections name the host and the cause. */
class ConnectionFailuresIT {
  private final MockWebServer server = NoDelaySockets.mockServer();
  private final OkHttpClient http = new OkHttpClient();

  @AfterEach
  void stop() {
    server.close();
    http.connectionPool().evictAll();
  }

  private FreightClient.Builder builder(String baseUrl) {
    return FreightClient.builder()
        .baseUrl(baseUrl)
        .agentKey("agentkey-0123456789abcdef")
        .callTimeout(Duration.ofSeconds(60))
        .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build());
  }

  private static FreightException failure(CallStyle style, FreightClient.Builder builder) {
    try (FreightClient client = builder.build()) {
      FreightException failure =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));
      assertThat(failure).isNotNull();
      assertThat(failure.charge()).isEqualTo(Charge.NONE);
      return failure;
    }
  }

  private String startTlsServer(HeldCertificate certificate) throws Exception {
    HandshakeCertificates serverSide =
        new HandshakeCertificates.Builder().heldCertificate(certificate).build();
    server.useHttps(serverSide.sslSocketFactory());
    server.start();
    return "https://localhost:" + server.getPort();
  }

  @ParameterizedTest
  @EnumSource
  void untrustedCertificateFailsOnceAndIsNamed(CallStyle style) throws Exception {
    String url = startTlsServer(Certificates.forHosts("localhost"));

    FreightException failure = failure(style, builder(url));

    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.nextStep()).isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
    assertThat(failure.getMessage()).contains("localhost").containsIgnoringCase("certificate");
  }

  @ParameterizedTest
  @EnumSource
  void certificateOfAnotherHostFailsOnceAndIsNamed(CallStyle style) throws Exception {
    HeldCertificate other = Certificates.forHosts("elsewhere.example");
    String url = startTlsServer(other);
    HandshakeCertificates trusting =
        new HandshakeCertificates.Builder().addTrustedCertificate(other.certificate()).build();
    OkHttpClient trusted =
        http.newBuilder()
            .sslSocketFactory(trusting.sslSocketFactory(), trusting.trustManager())
            .build();

    FreightException failure = failure(style, builder(url).httpClient(trusted));

    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.nextStep()).isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
    assertThat(failure.getMessage()).contains("localhost").containsIgnoringCase("certificate");
  }

  @ParameterizedTest
  @EnumSource
  void serverWithoutTlsIsNamed(CallStyle style) throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> refuseInPlainText(plain), "plain-server");
      thread.setDaemon(true);
      thread.start();

      FreightException failure =
          failure(style, builder("https://127.0.0.1:" + plain.getLocalPort()));

      assertThat(failure.getMessage())
          .contains("127.0.0.1:" + plain.getLocalPort())
          .containsIgnoringCase("TLS");
      assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
      assertThat(failure.attempts()).isEqualTo(1);
    }
  }

  private static void refuseInPlainText(ServerSocket listener) {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        int first = socket.getInputStream().read();
        String refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
        if (first >= 0) socket.getOutputStream().write(refusal.getBytes(US_ASCII));
      } catch (IOException over) {
        // The test has ended, or the client has disconnected.
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void unknownHostIsReportedAsAFailedDnsLookup(CallStyle style) {
    OkHttpClient unknowing =
        http.newBuilder()
            .dns(
                host -> {
                  throw new UnknownHostException(host + ": Name or service not known");
                })
            .build();

    FreightException failure =
        failure(style, builder("https://api.freight.invalid").httpClient(unknowing));

    assertThat(failure.getMessage())
        .contains("api.freight.invalid")
        .matches("(?is).*(DNS|unknown host|not resolve|look-?up).*")
        .doesNotContainIgnoringCase("TLS")
        .doesNotContainIgnoringCase("refused");
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
  }

  @ParameterizedTest
  @EnumSource
  void closedPortIsReportedAsARefusedConnection(CallStyle style) {
    String url = RawServer.closedPort();

    FreightException failure = failure(style, builder(url));

    assertThat(failure.getMessage())
        .contains("127.0.0.1:" + URI.create(url).getPort())
        .containsIgnoringCase("refused")
        .doesNotContainIgnoringCase("DNS")
        .doesNotContainIgnoringCase("TLS");
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }

  /** The ways to configure a proxy of OkHttp. */
  private enum Source {
    CLIENT,
    SELECTOR,
    /** What {@code -Dhttps.proxyHost} sets. */
    JVM
  }

  private static Stream<Arguments> proxies() {
    return Stream.of(Source.values())
        .flatMap(source -> Stream.of(CallStyle.values()).map(style -> Arguments.of(source, style)));
  }

  /** The failure of a creation over this proxy. */
  private FreightException failureOver(Proxy proxy, Source source, CallStyle style, Dns dns) {
    FreightClient.Builder builder = builder("https://api.freight.invalid");
    OkHttpClient.Builder behind = http.newBuilder().dns(dns);
    return switch (source) {
      case CLIENT -> failure(style, builder.httpClient(behind.proxy(proxy).build()));
      case SELECTOR ->
          failure(
              style, builder.httpClient(behind.proxySelector(new SelectorForHost(proxy)).build()));
      case JVM -> {
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(new SelectorForHost(proxy));
        try {
          yield failure(
              style,
              dns == Dns.SYSTEM
                  ? builder
                  : builder.httpClient(new OkHttpClient.Builder().dns(dns).build()));
        } finally {
          ProxySelector.setDefault(before);
        }
      }
    };
  }

  /**
   * Selects the proxy for the host of these tests only, because other tests may run concurrently.
   */
  private static final class SelectorForHost extends ProxySelector {
    private final Proxy proxy;

    SelectorForHost(Proxy proxy) {
      this.proxy = proxy;
    }

    @Override
    public List<Proxy> select(URI uri) {
      return List.of("api.freight.invalid".equals(uri.getHost()) ? proxy : Proxy.NO_PROXY);
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException why) {}
  }

  private static void assertProxyFailure(FreightException failure) {
    assertThat(failure).hasMessageContaining("no connection through the proxy");
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
  }

  @ParameterizedTest
  @MethodSource("proxies")
  void unavailableProxyIsNamed(Source source, CallStyle style) {
    int port = URI.create(RawServer.closedPort()).getPort();
    Proxy proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", port));

    FreightException failure = failureOver(proxy, source, style, Dns.SYSTEM);

    assertProxyFailure(failure);
    assertThat(failure).hasMessageContaining("127.0.0.1:" + port);
  }

  @ParameterizedTest
  @MethodSource("proxies")
  void unavailableSocksProxyIsNamed(Source source, CallStyle style) {
    int port = URI.create(RawServer.closedPort()).getPort();
    Proxy proxy = new Proxy(Proxy.Type.SOCKS, new InetSocketAddress("127.0.0.1", port));

    FreightException failure = failureOver(proxy, source, style, Dns.SYSTEM);

    assertProxyFailure(failure);
    assertThat(failure).hasMessageContaining("127.0.0.1:" + port);
  }

  @ParameterizedTest
  @MethodSource("proxies")
  void proxyWithAnUnknownHostIsNamed(Source source, CallStyle style) {
    Proxy proxy =
        new Proxy(
            Proxy.Type.HTTP, InetSocketAddress.createUnresolved("proxy.freight.invalid", 3128));
    Dns unknowing =
        host -> {
          throw new UnknownHostException(host + ": Name or service not known");
        };

    FreightException failure = failureOver(proxy, source, style, unknowing);

    assertProxyFailure(failure);
    assertThat(failure)
        .hasMessageContaining("proxy.freight.invalid")
        .hasMessageContaining("Name or service not known");
  }

  @ParameterizedTest
  @MethodSource("proxies")
  void proxyThatRequiresALoginIsNamed(Source source, CallStyle style) throws Exception {
    try (RawServer locked =
        RawServer.respondingWith(
            "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")) {
      int port = URI.create(locked.baseUrl()).getPort();
      Proxy proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", port));

      FreightException failure = failureOver(proxy, source, style, Dns.SYSTEM);

      assertProxyFailure(failure);
      assertThat(failure).hasMessageContaining("127.0.0.1:" + port).hasMessageContaining("407");
    }
  }

  @ParameterizedTest
  @EnumSource
  void proxyThatHasWorkedIsRetriedLater(CallStyle style) throws Exception {
    server.start();
    server.enqueue(ServiceResponses.success(Operation.GET_BALANCE).build());
    Proxy proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", server.getPort()));
    OkHttpClient behind = http.newBuilder().proxy(proxy).build();
    try (FreightClient client =
        builder("http://api.freight.invalid").allowInsecureHttp().httpClient(behind).build()) {
      style.getBalance(client);
      server.close();

      FreightException failure =
          catchThrowableOfType(FreightException.class, () -> style.getBalance(client));

      assertThat(failure).hasMessageContaining("no connection through the proxy");
      assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    }
  }

  /** The service is not trusted, and the proxy may have replaced its certificate. */
  @ParameterizedTest
  @EnumSource
  void untrustedCertificateOverAProxyNamesBoth(CallStyle style) throws Exception {
    startTlsServer(Certificates.forHosts("api.freight.invalid"));
    server.enqueue(new MockResponse.Builder().inTunnel().build());
    server.enqueue(new MockResponse.Builder().build());
    Proxy proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", server.getPort()));
    OkHttpClient behind = http.newBuilder().proxySelector(new SelectorForHost(proxy)).build();

    // A free call, which reads no prices before: the proxy opens one tunnel.
    try (FreightClient client = builder("https://api.freight.invalid").httpClient(behind).build()) {
      FreightException failure =
          catchThrowableOfType(FreightException.class, () -> style.getBalance(client));

      assertThat(failure)
          .hasMessageContaining(
              "the certificate of api.freight.invalid:443 through the proxy /127.0.0.1:"
                  + server.getPort());
      assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
    }
  }

  /** The interceptor has failed, and the proxy was not used. */
  @ParameterizedTest
  @EnumSource
  void interceptorFailureIsNoProxyFailure(CallStyle style) {
    Proxy proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", 1));
    OkHttpClient behind =
        http.newBuilder()
            .proxy(proxy)
            .addInterceptor(
                chain -> {
                  throw new IOException("no token");
                })
            .build();

    FreightException failure =
        failure(style, builder("https://api.freight.invalid").httpClient(behind));

    assertThat(failure).hasMessageContaining("no token").hasMessageNotContaining("proxy");
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }
}
