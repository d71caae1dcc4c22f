package io.freightsdk.examples.orderservice;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class RestartIT {
  @TempDir Path folder;

  private final ZoneId zone = Databases.zoneWhereItIsNoon();

  // Starts an application twice and kills it; a ledger of a killed process is tested in freight-
  // spend.
  @Tag("slow")
  @Test
  void afterKill9TheOrderHasItsLoadAndTheDayItsLimit() {
    try (var server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      String order;
      try (var first = start(broker)) {
        put(first, "PO-1");
        order =
            Eventually.until(() -> get(first, "PO-1"), it -> it.contains("\"loadNumber\":\"LD-"));
        first.kill();
      }
      try (var second = start(broker)) {
        put(second, "PO-1");
        assertThat(get(second, "PO-1")).isEqualTo(order);
        put(second, "PO-2");
        // The order exceeds the daily limit, which responses do not show.
        String waits =
            Eventually.until(() -> get(second, "PO-2"), it -> it.contains("\"state\":\"WAITING\""));
        assertThat(waits).doesNotContain("USD");
        assertThat(second.stop()).as("exits on SIGTERM").isEqualTo(143);
      }
      var database = new DriverManagerDataSource(Databases.sqlite(folder));
      try (SpendLedger ledger = SpendLedger.open(database, "freight")) {
        assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.65");
      }
      assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
    }
  }

  private static void put(Replica replica, String number) {
    send(replica, "PUT", number, OrderServiceIT.LOAD);
  }

  private static String get(Replica replica, String number) {
    return send(replica, "GET", number, "");
  }

  private static String send(Replica replica, String method, String number, String json) {
    try {
      return replica.send(method, OrderServiceIT.path("acme", number), json).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Replica start(Broker broker) {
    List<String> properties =
        List.of(
            "--spring.datasource.url=" + Databases.sqlite(folder),
            "--freight.limits.per-day=0.70",
            "--freight.limits.zone=" + zone);
    return Replica.start(broker, properties);
  }
}
