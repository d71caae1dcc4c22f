package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.LoadView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A delivery that is located by its ZIP code, and a phone that stops sending. */
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
      Driver driver = intoTheWidePart(service, ORDER);
      Instant inside = service.server().clock().now();

      service.server().clock().advance(Duration.ofMinutes(29));
      assertThat(driver.status()).isEqualTo(LoadStatus.IN_TRANSIT);
      service.server().clock().advance(Duration.ofMinutes(1));

      assertThat(driver.status()).isEqualTo(LoadStatus.DELIVERED);
      assertThat(view(service).stop(2).arrivedAt()).isBeforeOrEqualTo(inside);
    }
  }

  /** A phone without a network later sends an hour of fixes together, and each of them is old. */
  @Test
  void lateFixesAreNoSilence() {
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

  /** A truck that was last seen beyond the fence has left, even if its fix is inaccurate. */
  @ParameterizedTest
  @CsvSource({"15000, 5", "30000, 400"})
  void aTruckThatIsLastSeenBeyondTheFenceHasNotArrived(double meters, double accuracyMeters) {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      Driver driver = intoTheWidePart(service, ORDER);
      int fixes = view(service).pingCount();
      Coordinates there = lastStop(service).travel(0, meters);
      service.server().clock().advance(Duration.ofMinutes(20));
      driver.ping(new Fix(service.server().clock().now(), there, accuracyMeters, null, null));
      assertThat(view(service).pingCount()).isEqualTo(fixes + 1);

      service.server().clock().advance(Duration.ofHours(2));

      assertThat(driver.status()).isEqualTo(LoadStatus.IN_TRANSIT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void silentTruckWaitsForItsBillOfLading(boolean isConfirmed) {
    try (Service service =
        Service.of(
            InMemoryFreightServer.builder()
                .frozenClock()
                .deliveryCompletion(DeliveryCompletion.ON_BOL))) {
      Driver driver = intoTheWidePart(service, ORDER);
      Instant inside = service.server().clock().now();
      assertThat(service.confirm(view(service).loadNumber(), "{}").status()).isEqualTo(422);
      service.server().clock().advance(Duration.ofMinutes(30));
      assertThat(driver.status()).isEqualTo(LoadStatus.AT_DELIVERY);

      if (isConfirmed) {
        assertThat(service.confirm(view(service).loadNumber(), "{}").status()).isEqualTo(200);
      } else {
        service.server().clock().set(inside.plus(Duration.ofHours(30)));
      }

      assertThat(driver.status()).isEqualTo(LoadStatus.DELIVERED);
      assertThat(view(service).stop(2).arrivedAt()).isBeforeOrEqualTo(inside);
    }
  }

  @Test
  void silenceChangesNoLoadThatHasEnded() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      Driver driver = intoTheWidePart(service, ORDER);
      service.server().load(view(service).loadNumber()).cancel();
      service.server().clock().advance(Duration.ofHours(1));
      assertThat(driver.status()).isEqualTo(LoadStatus.CANCELLED);

      intoTheWidePart(service, ORDER);
      service.server().load(view(service).loadNumber()).deliver();
      service.server().clock().advance(Duration.ofHours(1));
      assertThat(view(service).stop(2).arrivedAt()).isNull();
    }
  }

  @Test
  void silenceInTheFenceOfAnEarlierStopIsNoArrival() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      String order =
          ORDER.replace(
              "\"40502\"}]",
              """
              "40502"},
               {"address":"1 Oak St","city":"Louisville","state":"KY","zip":"40202"}]""");
      Driver driver = intoTheWidePart(service, order);
      assertThat(view(service).stops()).hasSize(3);
      service.server().clock().advance(Duration.ofHours(2));
      assertThat(driver.status()).isEqualTo(LoadStatus.IN_TRANSIT);
      assertThat(view(service).stop(2).arrivedAt()).isNull();
    }
  }

  /** A phone without a network sends its fixes later, also those at the stop before. */
  @Test
  void silenceMissesNoStop() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      String order =
          ORDER.replace(
              "\"deliveries\":[",
              """
              "deliveries":[
               {"address":"1 Oak St","city":"Louisville","state":"KY","zip":"40202"},""");
      String number = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
      Driver driver = service.server().driver(number);
      driver.driveUntil(LoadStatus.IN_TRANSIT);
      LoadView.Stop last = view(service).stop(3);
      service.server().clock().advance(Duration.ofHours(3));
      driver.ping(new Coordinates(last.lat(), last.lng()).travel(0, 6_000));

      service.server().clock().advance(Duration.ofHours(2));

      assertThat(driver.status()).isEqualTo(LoadStatus.IN_TRANSIT);
      assertThat(view(service).stop(2).missed()).isFalse();
    }
  }

  /** A simulated truck that waits in the wide part sends fixes of a truck that stands. */
  @Test
  void truckThatStandsHasArrivedBeforeAnySilence() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      Driver driver = intoTheWidePart(service, ORDER);
      driver.stay(Duration.ofMinutes(5));
      assertThat(driver.status()).isEqualTo(LoadStatus.DELIVERED);
    }
  }

  /** The shown arrival stays, but a truck that continues has departed. */
  @Test
  void aTruckThatDrivesOnAfterTheSilenceHasDeparted() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      Driver driver = intoTheWidePart(service, ORDER);
      service.server().clock().advance(Duration.ofMinutes(30));
      Instant arrived = view(service).stop(2).arrivedAt();
      assertThat(service.read(view(service).loadNumber()).json().text("eta.reason"))
          .isEqualTo("delivered");

      driver.driveTo(lastStop(service).travel(0, 20_000));

      assertThat(view(service).stop(2).arrivedAt()).isEqualTo(arrived);
      assertThat(view(service).stop(2).departedAt()).isAfter(arrived);
    }
  }

  @Test
  void theEtaIsTooOldBeforeTheSilenceEnds() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      intoTheWidePart(service, ORDER);
      service.server().clock().advance(Duration.ofMinutes(29));
      assertThat(service.read(view(service).loadNumber()).json().text("eta.reason"))
          .isEqualTo("position_too_old");
    }
  }

  /** A test may set the clock back. The silence continues from the same time. */
  @Test
  void settingTheClockBackCausesNoSilence() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      Driver driver = intoTheWidePart(service, ORDER);
      Instant inside = service.server().clock().now();
      service.server().clock().set(inside.minus(Duration.ofDays(1)));
      service.server().clock().advance(Duration.ofDays(1).plusMinutes(29));
      assertThat(driver.status()).isEqualTo(LoadStatus.IN_TRANSIT);
      service.server().clock().advance(Duration.ofMinutes(1));
      assertThat(driver.status()).isEqualTo(LoadStatus.DELIVERED);
    }
  }

  @Test
  void aResetEndsEverySilence() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      intoTheWidePart(service, ORDER);
      service.server().reset();
      service.server().clock().advance(Duration.ofHours(1));
      assertThat(service.server().loads(1)).isEmpty();
    }
  }

  /** A truck that circles a town on its ring road, and sends all the time, is not silent. */
  @Test
  void tenThousandFixesOnTheRingRoadAreNoSilence() {
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      Driver driver = intoTheWidePart(service, ORDER);
      Coordinates middle = lastStop(service);
      for (int i = 1; i <= 10_000; i++) {
        service.server().clock().advance(Duration.ofSeconds(60));
        driver.ping(middle.travel(i * 17.0, 6_000));
      }
      assertThat(driver.status()).isEqualTo(LoadStatus.IN_TRANSIT);
      service.server().clock().advance(Duration.ofMinutes(30));
      assertThat(driver.status()).isEqualTo(LoadStatus.DELIVERED);
    }
  }

  /** Drives a new load from its pickup through the outer part of the fence of its stop 2. */
  private static Driver intoTheWidePart(Service service, String order) {
    String number = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
    Driver driver = service.server().driver(number);
    driver.driveUntil(LoadStatus.IN_TRANSIT);
    Coordinates middle = lastStop(service);
    service.server().clock().advance(Duration.ofHours(3));
    driver.ping(middle.travel(0, 7_000).travel(90, 4_000));
    service.server().clock().advance(Duration.ofMinutes(3));
    return driver.ping(middle.travel(0, 6_000));
  }

  private static Coordinates lastStop(Service service) {
    LoadView.Stop last = view(service).stop(2);
    return new Coordinates(last.lat(), last.lng());
  }

  /** The newest load. */
  private static LoadView view(Service service) {
    return service.server().loads(1).get(0);
  }
}
