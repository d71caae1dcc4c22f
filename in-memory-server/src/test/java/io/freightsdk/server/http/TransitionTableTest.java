package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every row of the table of statuses and transitions. */
class TransitionTableTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "PLANNED, AT_PICKUP, 0, arrivedAt",
    "AT_PICKUP, IN_TRANSIT, 0, departedAt",
    "IN_TRANSIT, DELIVERED, 1, arrivedAt"
  })
  void gpsChangesTheStatus(String from, String to, int stop, String stamped) {
    String loadNumber = loadIn(from);
    String stamp = "stops." + stop + "." + stamped;
    Tree before = service.read(loadNumber).json();
    assertThat(before.text("status")).isEqualTo(from);
    assertThat(before.text(stamp)).isNull();

    service.server().driver(loadNumber).driveUntil(LoadStatus.of(to));
    Tree after = service.read(loadNumber).json();
    assertThat(after.text("status")).isEqualTo(to);
    assertThat(after.instant(stamp)).isBetween(NOW, service.server().clock().now());
    assertThat(after.text("deliveredAt"))
        .isEqualTo(to.equals("DELIVERED") ? after.text(stamp) : null);
  }

  @Test
  void confirmationDeliversALoadThatWaits() {
    String loadNumber = loadIn("AT_DELIVERY");
    Tree confirmed = service.confirm(loadNumber, "{}").json();
    assertThat(confirmed.flag("ok")).isTrue();
    assertThat(confirmed.text("oldStatus")).isEqualTo("AT_DELIVERY");
    assertThat(confirmed.text("newStatus")).isEqualTo("DELIVERED");
    assertThat(confirmed.has("idempotent")).isFalse();
    expectDeliveredAndRecorded(loadNumber);
  }

  @Test
  void confirmationOfADeliveredLoadRecordsTheBillOfLading() {
    String loadNumber = loadIn("DELIVERED");
    Tree confirmed = service.confirm(loadNumber, "{}").json();
    assertThat(confirmed.flag("ok")).isTrue();
    assertThat(confirmed.flag("idempotent")).isTrue();
    assertThat(confirmed.has("oldStatus")).isFalse();
    assertThat(confirmed.has("newStatus")).isFalse();
    expectDeliveredAndRecorded(loadNumber);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLANNED", "AT_PICKUP", "IN_TRANSIT", "CANCELLED"})
  void confirmationOfAnyOtherLoadIsTooEarly(String status) {
    String loadNumber = loadIn(status);
    Http.Reply refused = service.confirm(loadNumber, "{}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().text("status")).isEqualTo(status);
    assertThat(refused.json().text("reason")).isEqualTo("bol_received_before_geofence_arrive");
    assertThat(service.server().load(loadNumber).view().status().value()).isEqualTo(status);
    assertThat(service.server().load(loadNumber).view().bolReceivedAt()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"PLANNED", "AT_PICKUP", "IN_TRANSIT", "AT_DELIVERY", "DELIVERED", "CANCELLED"})
  void statusCannotBeSet(String status) {
    String loadNumber = loadIn(status);
    for (String wish :
        new String[] {"PLANNED", "AT_PICKUP", "IN_TRANSIT", "DELIVERED", "CANCELLED"}) {
      Http.Reply closed =
          service
              .client()
              .send(
                  "PATCH",
                  "/v1/agent/loads/" + loadNumber + "/status",
                  "{\"status\":\"" + wish + "\"}");
      assertThat(closed.status()).isEqualTo(410);
      assertThat(closed.json().text("code")).isEqualTo("STATUS_DOOR_CLOSED");
    }
    assertThat(service.server().load(loadNumber).view().status().value()).isEqualTo(status);
  }

  private String loadIn(String status) {
    String loadNumber = service.createLoad();
    if (status.equals("CANCELLED")) {
      service.server().load(loadNumber).cancel();
      return loadNumber;
    }
    boolean waits = status.equals("AT_DELIVERY");
    DeliveryCompletion completion =
        waits ? DeliveryCompletion.ON_BOL : DeliveryCompletion.ON_ARRIVAL;
    service.server().load(loadNumber).deliveryCompletion(completion);
    service.server().driver(loadNumber).driveUntil(LoadStatus.of(status));
    return loadNumber;
  }

  private void expectDeliveredAndRecorded(String loadNumber) {
    assertThat(service.server().load(loadNumber).view().status()).isEqualTo(LoadStatus.DELIVERED);
    assertThat(service.server().load(loadNumber).view().bolReceivedAt())
        .isEqualTo(service.server().clock().now());
  }
}
