package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates and speeds at the edge of what the wire can carry. */
class FarTimesTest {
  @AutoClose private final Service service = Service.start();

  private Tree delivered(String deliveryDate) {
    String body = Orders.TWO_STOPS.replace("2026-11-20T18:00:00Z", deliveryDate);
    Http.Reply created = service.client().post("/v1/agent/loads", body);
    assertThat(created.status()).isEqualTo(201);
    String loadNumber = created.json().text("loadNumber");
    service.server().runUntil(loadNumber, LoadStatus.DELIVERED);
    return service.read(loadNumber).json();
  }

  @ParameterizedTest
  @ValueSource(strings = {"9999-01-01T00:00:00Z", "9999-12-31T23:00:00Z", "6200-01-01T00:00:00Z"})
  void aWindowInAnotherAgeIsEarlyAndWithinTheWire(String date) {
    Tree position = delivered(date);

    assertThat(position.integer("delayMinutes")).isNegative();
    assertThat(position.flag("onTime")).isTrue();
    assertThat(position.text("stops.1.windowTo"))
        .doesNotStartWith("+")
        .startsWith(date.substring(0, 4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9999-12-31T23:00:00-10:00", "0000-01-01T00:00:00+10:00"})
  void aDateThatIsInAnotherYearOfUtcThanOnTheWireIsRefused(String date) {
    String body = Orders.TWO_STOPS.replace("2026-11-20T18:00:00Z", date);

    Http.Reply reply = service.client().post("/v1/agent/loads", body);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().text("fields.0")).isEqualTo("deliveries.0.date");
  }

  @Test
  void aWindowLongAgoIsLate() {
    Tree position = delivered("0001-01-01T00:00:00Z");

    assertThat(position.integer("delayMinutes")).isPositive();
    assertThat(position.flag("onTime")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"8640000000000000", "253370764800000", "\"+10000-01-01T00:00:00Z\""})
  void aFixOfNoCalendarIsRefusedAlsoInBulk(String timestamp) {
    String loadNumber = service.createLoad();
    String fix = "[{\"lat\":39.1,\"lng\":-84.5,\"timestamp\":" + timestamp + "}]";

    Tree outcome = service.admin("POST", "loads/" + loadNumber + "/pings", fix).json();

    assertThat(outcome.text("refused.0.reason")).isEqualTo("invalid_timestamp");
  }

  @Test
  void aSpeedOfNoTruckIsUnknown() {
    String loadNumber = service.createLoad();
    String token = service.server().load(loadNumber).view().driverToken();

    Http.Reply ping =
        service
            .anyone()
            .post("/api/driver/" + token + "/ping", "{\"lat\":39.1,\"lng\":-84.5,\"speed\":1e39}");

    assertThat(ping.status()).isEqualTo(200);
    assertThat(service.read(loadNumber).json().text("gpsTrack.0.speed")).isNull();
  }
}
