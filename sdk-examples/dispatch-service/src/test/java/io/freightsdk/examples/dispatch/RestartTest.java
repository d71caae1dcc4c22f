package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spring.boot.test.ApplicationProcess;
import io.freightsdk.testsupport.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {
  @TempDir Path folder;

  @Thorough(
      "starts an application twice and kills it; a book of a killed process is tested in freight-jdbc")
  @Test
  void afterKill9TheOrderHasItsLoadAndTheDayItsLimit() {
    try (var server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      String order;
      try (var first = start(server, broker)) {
        order = first.send("PUT", "/orders/4711", DispatchServiceTest.LOAD).body();
        assertThat(order).contains("\"loadNumber\":\"LD-");
        first.kill();
      }
      try (var second = start(server, broker)) {
        assertThat(second.send("PUT", "/orders/4711", DispatchServiceTest.LOAD).body())
            .isEqualTo(order);
        assertThat(second.send("GET", "/actuator/freight", "").body())
            .contains("\"chargedUsd\":0.65");
        var refused = second.send("PUT", "/orders/4712", DispatchServiceTest.LOAD);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body()).contains("\"charge\":\"none\"");
        assertThat(second.stop()).as("ends by itself on SIGTERM").isEqualTo(143);
      }
      assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
    }
  }

  private ApplicationProcess start(InMemoryFreightServer server, Broker broker) {
    return ApplicationProcess.start(
        DispatchService.class,
        server,
        broker,
        "--spring.datasource.url=jdbc:h2:" + folder.resolve("books") + ";WRITE_DELAY=0",
        "--freight.spend.limits.per-day=0.70");
  }
}
