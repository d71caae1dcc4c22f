package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
@AutoConfigureMockMvc
@AutoConfigureFreightServer
class DispatchServiceTest {
  static final String LOAD =
      """
      {"driverPhone": "+13125550142",
       "pickups": [{"address": "520 Vine St", "city": "Cincinnati", "state": "OH", "zip": "45202"}],
       "deliveries": [{"address": "120 Gary Wade Blvd", "city": "Sevierville", "state": "TN",
         "zip": "37862"}]}
      """;

  @Autowired MockMvcTester http;
  @Autowired Broker broker;
  @Autowired InMemoryFreightServer server;
  @Autowired DispatchService service;

  @Test
  void anOrderIsBookedOnceAndThreeLooksAtItShareOnePaidRead() {
    BigDecimal before = broker.balanceUsd();
    for (int i = 0; i < 2; i++) book("4711");
    for (int i = 0; i < 3; i++) {
      assertThat(http.get().uri("/orders/4711/position"))
          .bodyJson()
          .isLenientlyEqualTo("{status: 'PLANNED', stops: [{type: 'PICKUP'}, {type: 'DELIVERY'}]}");
    }
    assertThat(before.subtract(broker.balanceUsd())).isEqualByComparingTo("0.67");
    assertThat(http.get().uri("/actuator/health"))
        .bodyJson()
        .extractingPath("$.components.freight.details.balanceUsd")
        .isEqualTo(broker.balanceUsd().doubleValue());
    assertThat(http.get().uri("/actuator/metrics/freight.client.charges")).hasStatusOk();
  }

  @Test
  void theJobFollowsWhatIsOnTheRoad() {
    book("4712");
    server.driver(service.order("4712").loadNumber()).driveToNextStop();
    service.follow();
    assertThat(service.order("4712").status()).isNotEqualTo("BOOKED");
  }

  private void book(String orderId) {
    assertThat(
            http.put()
                .uri("/orders/" + orderId)
                .contentType(MediaType.APPLICATION_JSON)
                .content(LOAD))
        .hasStatusOk()
        .bodyJson()
        .hasPathSatisfying("$.loadNumber", load -> assertThat(load).asString().startsWith("LD-"));
  }
}
