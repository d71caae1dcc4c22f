package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import java.io.UnsupportedEncodingException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.assertj.MvcTestResultAssert;

@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
@AutoConfigureMockMvc
@AutoConfigureFreightServer
class DispatchServiceIT {
  @Autowired MockMvcTester http;
  @Autowired Broker broker;
  @Autowired InMemoryFreightServer server;
  @Autowired Faults faults;
  @Autowired JdbcTemplate database;

  @Test
  void anOrderIsBookedOnceAndThreeLooksAtItShareOnePaidRead() {
    String load = book("4711");
    for (int i = 0; i < 3; i++) {
      assertThat(http.get().uri("/orders/4711/position"))
          .bodyJson()
          .isLenientlyEqualTo("{status: 'PLANNED', stops: [{type: 'PICKUP'}, {type: 'DELIVERY'}]}");
    }
    assertThat(broker.debitsFor(load)).hasSize(2);
    assertThat(http.get().uri("/actuator/health"))
        .bodyJson()
        .extractingPath("$.components.freight.details.balanceUsd")
        .isEqualTo(broker.balanceUsd().doubleValue());
    assertThat(http.get().uri("/actuator/metrics/freight.charged")).hasStatusOk();
  }

  @Test
  void anOrderHasItsLoadAndTheLinkForTheCustomer() {
    book("4712");
    assertThat(http.get().uri("/orders/4712"))
        .bodyJson()
        .hasPathSatisfying("$.status", it -> assertThat(it).asString().isEqualTo("PLANNED"))
        .hasPathSatisfying("$.trackingLink", it -> assertThat(it).asString().contains("/track/"));
    assertThat(http.get().uri("/orders/none")).hasStatus(HttpStatus.NOT_FOUND);
  }

  @Test
  void whatHappensOnTheRoadIsKept() {
    String load = book("4720");
    until(() -> ordersThatAreWorkedOn() == 0);
    server.load(load).deliver();
    server.clock().advance(Duration.ofDays(1));
    until(() -> order("4720").contains("\"status\":\"DELIVERED\""));
    assertThat(http.get().uri("/orders/4720/events"))
        .bodyJson()
        .extractingPath("$[*].what")
        .asArray()
        .contains("DELIVERED");
  }

  @Test
  void anOrderThatIsPutAgainKeepsItsLoad() {
    String load = book("4713");
    put("4713", RestartIT.LOAD.replace("Vine St", "Race St")).hasStatus(HttpStatus.ACCEPTED);
    assertThat(book("4713")).isEqualTo(load);
    assertThat(loads("4713")).containsExactly(load);
  }

  @Test
  void anOrderThatTheServiceRefusesIsTakenAgainWithAWishThatItAccepts() {
    put("4716", RestartIT.LOAD.replace("+13125550142", "nobody")).hasStatus(HttpStatus.ACCEPTED);
    until(() -> order("4716").contains("\"status\":\"STOPPED\""));
    book("4716");
  }

  @Test
  void aProofOfDeliveryEndsTheOrderOnceTheTruckIsThere() {
    broker.deliveryCompletion(DeliveryCompletion.ON_BOL);
    String load = book("4717");
    assertThat(proof("4717")).hasStatus(HttpStatus.CONFLICT);
    server.driver(load).driveUntil(LoadStatus.AT_DELIVERY);
    for (int i = 0; i < 2; i++) {
      assertThat(proof("4717"))
          .hasStatusOk()
          .bodyJson()
          .isLenientlyEqualTo("{status: 'DELIVERED'}");
    }
    assertThat(server.load(load).view().status()).isEqualTo(LoadStatus.DELIVERED);
  }

  @Test
  void requestsAtTheSameTimeBookOneLoadAndNoneOfThemFails() {
    var callers = Executors.newFixedThreadPool(8);
    try {
      List<CompletableFuture<Void>> calls =
          IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      CompletableFuture.runAsync(
                          () ->
                              put("4714", RestartIT.LOAD)
                                  .satisfies(
                                      answer ->
                                          assertThat(answer.getResponse().getStatus())
                                              .as("taken, or sent already")
                                              .isIn(202, 409)),
                          callers))
              .toList();
      assertThat(calls).allSatisfy(call -> assertThatCode(call::join).doesNotThrowAnyException());
    } finally {
      callers.shutdown();
    }
    String load = book("4714");
    assertThat(loads("4714")).containsExactly(load);
    assertThat(broker.debitsFor(load)).hasSize(1);
  }

  @Test
  void anOrderThatCannotBeBookedWaitsAndMayBeTakenBack() {
    faults.always(Operation.CREATE_LOAD, Fault.billingUnavailable());
    try {
      put("4715", RestartIT.LOAD).hasStatus(HttpStatus.ACCEPTED);
      put("4718", RestartIT.LOAD).hasStatus(HttpStatus.ACCEPTED);
      assertThat(http.get().uri("/orders/4715/position")).hasStatus(HttpStatus.CONFLICT);
      until(() -> status(http.delete().uri("/orders/4715").exchange()) == 204);
    } finally {
      faults.clear();
    }
    server.clock().advance(Duration.ofMinutes(10));
    book("4718");
    assertThat(http.get().uri("/orders/4715")).hasStatus(HttpStatus.NOT_FOUND);
    assertThat(http.delete().uri("/orders/4715")).hasStatus(HttpStatus.NOT_FOUND);
    assertThat(loads("4715")).isEmpty();
    assertThat(http.delete().uri("/orders/4718")).hasStatus(HttpStatus.CONFLICT);
  }

  /** Puts an order until it has its load, and returns that. */
  private String book(String orderId) {
    put(orderId, RestartIT.LOAD);
    until(() -> order(orderId).contains("\"loadNumber\":\"LD-"));
    return loads(orderId).get(0);
  }

  private String order(String orderId) {
    try {
      return http.get().uri("/orders/" + orderId).exchange().getResponse().getContentAsString();
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private int ordersThatAreWorkedOn() {
    return database.queryForObject(
        "SELECT COUNT(*) FROM freight_tasks WHERE task_name LIKE 'freight-order/%'", Integer.class);
  }

  private static int status(MvcTestResult result) {
    return result.getResponse().getStatus();
  }

  static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in a minute").isLessThan(end);
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private List<String> loads(String orderId) {
    return server.loads(1_000).stream()
        .filter(load -> orderId.equals(load.order().customerRef()))
        .map(LoadView::loadNumber)
        .toList();
  }

  private MvcTestResult proof(String orderId) {
    return http.put()
        .uri("/orders/" + orderId + "/proof-of-delivery")
        .contentType(MediaType.APPLICATION_JSON)
        .content("{\"bolReceivedAt\": \"%s\"}".formatted(server.clock().now()))
        .exchange();
  }

  private MvcTestResultAssert put(String orderId, String input) {
    return assertThat(
        http.put()
            .uri("/orders/" + orderId + "?customer=ACME/" + orderId)
            .contentType(MediaType.APPLICATION_JSON)
            .content(input));
  }
}
