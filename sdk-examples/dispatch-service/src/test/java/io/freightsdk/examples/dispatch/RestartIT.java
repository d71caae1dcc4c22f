package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartIT {
  static final String LOAD =
      """
      {"driverPhone": "+13125550142",
       "pickups": [{"address": "520 Vine St", "city": "Cincinnati", "state": "OH", "zip": "45202"}],
       "deliveries": [{"address": "120 Gary Wade Blvd", "city": "Sevierville", "state": "TN",
         "zip": "37862"}]}
      """;

  @TempDir Path folder;

  // Starts an application twice and kills it; a ledger of a killed process is tested in freight-
  // spend.
  @Tag("slow")
  @Test
  void afterKill9TheOrderHasItsLoadAndTheDayItsLimit() {
    try (var server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      String order;
      try (var first = start(server, broker)) {
        put(first, "4711");
        DispatchServiceIT.until(() -> get(first, "4711").contains("\"loadNumber\":\"LD-"));
        order = get(first, "4711");
        first.kill();
      }
      try (var second = start(server, broker)) {
        put(second, "4711");
        assertThat(get(second, "4711")).isEqualTo(order);
        put(second, "4712");
        // Over the limit of the day, which nobody outside is told.
        DispatchServiceIT.until(() -> get(second, "4712").contains("\"status\":\"WAITING\""));
        assertThat(get(second, "4712")).doesNotContain("USD");
        assertThat(second.stop()).as("ends by itself on SIGTERM").isEqualTo(143);
      }
      JdbcDataSource database = new JdbcDataSource();
      database.setURL(url());
      try (SpendLedger ledger = SpendLedger.jdbc(database, "freight")) {
        assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.65");
      }
      assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
    }
  }

  private static HttpResponse<String> put(ApplicationProcess process, String order) {
    return process.send("PUT", "/orders/" + order + "?customer=acme", LOAD);
  }

  private static String get(ApplicationProcess process, String order) {
    return process.send("GET", "/orders/" + order, "").body();
  }

  private String url() {
    return "jdbc:h2:" + folder.resolve("books") + ";WRITE_DELAY=0";
  }

  private ApplicationProcess start(InMemoryFreightServer server, Broker broker) {
    return ApplicationProcess.start(
        server, broker, "--spring.datasource.url=" + url(), "--freight.limits.per-day=0.70");
  }
}
