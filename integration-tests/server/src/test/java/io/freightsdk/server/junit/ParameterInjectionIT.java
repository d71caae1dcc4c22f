package io.freightsdk.server.junit;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.view.ServerClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

@FreightServerTest(balanceUsd = "10.00")
class ParameterInjectionIT {
  private static final Set<String> BROKERS_SEEN = ConcurrentHashMap.newKeySet();

  private Broker ofSetUp;

  @BeforeEach
  void takeBroker(Broker broker) {
    ofSetUp = broker;
  }

  @Test
  void setUpAndTestShareOneBroker(Broker broker) {
    assertThat(broker).isSameAs(ofSetUp);
  }

  @RepeatedTest(3)
  void everyTestMethodHasItsOwnBroker(Broker broker) {
    assertThat(broker).hasBalance("10.00");
    assertThat(BROKERS_SEEN.add(broker.brokerId())).isTrue();
  }

  @Test
  void chargesShowOnTheInjectedBroker(InMemoryFreightServer server, Broker broker) {
    Http client = new Http(server.baseUrl(), broker.agentKey());
    String loadNumber = client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
    client.get("/v1/agent/loads/" + loadNumber);

    assertThat(broker)
        .chargedExactlyOnceFor(loadNumber)
        .chargedReadsOf(loadNumber, 1)
        .hasBalance("9.33");
    assertThat(server).load(loadNumber).hasStatus("PLANNED");
  }

  @Test
  void namedBrokersAreDifferentOnTheSameServer(
      InMemoryFreightServer server,
      Broker unnamed,
      @BrokerNamed("acme") Broker acme,
      @BrokerNamed("acme") Faults faults,
      @BrokerNamed("acme") Broker acmeAgain,
      @BrokerNamed("globex") Broker globex) {
    faults.always(null, Fault.status(500));

    assertThat(acmeAgain).isSameAs(acme);
    assertThat(server.brokers()).containsExactlyInAnyOrder(unnamed, acme, globex);
    assertThat(new Http(server.baseUrl(), acme.agentKey()).get("/v1/agent/balance").status())
        .isEqualTo(500);
    assertThat(new Http(server.baseUrl(), globex.agentKey()).get("/v1/agent/balance").status())
        .isEqualTo(200);
  }

  @Test
  void clockIsTheClockOfTheServer(InMemoryFreightServer server, ServerClock clock) {
    assertThat(clock).isSameAs(server.clock());
  }

  @Nested
  class Inside {
    @Test
    void nestedClassesUseTheSameServer(InMemoryFreightServer server, Broker broker) {
      assertThat(server.broker(broker.brokerId())).isSameAs(broker);
      assertThat(broker).hasBalance("10.00");
    }
  }
}
