package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@SpringBootTest(
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      "freight.spend.limits.per-day=4.00"
    })
@AutoConfigureMockMvc
@AutoConfigureFreightServer
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
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
  @Autowired FollowJob job;

  @Test
  void anOrderIsBookedOnceAndThreeLooksAtItShareOnePaidRead() {
    for (int i = 0; i < 2; i++) {
      assertThat(book("4711"))
          .hasStatusOk()
          .bodyJson()
          .hasPathSatisfying("$.loadNumber", load -> assertThat(load).asString().startsWith("LD-"));
    }
    for (int i = 0; i < 3; i++) {
      assertThat(get("/orders/4711/position"))
          .bodyJson()
          .extractingPath("$.status")
          .asString()
          .isNotBlank();
    }
    assertThat(broker.balanceUsd()).as("one load and one read").isEqualByComparingTo("24.33");
    assertThat(get("/actuator/health"))
        .bodyJson()
        .extractingPath("$.components.freight.details.balanceUsd")
        .isEqualTo(24.33);
    assertThat(get("/actuator/metrics/freight.client.charges")).hasStatusOk();
  }

  @Test
  @Order(Order.DEFAULT + 1)
  void theJobFollowsWhatIsOnTheRoad() {
    server.driver(server.loads(1).get(0).loadNumber()).driveToNextStop();
    job.follow();
    assertThat(get("/orders/4711")).bodyJson().extractingPath("$.status").isNotEqualTo("BOOKED");
  }

  @Test
  @Order(Order.DEFAULT + 2)
  void aSpentLimitIsAProblemAndCostsNothing() {
    int orders = 0;
    while (book("bulk-" + orders).getResponse().getStatus() == 200) orders++;
    assertThat(orders).isEqualTo(5);
    MvcTestResult refused = book("one-too-many");
    assertThat(refused).hasStatus(503).headers().containsHeader("Retry-After");
    assertThat(refused).bodyJson().extractingPath("$.charge").isEqualTo("none");
    assertThat(server.loads(10)).hasSize(6);
  }

  private MvcTestResult get(String path) {
    return http.get().uri(path).exchange();
  }

  private MvcTestResult book(String orderId) {
    return http.put()
        .uri("/orders/" + orderId)
        .contentType(MediaType.APPLICATION_JSON)
        .content(LOAD)
        .exchange();
  }
}
