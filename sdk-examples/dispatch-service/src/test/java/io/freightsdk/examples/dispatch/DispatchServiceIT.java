package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.outbox.Booking;
import io.freightsdk.server.Broker;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.spring.boot.BookingCommitted;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import io.freightsdk.watch.FleetWatch;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.assertj.MvcTestResultAssert;

@SpringBootTest(
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      // Whoever puts an order sends it, and nobody is quicker.
      "freight.outbox.every=1d",
      // Less than a read costs: what is paid here is paid by those who ask.
      "freight.fleet.budget-per-day=0.01"
    })
@AutoConfigureMockMvc
@AutoConfigureFreightServer
class DispatchServiceIT {
  @Autowired MockMvcTester http;
  @Autowired Broker broker;
  @Autowired InMemoryFreightServer server;
  @Autowired Faults faults;
  @Autowired FleetWatch fleet;
  @Autowired ApplicationEventPublisher events;

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
  void anOrderHasItsLoadAndTheLinkForTheCustomer() {
    book("4712");
    assertThat(http.get().uri("/orders/4712"))
        .bodyJson()
        .hasPathSatisfying("$.status", it -> assertThat(it).asString().isEqualTo("PLANNED"))
        .hasPathSatisfying("$.trackingLink", it -> assertThat(it).asString().contains("/track/"));
    assertThat(http.get().uri("/orders/none")).hasStatus(HttpStatus.NOT_FOUND);
  }

  @Test
  void aLoadIsFollowedWhenItsOrderIsCommitted() {
    Booking booked =
        new Booking(
            "4720",
            Booking.State.BOOKED,
            "LD-2026-4720",
            null,
            1,
            null,
            null,
            Instant.now(),
            Instant.now());
    events.publishEvent(booked);
    assertThat(fleet.loads()).as("an event could come now").doesNotContain("LD-2026-4720");
    events.publishEvent(new BookingCommitted(booked));
    assertThat(fleet.loads()).contains("LD-2026-4720");
    fleet.remove("LD-2026-4720");
  }

  @Test
  void anOrderIsTakenOnceAndAnotherWishUnderItsNumberIsAConflict() {
    book("4713");
    assertThat(
            http.put()
                .uri("/orders/4713?customer=ACME/7")
                .contentType(MediaType.APPLICATION_JSON)
                .content(RestartIT.LOAD.replace("Vine St", "Race St")))
        .hasStatus(HttpStatus.CONFLICT);
    assertThat(loads("4713")).hasSize(1);
  }

  @Test
  void anOrderThatTheServiceRefusesIsTakenAgainWithAWishThatItAccepts() {
    put("4716", RestartIT.LOAD.replace("+13125550142", "nobody"))
        .hasStatusOk()
        .bodyJson()
        .isLenientlyEqualTo("{status: 'REFUSED'}");
    book("4716");
  }

  @Test
  void aProofOfDeliveryEndsTheOrderOnceTheTruckIsThere() {
    broker.deliveryCompletion(DeliveryCompletion.ON_BOL);
    book("4717");
    String load = loads("4717").get(0);
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
    put("4715").hasStatusOk().bodyJson().isLenientlyEqualTo("{status: 'RECEIVED'}");
    assertThat(http.get().uri("/orders/4715/position")).hasStatus(HttpStatus.CONFLICT);
    book("4715");
  }

  private void book(String orderId) {
    put(orderId)
        .hasStatusOk()
        .bodyJson()
        .hasPathSatisfying("$.loadNumber", load -> assertThat(load).asString().startsWith("LD-"));
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

  private MvcTestResultAssert put(String orderId) {
    return put(orderId, RestartIT.LOAD);
  }

  private MvcTestResultAssert put(String orderId, String wish) {
    return assertThat(
        http.put()
            .uri("/orders/" + orderId + "?customer=ACME/7")
            .contentType(MediaType.APPLICATION_JSON)
            .content(wish));
  }
}
