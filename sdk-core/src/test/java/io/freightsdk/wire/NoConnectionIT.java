package io.freightsdk.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.QuickSockets;
import io.freightsdk.testing.RawServer;
import io.freightsdk.testing.SampleLoads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a user reads when no connection comes about: which host, and why. */
class NoConnectionIT {
  private final MockWebServer server = QuickSockets.mockServer();
  private final OkHttpClient http = new OkHttpClient();

  @AfterEach
  void stop() {
    server.close();
    http.connectionPool().evictAll();
  }

  private FreightClientBuilder builder(String baseUrl) {
    return FreightClient.builder()
        .baseUrl(baseUrl)
        .agentKey("agentkey-0123456789abcdef")
        .deadline(Duration.ofSeconds(60))
        .retryPolicy(
            RetryPolicy.builder()
                .initialBackoff(Duration.ofMillis(1))
                .maxBackoff(Duration.ofMillis(2))
                .build());
  }

  private static FreightException failure(CallStyle style, FreightClientBuilder builder) {
    try (FreightClient client = builder.build()) {
      FreightException failure =
          catchThrowableOfType(
              FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));
      assertThat(failure).isNotNull();
      assertThat(failure.charge()).isEqualTo(Charge.NONE);
      return failure;
    }
  }

  private String overTls(HeldCertificate certificate) throws Exception {
    HandshakeCertificates serverSide =
        new HandshakeCertificates.Builder().heldCertificate(certificate).build();
    server.useHttps(serverSide.sslSocketFactory());
    server.start();
    return "https://localhost:" + server.getPort();
  }

  @ParameterizedTest
  @EnumSource
  void anUntrustedCertificateIsTriedOnceAndNamed(CallStyle style) throws Exception {
    String url =
        overTls(
            new HeldCertificate.Builder()
                .commonName("Corporate proxy")
                .addSubjectAlternativeName("localhost")
                .build());

    FreightException failure = failure(style, builder(url));

    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.retryable()).isFalse();
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_SETUP);
    assertThat(failure.getMessage()).contains("localhost").containsIgnoringCase("certificate");
  }

  @ParameterizedTest
  @EnumSource
  void aCertificateOfAnotherHostIsTriedOnceAndNamed(CallStyle style) throws Exception {
    HeldCertificate other =
        new HeldCertificate.Builder().addSubjectAlternativeName("elsewhere.example").build();
    String url = overTls(other);
    HandshakeCertificates trusting =
        new HandshakeCertificates.Builder().addTrustedCertificate(other.certificate()).build();
    OkHttpClient trusted =
        http.newBuilder()
            .sslSocketFactory(trusting.sslSocketFactory(), trusting.trustManager())
            .build();

    FreightException failure = failure(style, builder(url).httpClient(trusted));

    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.retryable()).isFalse();
    assertThat(failure.getMessage()).contains("localhost").containsIgnoringCase("certificate");
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatSpeaksNoTlsIsNamedSo(CallStyle style) throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> refuseInPlainText(plain), "plain-server");
      thread.setDaemon(true);
      thread.start();

      FreightException failure =
          failure(style, builder("https://127.0.0.1:" + plain.getLocalPort()));

      assertThat(failure.getMessage())
          .contains("127.0.0.1:" + plain.getLocalPort())
          .containsIgnoringCase("TLS");
    }
  }

  private static void refuseInPlainText(ServerSocket listener) {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        int first = socket.getInputStream().read();
        String refusal = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
        if (first >= 0) socket.getOutputStream().write(refusal.getBytes(US_ASCII));
      } catch (IOException over) {
        // The test is over, or the client went first.
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownHostIsNamedAsALookUpThatFoundNothing(CallStyle style) {
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
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_SETUP);
  }

  @ParameterizedTest
  @EnumSource
  void aClosedPortIsNamedAsARefusal(CallStyle style) {
    String url = RawServer.closedPort();

    FreightException failure = failure(style, builder(url));

    assertThat(failure.getMessage())
        .contains("127.0.0.1:" + URI.create(url).getPort())
        .containsIgnoringCase("refused")
        .doesNotContainIgnoringCase("DNS")
        .doesNotContainIgnoringCase("TLS");
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }

  @ParameterizedTest
  @EnumSource
  void aProxyThatIsNotThereIsNamedAsTheProxy(CallStyle style) {
    int port = URI.create(RawServer.closedPort()).getPort();
    Proxy proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", port));
    OkHttpClient behind = http.newBuilder().proxy(proxy).build();

    FreightException failure =
        failure(style, builder("https://api.freight.invalid").httpClient(behind));

    assertThat(failure.getMessage()).containsIgnoringCase("proxy").contains("127.0.0.1:" + port);
  }

  @ParameterizedTest
  @EnumSource
  void aProxyThatWantsALoginIsNamedAsTheProxy(CallStyle style) throws Exception {
    try (RawServer locked =
        RawServer.answering(
            "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")) {
      int port = URI.create(locked.baseUrl()).getPort();
      Proxy proxy = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", port));
      OkHttpClient behind = http.newBuilder().proxy(proxy).build();

      FreightException failure =
          failure(style, builder("https://api.freight.invalid").httpClient(behind));

      assertThat(failure.getMessage()).containsIgnoringCase("proxy").contains("407");
    }
  }
}
