package io.freightsdk.server;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.LoadView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TimeTravelTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  private final InMemoryFreightServer server = service.server();

  @Test
  void theDateHeaderIsServerTime() {
    Http.Reply reply = service.client().get("/v1/agent/balance");
    assertThat(reply.header("Date")).isEqualTo("Fri, 20 Nov 2026 12:00:00 GMT");
    server.clock().advance(Duration.ofHours(1));
    assertThat(service.client().get("/v1/agent/balance").header("Date"))
        .isEqualTo("Fri, 20 Nov 2026 13:00:00 GMT");
  }

  @Test
  void missingBolTimesOutAfterThirtyHours() {
    server.load(service.createLoad()).deliveryCompletion(DeliveryCompletion.ON_BOL);
    server.driver("LD-2026-0001").driveUntil(LoadStatus.AT_DELIVERY);
    Instant arrived = server.load("LD-2026-0001").view().stop(2).arrivedAt();
    server.clock().set(arrived.plus(Duration.ofHours(30)).minusSeconds(1));
    assertThat(server).load("LD-2026-0001").hasStatus(LoadStatus.AT_DELIVERY);
    server.clock().advance(Duration.ofSeconds(1));
    LoadView load = server.load("LD-2026-0001").view();
    assertThat(load).hasStatus(LoadStatus.DELIVERED);
    assertThat(load.bolMissing()).isTrue();
    assertThat(load.deliveredAt()).isEqualTo(arrived);
  }

  @Test
  void bolConfirmedInTimeEndsTheWait() {
    String loadNumber = service.createLoad();
    server.load(loadNumber).deliveryCompletion(DeliveryCompletion.ON_BOL);
    server.driver(loadNumber).driveUntil(LoadStatus.AT_DELIVERY);
    Tree confirmed =
        service.confirm(loadNumber, "{\"bol_received_at\":\"2026-11-20T18:00:00Z\"}").json();
    assertThat(confirmed.text("oldStatus")).isEqualTo("AT_DELIVERY");
    assertThat(confirmed.text("newStatus")).isEqualTo("DELIVERED");
    server.clock().advance(Duration.ofHours(48));
    LoadView load = server.load(loadNumber).view();
    assertThat(load.bolMissing()).isFalse();
    assertThat(load.bolReceivedAt()).isEqualTo(Instant.parse("2026-11-20T18:00:00Z"));
  }

  @Test
  void deliveryCompletionIsSetPerServerBrokerOrLoad() {
    service.broker().deliveryCompletion(DeliveryCompletion.ON_BOL);
    String waits = service.createLoad();
    server.driver(waits).driveUntil(LoadStatus.AT_DELIVERY);
    assertThat(service.stranger("5.00")).isNotNull();
    try (Service other =
        Service.of(InMemoryFreightServer.builder().deliveryCompletion(DeliveryCompletion.ON_BOL))) {
      String loadNumber = other.createLoad();
      other.server().driver(loadNumber).driveUntil(LoadStatus.AT_DELIVERY);
      other.server().load(loadNumber).deliveryCompletion(DeliveryCompletion.ON_ARRIVAL);
      assertThat(other.server()).load(loadNumber).hasStatus(LoadStatus.DELIVERED);
    }
  }

  @Test
  void driveStopsAtEachStatus() {
    String loadNumber = service.createLoad();
    for (String status : new String[] {"PLANNED", "AT_PICKUP", "IN_TRANSIT", "DELIVERED"}) {
      server.driver(loadNumber).driveUntil(LoadStatus.of(status));
      assertThat(server.load(loadNumber)).hasStatus(status);
    }
    assertThatThrownBy(() -> server.driver(loadNumber).driveUntil(LoadStatus.AT_PICKUP))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot make it AT_PICKUP");
  }

  @Test
  void driveWaitsForTheBolTimeout() {
    String loadNumber = service.createLoad();
    server.load(loadNumber).deliveryCompletion(DeliveryCompletion.ON_BOL);
    server.driver(loadNumber).driveUntil(LoadStatus.DELIVERED);
    assertThat(server.load(loadNumber).view().bolMissing()).isTrue();
  }

  @Test
  void confirmingADeliveredLoadRecordsTheTimeOnly() {
    String loadNumber = service.createLoad();
    server.driver(loadNumber).driveUntil(LoadStatus.DELIVERED);
    Instant deliveredAt = server.load(loadNumber).view().deliveredAt();
    server.clock().advance(Duration.ofMinutes(5));
    Tree reply = service.confirm(loadNumber, "").json();
    assertThat(reply.flag("idempotent")).isTrue();
    assertThat(reply.has("oldStatus")).isFalse();
    assertThat(server.load(loadNumber).view().deliveredAt()).isEqualTo(deliveredAt);
    assertThat(server.load(loadNumber).view().bolReceivedAt()).isEqualTo(server.clock().now());
  }

  @Test
  void explainedFixHasTheStatusOfItsTime() {
    String number = service.createLoad();
    Load load = server.load(number).deliveryCompletion(DeliveryCompletion.ON_BOL);
    server.driver(number).driveUntil(LoadStatus.AT_DELIVERY);
    List<LoadStatus> reported = statuses(load);
    assertThat(reported)
        .contains(LoadStatus.PLANNED, LoadStatus.IN_TRANSIT, LoadStatus.AT_DELIVERY);

    server.clock().advance(Duration.ofMinutes(1));
    assertThat(service.confirm(number, "{}").status()).isEqualTo(200);
    assertThat(statuses(load)).isEqualTo(reported);

    Load cancelled = server.load(service.createLoad());
    server.driver(cancelled.loadNumber()).driveUntil(LoadStatus.AT_PICKUP);
    List<LoadStatus> before = statuses(cancelled);
    server.clock().advance(Duration.ofMinutes(1));
    cancelled.cancel();
    assertThat(statuses(cancelled)).isEqualTo(before);
  }

  private static List<LoadStatus> statuses(Load load) {
    return load.explain().stream().map(FixExplanation::after).toList();
  }

  @Test
  void aCancelledLoadCannotBeConfirmedAndItsReadIsCharged() {
    String loadNumber = service.createLoad();
    server.load(loadNumber).cancel();
    assertThat(service.confirm(loadNumber, "{}").json().text("status")).isEqualTo("CANCELLED");
    assertThat(service.read(loadNumber).json().text("eta.reason")).isEqualTo("cancelled");
    assertThat(service.broker()).chargedReadsOf(loadNumber, 1);
  }

  @Test
  void seededServersGiveTheSameIdentifiers() {
    try (Service one = Service.of(InMemoryFreightServer.builder());
        Service two = Service.of(InMemoryFreightServer.builder())) {
      assertThat(one.broker().agentKey()).isEqualTo(two.broker().agentKey());
      assertThat(one.server().load(one.createLoad()).view().trackingToken())
          .isEqualTo(two.server().load(two.createLoad()).view().trackingToken());
    }
  }

  @Test
  void positionHasWindowsFiguresAndAnEta() {
    String loadNumber = service.createLoad();
    Tree planned = service.read(loadNumber).json();
    assertThat(planned.text("eta.reason")).isEqualTo("no_position");
    assertThat(planned.text("distanceMiles")).isNull();
    assertThat(planned.instant("stops.1.windowFrom"))
        .isEqualTo(Instant.parse("2026-11-20T18:00:00Z"));
    assertThat(planned.instant("stops.1.windowTo"))
        .isEqualTo(Instant.parse("2026-11-20T20:00:00Z"));
    server.driver(loadNumber).driveUntil(LoadStatus.IN_TRANSIT);
    Tree moving = service.read(loadNumber).json();
    assertThat(moving.integer("eta.nextStopSequence")).isEqualTo(2);
    assertThat(moving.instant("eta.etaAt")).isAfter(server.clock().now());
    server.driver(loadNumber).driveUntil(LoadStatus.DELIVERED);
    Tree delivered = service.read(loadNumber).json();
    assertThat(delivered.flag("onTime")).isTrue();
    assertThat(delivered.text("eta.reason")).isEqualTo("delivered");
  }
}
