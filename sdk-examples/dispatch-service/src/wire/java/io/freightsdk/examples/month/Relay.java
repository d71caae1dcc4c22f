package io.freightsdk.examples.month;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;

/**
 * The network between the instances and the service: over TLS, with a certificate that expires, and
 * with answers that get lost after the service has done its work.
 */
final class Relay implements AutoCloseable {
  /**
   * What happens to one answer.
   *
   * @param reached done when the service has answered
   * @param goesOn when that answer, which nobody gets, is dropped
   */
  private record Loss(
      Predicate<HttpExchange> of,
      CompletableFuture<String> reached,
      CompletableFuture<Void> goesOn) {}

  private final HeldCertificate authority =
      new HeldCertificate.Builder().certificateAuthority(0).commonName("authority").build();
  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicReference<@Nullable Loss> loss = new AtomicReference<>();
  private final String target;
  private final Path trust;
  private HttpsServer server;

  Relay(String target, Path folder) throws Exception {
    this.target = target;
    this.trust = folder.resolve("trust.jks");
    // Of the two formats the one that is read without a password.
    KeyStore trusted = KeyStore.getInstance("JKS");
    trusted.load(null, null);
    trusted.setCertificateEntry("authority", authority.certificate());
    try (OutputStream file = Files.newOutputStream(trust)) {
      trusted.store(file, "changeit".toCharArray());
    }
    server = serverUntil(Instant.now().plus(1, ChronoUnit.DAYS), 0);
  }

  String url() {
    return "https://localhost:" + server.getAddress().getPort();
  }

  /** The argument of a JVM that trusts whoever the authority has signed. */
  String trusted() {
    return "-Djavax.net.ssl.trustStore=" + trust;
  }

  /** Certificates go by the time of the machine, as Java's do. */
  void expire() throws Exception {
    replace(Instant.now().minus(1, ChronoUnit.DAYS));
  }

  void renew() throws Exception {
    replace(Instant.now().plus(1, ChronoUnit.DAYS));
  }

  /** The next answer to a creation is lost. Completed with nothing of interest when it was. */
  CompletableFuture<String> loseCreation() {
    return lose(Relay::isCreation, CompletableFuture.completedFuture(null));
  }

  /** The next answer to a read of a position is lost; completed with the load's number. */
  CompletableFuture<String> loseRead() {
    return lose(Relay::isRead, CompletableFuture.completedFuture(null));
  }

  /** The next answer to a creation stays here until {@code goesOn}, and is lost then. */
  CompletableFuture<String> holdCreation(CompletableFuture<Void> goesOn) {
    return lose(Relay::isCreation, goesOn);
  }

  void loseNothing() {
    loss.set(null);
  }

  private CompletableFuture<String> lose(
      Predicate<HttpExchange> of, CompletableFuture<Void> goesOn) {
    Loss next = new Loss(of, new CompletableFuture<>(), goesOn);
    loss.set(next);
    return next.reached;
  }

  private static boolean isCreation(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("POST")
        && exchange.getRequestURI().getPath().endsWith("/loads");
  }

  private static boolean isRead(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("GET")
        && exchange.getRequestURI().getPath().matches(".*/loads/[^/]+");
  }

  private void replace(Instant end) throws Exception {
    int port = server.getAddress().getPort();
    server.stop(0);
    server = serverUntil(end, port);
  }

  private HttpsServer serverUntil(Instant end, int port) throws Exception {
    HeldCertificate certificate =
        new HeldCertificate.Builder()
            .signedBy(authority)
            .addSubjectAlternativeName("localhost")
            .validityInterval(end.minus(90, ChronoUnit.DAYS).toEpochMilli(), end.toEpochMilli())
            .build();
    HttpsServer made =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    made.setHttpsConfigurator(
        new HttpsConfigurator(
            new HandshakeCertificates.Builder().heldCertificate(certificate).build().sslContext()));
    made.createContext("/", this::forward);
    made.setExecutor(threads);
    made.start();
    return made;
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      Loss lost = loss.get();
      boolean isLost = lost != null && lost.of.test(exchange) && loss.compareAndSet(lost, null);
      HttpResponse<byte[]> answer = answer(exchange);
      if (lost != null && isLost) {
        String path = exchange.getRequestURI().getPath();
        lost.reached.complete(path.substring(path.lastIndexOf('/') + 1));
        lost.goesOn.join();
        return;
      }
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

  private HttpResponse<byte[]> answer(HttpExchange exchange)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
            .method(
                exchange.getRequestMethod(),
                HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    for (String name : List.of("Authorization", "Content-Type", "Idempotency-Key")) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) request.header(name, value);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
