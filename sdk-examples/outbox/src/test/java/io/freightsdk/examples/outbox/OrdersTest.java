package io.freightsdk.examples.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class OrdersTest {
  @Test
  void anOrderThatIsMadeTwiceHasOneLoad() throws Exception {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1");
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("25.00");
      for (int time = 0; time < 2; time++) {
        try (FreightClient freight =
            FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
          assertThat(Orders.order(database, freight, "PO-1")).contains("BOOKED", "LD-");
        }
      }
      assertThat(broker.debits()).hasSize(1);
    }
  }
}
