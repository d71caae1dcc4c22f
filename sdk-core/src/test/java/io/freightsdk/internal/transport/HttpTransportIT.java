package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.transport.HttpTransport.TransportSettings;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Environments;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The connections of a client, with TLS only where it needs it. */
class HttpTransportIT {
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
        FreightClient.builder()
            .baseUrl("https://freight.example")
            .agentKey("agentkey-0123456789abcdef")
            .build()
            .close();
      } finally {
        service.stop(0);
      }
    }
  }

  @ParameterizedTest(name = "a caller''s client that pings every {0} s: {1} s")
  @CsvSource({", 10", "0, 10", "3, 3", "60, 60"})
  void aConnectionIsAskedWhetherItIsAliveAsOftenAsTheCallerWants(
      @Nullable Integer callers, int seconds) {
    OkHttpClient base =
        callers == null
            ? null
            : new OkHttpClient.Builder().pingInterval(Duration.ofSeconds(callers)).build();
    Threads threads = DaemonThreads.pool("freight-client");
    TransportSettings settings =
        new TransportSettings(Duration.ofSeconds(5), 1, true, TransportSettings.PING_INTERVAL);
    try (HttpTransport transport =
        new HttpTransport(base, threads, settings, Environments.machine())) {
      assertThat(transport.client.pingIntervalMillis()).isEqualTo(seconds * 1000);
    } finally {
      threads.shutdown();
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
