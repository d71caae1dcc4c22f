package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The port over TLS: the same service, for whoever trusts its certificate. */
class TlsTest {
  @AutoClose
  private final Service service = Service.onPort(InMemoryFreightServer.builder().tlsPort(0));

  private final InMemoryFreightServer server = service.server();

  private HttpRequest.Builder request(String url, String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("Authorization", "Bearer " + service.broker().agentKey());
  }

  @Test
  void theSameServiceAnswersOnBothPorts() throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(server.trust()).build();
    HttpRequest creation =
        request(server.tlsUrl(), "/v1/agent/loads")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Orders.TWO_STOPS))
            .build();
    for (int i = 0; i < 3; i++) {
      assertThat(client.send(creation, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(201);
    }
    String byName = server.tlsUrl().replace("127.0.0.1", "localhost");
    assertThat(
            client
                .send(
                    request(byName, "/v1/agent/balance").build(),
                    HttpResponse.BodyHandlers.ofString())
                .body())
        .contains("23.05");
    assertThat(service.broker().balanceUsd()).isEqualByComparingTo("23.05");
    assertThat(server.journal().last(1).get(0).connectionId()).startsWith("s");
  }

  @Test
  void theControlAnswersOnBothPorts() throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(server.trust()).build();
    HttpRequest look = request(server.tlsUrl(), "/__admin/health").build();
    assertThat(client.send(look, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    assertThat(service.admin("GET", "health", null).status()).isEqualTo(200);
  }

  @Test
  void whoDoesNotTrustItIsNotAnswered() {
    HttpClient stranger = HttpClient.newHttpClient();
    assertThatThrownBy(
            () ->
                stranger.send(
                    request(server.tlsUrl(), "/v1/agent/pricing").build(),
                    HttpResponse.BodyHandlers.ofString()))
        .isInstanceOf(SSLHandshakeException.class);
    assertThat(service.client().get("/v1/agent/pricing").status()).isEqualTo(200);
  }

  @Test
  void theCertificateIsForThisMachineAndGoesOut() throws Exception {
    X509Certificate own = server.certificate();
    own.verify(own.getPublicKey());
    own.checkValidity(Date.from(Instant.now()));
    assertThat(own.getSubjectAlternativeNames().toString())
        .contains("localhost")
        .contains("127.0.0.1")
        .contains("0:0:0:0:0:0:0:1");
    Http.Reply pem = service.admin("GET", "certificate", null);
    assertThat(
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.bytes())))
        .isEqualTo(own);
  }

  @ParameterizedTest(name = "--host {0} --public-url {1}: {2}")
  @CsvSource({
    "0.0.0.0, https://freight.test.example, freight.test.example, true",
    "0.0.0.0, https://freight.test.example/base, localhost, true",
    "0.0.0.0, https://freight.test.example, 127.0.0.1, true",
    "0.0.0.0, https://freight.test.example, other.test.example, false",
    "0.0.0.0, https://203.0.113.7:8443, 203.0.113.7, true",
    "0.0.0.0, https://203.0.113.7:8443, 203.0.113.8, false",
    "0.0.0.0, 'https://[2001:db8::7]:8443', 2001:db8::7, true",
    "127.0.0.1, http://freight-server:8080, freight-server, true",
    "localhost, , localhost, true",
    "127.0.0.1, , freight.test.example, false",
  })
  void theCertificateIsForTheNamesThatTheServerWasGiven(
      String host, String publicUrl, String calledBy, boolean answers) throws Exception {
    FreightServerBuilder builder = InMemoryFreightServer.builder().host(host).tlsPort(0);
    if (publicUrl != null) builder.publicUrl(publicUrl);
    try (InMemoryFreightServer named = builder.start()) {
      if (answers) {
        shakeHands(named, "127.0.0.1", calledBy);
      } else {
        assertThatThrownBy(() -> shakeHands(named, "127.0.0.1", calledBy))
            .isInstanceOf(SSLHandshakeException.class)
            .hasMessageContaining(calledBy);
      }
    }
  }

  @Test
  @EnabledOnOs(
      value = OS.LINUX,
      disabledReason = "elsewhere 127.0.0.1 is the only loopback address")
  void theCertificateIsForTheAddressThatTheServerListensOn() throws Exception {
    FreightServerBuilder builder = InMemoryFreightServer.builder().host("127.0.0.2").tlsPort(0);
    try (InMemoryFreightServer there = builder.start()) {
      shakeHands(there, "127.0.0.2", "127.0.0.2");
    }
  }

  /** Connects to an address as if a client had found it by this name, and checks the name. */
  private static void shakeHands(InMemoryFreightServer to, String address, String calledBy)
      throws IOException {
    int port = URI.create(to.tlsUrl()).getPort();
    try (Socket plain = new Socket(InetAddress.getByName(address), port);
        SSLSocket tls =
            (SSLSocket) to.trust().getSocketFactory().createSocket(plain, calledBy, port, true)) {
      tls.setSoTimeout(10_000);
      SSLParameters checked = tls.getSSLParameters();
      checked.setEndpointIdentificationAlgorithm("HTTPS");
      tls.setSSLParameters(checked);
      tls.startHandshake();
      assertThat(tls.getSession().getPeerCertificates()).containsExactly(to.certificate());
    }
  }

  @Test
  void withoutAPortForItThereIsNoTls() throws IOException {
    try (Service plain = Service.onPort()) {
      assertThatThrownBy(() -> plain.server().tlsUrl()).hasMessageContaining("tlsPort");
      assertThatThrownBy(() -> plain.server().trust()).hasMessageContaining("tlsPort");
      assertThat(plain.admin("GET", "certificate", null).status()).isEqualTo(400);
    }
  }
}
