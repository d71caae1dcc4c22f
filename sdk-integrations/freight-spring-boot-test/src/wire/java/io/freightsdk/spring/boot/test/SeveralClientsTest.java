package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import io.freightsdk.spend.SpendLedger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;

/** Each client of the properties has a broker and a ledger of its own. */
@SpringBootTest(
    classes = SeveralClientsTest.Application.class,
    properties = {
      "freight.clients.east.agent-key=of-production",
      "freight.clients.west.agent-key=of-production",
      "freight.spend.jdbc.schema=create",
      "spring.datasource.url=jdbc:h2:mem:several;DB_CLOSE_DELAY=-1"
    })
@AutoConfigureFreightServer
class SeveralClientsTest {
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  @Autowired FreightClient east;
  @Autowired FreightClient west;
  @Autowired Broker eastBroker;
  @Autowired Broker westBroker;
  @Autowired SpendLedger eastLedger;
  @Autowired SpendLedger westLedger;

  @Test
  void eachSpendsItsOwnMoney() {
    east.createLoad(DispatchApplication.load());
    assertThat(eastBroker.balanceUsd()).isEqualByComparingTo("24.35");
    assertThat(westBroker.balanceUsd()).isEqualByComparingTo("25.00");
    assertThat(eastLedger.totals().spentUsd()).isEqualByComparingTo("0.65");
    assertThat(westLedger.totals().spentUsd()).isZero();
  }
}
