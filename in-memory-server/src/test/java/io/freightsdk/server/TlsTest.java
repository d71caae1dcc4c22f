package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The port over TLS: the same service, for whoever trusts its certificate. */
class TlsTest {
  @AutoClose private final Service service = Service.of(InMemoryFreightServer.builder().tlsPort(0));

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

  @Test
  void withoutAPortForItThereIsNoTls() throws IOException {
    try (Service plain = Service.start()) {
      assertThatThrownBy(() -> plain.server().tlsUrl()).hasMessageContaining("tlsPort");
      assertThatThrownBy(() -> plain.server().trust()).hasMessageContaining("tlsPort");
      assertThat(plain.admin("GET", "certificate", null).status()).isEqualTo(400);
    }
  }
}
