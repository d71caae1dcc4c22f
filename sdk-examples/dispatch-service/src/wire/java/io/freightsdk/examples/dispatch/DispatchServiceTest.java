package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResultAssert;

@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
@AutoConfigureMockMvc
@AutoConfigureFreightServer
class DispatchServiceTest {
  @Autowired MockMvcTester http;
  @Autowired Broker broker;
  @Autowired InMemoryFreightServer server;
  @Autowired DispatchService service;
  @Autowired Faults faults;

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

  @Test
  void theJobPaysNothingForACancelledLoad() {
    book("4713");
    String load = service.order("4713").loadNumber();
    server.load(load).cancel();
    service.follow();
    assertThat(service.order("4713").status()).isEqualTo("CANCELLED");
    int paid = broker.debitsFor(load).size();
    server.clock().advance(Duration.ofMinutes(10));
    service.follow();
    assertThat(broker.debitsFor(load)).hasSize(paid);
  }

  @Test
  void requestsAtTheSameTimeBookOneLoadAndAllAreAnswered() {
    BigDecimal before = broker.balanceUsd();
    var callers = Executors.newFixedThreadPool(8);
    try {
      List<CompletableFuture<Void>> calls =
          IntStream.range(0, 8)
              .mapToObj(i -> CompletableFuture.runAsync(() -> put("4714").hasStatusOk(), callers))
              .toList();
      assertThat(calls).allSatisfy(call -> assertThatCode(call::join).doesNotThrowAnyException());
    } finally {
      callers.shutdown();
    }
    book("4714");
    assertThat(before.subtract(broker.balanceUsd())).isEqualByComparingTo("0.65");
  }

  @Test
  void anOrderIsKeptUntilItCanBeBooked() {
    faults.next(Operation.CREATE_LOAD, Fault.status(403));
    put("4715").hasStatusOk().bodyJson().isLenientlyEqualTo("{status: 'OPEN'}");
    assertThat(http.get().uri("/orders/4715/position")).hasStatus(HttpStatus.CONFLICT);
    book("4715");
  }

  private void book(String orderId) {
    put(orderId)
        .hasStatusOk()
        .bodyJson()
        .hasPathSatisfying("$.loadNumber", load -> assertThat(load).asString().startsWith("LD-"));
  }

  private MvcTestResultAssert put(String orderId) {
    return assertThat(
        http.put()
            .uri("/orders/" + orderId + "?customer=ACME/7")
            .contentType(MediaType.APPLICATION_JSON)
            .content(RestartTest.LOAD));
  }
}
