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
        order = put(first, "4711").body();
        assertThat(order).contains("\"loadNumber\":\"LD-");
        first.kill();
      }
      try (var second = start(server, broker)) {
        assertThat(put(second, "4711").body()).isEqualTo(order);
        assertThat(put(second, "4712").body())
            .as("over the limit of the day")
            .contains("\"status\":\"RECEIVED\"")
            .doesNotContain("USD");
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

  private String url() {
    return "jdbc:h2:" + folder.resolve("books") + ";WRITE_DELAY=0";
  }

  private ApplicationProcess start(InMemoryFreightServer server, Broker broker) {
    return ApplicationProcess.start(
        server, broker, "--spring.datasource.url=" + url(), "--freight.spend.limits.per-day=0.70");
  }
}
