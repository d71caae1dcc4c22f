package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.ChildJvm;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.SampleLoads;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client whose host name does not resolve at first and later, with the resolver of the JDK and
 * its cache of failures. Another JVM, because the JDK reads the options of its resolver once.
 */
class NameServerOutageIT {
  private static final String HOST = "service.test";

  /** Prints the failures and the loads of a client, whose host is in this file at times. */
  static final class Program {
    public static void main(String[] args) throws IOException {
      Path hosts = Path.of(args[0]);
      // No connection is kept, so each attempt looks the host up.
      OkHttpClient unpooled =
          new OkHttpClient.Builder()
              .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
              .build();
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(args[1])
              .allowInsecureHttp()
              .agentKey(args[2])
              .httpClient(unpooled)
              .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build())
              .build()) {
        Files.writeString(hosts, "");
        System.out.println(create(client));
        Files.writeString(hosts, "127.0.0.1 " + HOST);
        System.out.println(Eventually.until(() -> create(client), "created"::equals));
        Files.writeString(hosts, "");
        System.out.println(create(client));
        Files.writeString(hosts, "127.0.0.1 " + HOST);
        System.out.println(Eventually.until(() -> create(client), "created"::equals));
      }
    }

    private static String create(FreightClient client) {
      try {
        client.createLoad(SampleLoads.twoStops());
        return "created";
      } catch (FreightException e) {
        return e.nextStep() + " " + e.charge() + " " + e.attempts() + " " + e.getMessage();
      }
    }
  }

  @Test
  void lostNameServerIsRetriedLaterAndAWrongHostIsReported(@TempDir Path folder) throws Exception {
    Path hosts = folder.resolve("hosts");
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("5.00");
      int port = URI.create(server.baseUrl()).getPort();
      List<String> command =
          ChildJvm.program(
              Program.class, hosts.toString(), "http://" + HOST + ":" + port, broker.agentKey());
      command.addAll(
          1,
          List.of(
              "-Djdk.net.hosts.file=" + hosts,
              "-Dsun.net.inetaddr.ttl=0",
              "-Dsun.net.inetaddr.negative.ttl=1"));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor()).as(output).isZero();
      assertThat(output.lines())
          .satisfiesExactly(
              first -> assertThat(first).startsWith("FIX_CONFIGURATION NONE 4 "),
              created -> assertThat(created).isEqualTo("created"),
              lost ->
                  assertThat(lost)
                      .startsWith("RETRY_LATER NONE 4 ")
                      // The text of the first attempt. The others get the failure from the cache.
                      .contains("in hosts file"),
              created -> assertThat(created).isEqualTo("created"));
      assertThat(broker.debits()).hasSize(2);
    }
  }
}
