package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.testing.Environments;
import io.freightsdk.testsupport.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connections that clients share, with TLS only where one of them needs it. */
class WireTest {
  private final Threads threads = DaemonThreads.pool("test");
  private final Wire wire = new Wire(null, threads, 5, Environments.machine());

  @AfterEach
  void stop() {
    wire.taken().left();
    threads.shutdownNow();
  }

  /** Clients with other certificates would share no connection. */
  @Test
  void whoeverNeedsTlsHasTheSameCertificates() {
    assertThat(wire.client(settings(true)).sslSocketFactory())
        .isSameAs(wire.client(settings(true)).sslSocketFactory());
    assertThat(wire.client(settings(true)).connectionPool())
        .isSameAs(wire.client(settings(false)).connectionPool());
  }

  private static TransportSettings settings(boolean usesTls) {
    return new TransportSettings(Duration.ofSeconds(5), 5, 1 << 20, List.of(), usesTls);
  }

  /** Asks a service on this machine, and then makes a client of one elsewhere. */
  static final class Asking {
    private Asking() {}

    public static void main(String[] arguments) throws IOException {
      byte[] balance = "{\"currency\":\"USD\",\"balanceUsd\":5}".getBytes(StandardCharsets.UTF_8);
      HttpServer service =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      service.createContext(
          "/",
          exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, balance.length);
            exchange.getResponseBody().write(balance);
            exchange.close();
          });
      service.start();
      String here = "http://127.0.0.1:" + service.getAddress().getPort();
      Path log = Path.of(arguments[0]);
      try (FreightClient client =
          FreightClient.builder().baseUrl(here).agentKey("agentkey-0123456789abcdef").build()) {
        client.getBalance();
        Files.copy(log, log.resolveSibling("before"));
        client.toBuilder().baseUrl("https://freight.example").build().close();
      } finally {
        service.stop(0);
      }
    }
  }

  @Test
  void noCertificateIsReadForAServiceOnThisMachine(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("classes");
    List<String> command = ChildJvm.program(Asking.class, log.toString());
    command.add(1, "-Xlog:class+load:file=" + log);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();

    String trust = "sun.security.ssl.TrustStoreManager";
    assertThat(Files.readString(folder.resolve("before"))).doesNotContain(trust);
    assertThat(Files.readString(log)).contains(trust);
  }
}
