package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@SpringBootTest(
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      "freight.spend.limits.per-day=0.70"
    })
@AutoConfigureMockMvc
@AutoConfigureFreightServer
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_EACH_TEST_METHOD)
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
  @Autowired FreightClient client;
  @Autowired FollowJob job;

  @Test
  void anOrderIsBookedAndPaidOnce() {
    assertThat(put("4711")).hasStatusOk().bodyJson().extractingPath("$.status").isEqualTo("BOOKED");
    assertThat(put("4711")).hasStatusOk();
    assertThat(broker.balanceUsd()).isEqualByComparingTo("24.35");
  }

  @Test
  void whoeverAsksForAPositionSharesOnePaidReadAndSeesTheWiresJson() {
    put("4711");
    for (int i = 0; i < 3; i++) {
      MvcTestResult position = http.get().uri("/orders/4711/position").exchange();
      assertThat(position).bodyJson().extractingPath("$.status").isEqualTo("BOOKED");
      assertThat(position).bodyJson().doesNotHavePath("$.driverPhone");
    }
    assertThat(broker.debits()).hasSize(2);
  }

  @Test
  void aSpentLimitIsAProblemAndCostsNothing() {
    put("4711");
    MvcTestResult refused = put("4712");
    assertThat(refused).hasStatus(503).headers().containsHeader("Retry-After");
    assertThat(refused).bodyJson().extractingPath("$.charge").isEqualTo("none");
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void theJobFollowsLoadsUntilTheMoneyOfTheDayIsSpent() {
    String load = server.loads(1).isEmpty() ? booked() : "";
    server.driver(load).driveToNextStop();
    job.follow();
    assertThat(http.get().uri("/orders/4711"))
        .bodyJson()
        .extractingPath("$.status")
        .isNotEqualTo("BOOKED");
  }

  private String booked() {
    put("4711");
    return server.loads(1).get(0).loadNumber();
  }

  @Test
  void healthAndMetersKnowTheMoney() {
    put("4711");
    assertThat(http.get().uri("/actuator/health"))
        .bodyJson()
        .extractingPath("$.components.freight.details.balanceUsd")
        .isEqualTo(24.35);
    assertThat(http.get().uri("/actuator/metrics/freight.client.charges")).hasStatusOk();
  }

  @Test
  void theClientEndsWithTheService(@Autowired ConfigurableApplicationContext context) {
    context.close();
    assertThatThrownBy(client::getBalance).isInstanceOf(FreightCancelledException.class);
  }

  private MvcTestResult put(String orderId) {
    return http.put()
        .uri("/orders/" + orderId)
        .contentType(MediaType.APPLICATION_JSON)
        .content(LOAD)
        .exchange();
  }
}
