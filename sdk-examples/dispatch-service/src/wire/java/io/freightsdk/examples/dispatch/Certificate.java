package io.freightsdk.examples.dispatch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** The freight server behind a certificate that expires. */
final class Certificate implements AutoCloseable {
  private final HeldCertificate authority =
      new HeldCertificate.Builder().certificateAuthority(0).commonName("authority").build();
  private final HttpClient http = HttpClient.newHttpClient();
  private final String target;
  private final Path trust;
  private HttpsServer relay;

  Certificate(String target, Path folder) throws Exception {
    this.target = target;
    this.trust = folder.resolve("trust.jks");
    // Of the two formats the one that is read without a password.
    KeyStore trusted = KeyStore.getInstance("JKS");
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", authority.certificate());
    try (OutputStream file = Files.newOutputStream(trust)) {
      trusted.store(file, "changeit".toCharArray());
    }
    relay = relay(0, Instant.now().plus(1, ChronoUnit.DAYS));
  }

  String url() {
    return "https://localhost:" + relay.getAddress().getPort();
  }

  /** The argument of a JVM that trusts whoever has signed it. */
  String trusted() {
    return "-Djavax.net.ssl.trustStore=" + trust;
  }

  void expire() throws Exception {
    replace(Instant.now().minus(1, ChronoUnit.DAYS));
  }

  void renew() throws Exception {
    replace(Instant.now().plus(1, ChronoUnit.DAYS));
  }

  private void replace(Instant end) throws Exception {
    int port = relay.getAddress().getPort();
    relay.stop(0);
    relay = relay(port, end);
  }

  private HttpsServer relay(int port, Instant end) throws Exception {
    HeldCertificate certificate =
        new HeldCertificate.Builder()
            .signedBy(authority)
            .addSubjectAlternativeName("localhost")
            .validityInterval(end.minus(90, ChronoUnit.DAYS).toEpochMilli(), end.toEpochMilli())
            .build();
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(
            new HandshakeCertificates.Builder().heldCertificate(certificate).build().sslContext()));
    server.createContext("/", this::forward);
    server.start();
    return server;
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
              .method(
                  exchange.getRequestMethod(),
                  HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
      for (String name : List.of("Authorization", "Content-Type", "Idempotency-Key")) {
        String value = exchange.getRequestHeaders().getFirst(name);
        if (value != null) request.header(name, value);
      }
      HttpResponse<byte[]> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      for (String name : List.of("Content-Type", "X-Request-Id")) {
        answer
            .headers()
            .firstValue(name)
            .ifPresent(it -> exchange.getResponseHeaders().set(name, it));
      }
      exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    relay.stop(0);
  }
}
