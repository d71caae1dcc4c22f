package io.freightsdk.spring.boot.test;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.server.Broker;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;

/** A test without the application's auto-configuration, as a slice of Spring Boot is one. */
@SpringBootTest(classes = SliceIT.Page.class, properties = "freight.ledger.store=memory")
@AutoConfigureFreightServer
class SliceIT {
  @Configuration(proxyBeanMethods = false)
  static class Page {}

  @Autowired FreightClient client;
  @Autowired Broker broker;

  @Test
  void clientOfASliceUsesTheServerOfTheTest() {
    String load = client.createLoad(DispatchApplication.load()).loadNumber();
    assertThat(broker).chargedExactlyOnceFor(load).hasBalance("24.35");
  }
}
