package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every member of the ETA block, and every reason why there is none. */
class EtaTableTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  /** 229.504 miles as the crow flies are 275.4 by road: 5 h 30 min 29.109 s at 50 mph. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "nextStopSequence, 2",
    "nextStopEta, 2026-11-20T17:30:29.109Z",
    "etaAt, 2026-11-20T17:30:29.109Z",
    "remainingMiles, 275.4",
    "remainingMinutes, 330",
    "speedMph, 50.0",
    "basis, default_speed",
    "stale, false"
  })
  void aTruckAtItsPickupTells(String member, String value) {
    String loadNumber = service.createLoad();
    service.server().driver(loadNumber).ping(39.1031, -84.5120);
    assertThat(eta(loadNumber).text(member)).isEqualTo(value);
  }

  @Test
  void aTruckUnheardOfIsStaleAndStillArrivesInTheFuture() {
    String loadNumber = service.createLoad();
    service.server().driver(loadNumber).ping(39.1031, -84.5120);
    service.server().clock().advance(Duration.ofHours(48));
    Tree eta = eta(loadNumber);
    assertThat(eta.flag("stale")).isTrue();
    assertThat(eta.instant("etaAt")).isAfter(service.server().clock().now());
  }

  @ParameterizedTest
  @CsvSource({"no_position", "no_coordinates", "delivered", "cancelled"})
  void withoutAnEstimateThereIsAReasonOnly(String reason) {
    assertThat(eta(loadFor(reason)).value()).isEqualTo(Map.of("reason", reason));
  }

  private String loadFor(String reason) {
    boolean unplaced = reason.equals("no_coordinates");
    String nowhere =
        """
        {"address":"1 Kolonia St","city":"Nowhere","state":"FM","zip":"00000"}""";
    String order =
        unplaced ? Orders.TWO_STOPS.replace(Orders.delivery(), nowhere) : Orders.TWO_STOPS;
    String loadNumber = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
    switch (reason) {
      case "no_coordinates" -> service.server().driver(loadNumber).ping(39.1031, -84.5120);
      case "delivered" -> service.server().runUntil(loadNumber, LoadStatus.DELIVERED);
      case "cancelled" -> service.server().load(loadNumber).cancel();
      default -> {}
    }
    return loadNumber;
  }

  private Tree eta(String loadNumber) {
    return service.read(loadNumber).json().at("eta");
  }
}
