package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A delivery of which only the ZIP code is known, and a phone that sends nothing more. */
@Timeout(60)
class SilentPhoneTest {
  private static final String ORDER =
      """
        {"driverPhone":"+13125550142",
         "pickups":[{"address":"1 Dock Rd","city":"Corbin","state":"KY","zip":"40701",
           "lat":36.9487,"lng":-84.0969}],
         "deliveries":[{"address":"9 Elm St","city":"Lexington","state":"KY","zip":"40502"}]}""";

  /** A page that is closed at the dock, or on the last miles, sends no fix of a slow truck. */
  @Test
  void aTruckWhosePhoneStaysSilentInTheLastFenceHasArrived() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      String number = service.client().post("/v1/agent/loads", ORDER).json().text("loadNumber");
      Driver driver = service.server().driver(number);
      driver.driveUntil(LoadStatus.IN_TRANSIT);
      LoadView.Stop last = service.server().load(number).view().stop(2);
      Coordinates middle = new Coordinates(last.lat(), last.lng());
      service.server().clock().advance(Duration.ofHours(3));
      driver.ping(middle.travel(0, 7_000).travel(90, 4_000));
      service.server().clock().advance(Duration.ofMinutes(3));
      driver.ping(middle.travel(0, 6_000));
      Instant inside = service.server().clock().now();

      service.server().clock().advance(Duration.ofMinutes(29));
      assertThat(driver.status()).isEqualTo(LoadStatus.IN_TRANSIT);
      service.server().clock().advance(Duration.ofMinutes(1));

      assertThat(driver.status()).isEqualTo(LoadStatus.DELIVERED);
      assertThat(service.server().load(number).view().stop(2).arrivedAt())
          .isBeforeOrEqualTo(inside);
    }
  }

  /** A phone that was without a network sends an hour of fixes at once; each of them is old. */
  @Test
  void fixesThatComeLateAreNotSilence() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      String number = service.client().post("/v1/agent/loads", ORDER).json().text("loadNumber");
      Driver driver = service.server().driver(number);
      driver.driveUntil(LoadStatus.IN_TRANSIT);
      LoadView.Stop last = service.server().load(number).view().stop(2);
      Coordinates middle = new Coordinates(last.lat(), last.lng()).travel(0, 6_000);
      Instant from = service.server().clock().now().plus(Duration.ofHours(3));
      service.server().clock().advance(Duration.ofHours(6));
      for (int i = -10; i <= 10; i++) {
        Coordinates here = middle.travel(90, i * 2_000);
        Instant time = from.plus(Duration.ofSeconds(i * 70L));
        service.server().addFixes(number, List.of(new Fix(time, here, 5.0, null, null)));
        service.server().clock().advance(Duration.ofSeconds(1));
      }
      service.server().clock().advance(Duration.ofHours(1));

      assertThat(driver.status()).isEqualTo(LoadStatus.IN_TRANSIT);
    }
  }
}
