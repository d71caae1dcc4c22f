package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import org.junit.jupiter.api.Test;

class DemoTopUpTest {
  @Test
  void theDemonstrationNeverRunsDry() {
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder()
            .broker(BrokerSettings.DEFAULT.withBalance("4.99"))
            .start()) {
      Broker payer = server.initialBrokers().get(0);
      DemoFleet.topUp(server);
      assertThat(payer.balanceUsd()).isEqualByComparingTo("104.99");
      DemoFleet.topUp(server);
      assertThat(payer.balanceUsd()).isEqualByComparingTo("104.99");
    }
  }
}
