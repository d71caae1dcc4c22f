package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.LoadView;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class DriverTest {
  private final Service service = Service.of(InMemoryFreightServer.builder().timeScale(0));
  private final InMemoryFreightServer server = service.server();

  @AfterEach
  void close() {
    service.close();
  }

  private String load(String pickup, String delivery) {
    String stop =
        "{\"address\":\"1 Main St\",\"city\":\"Cincinnati\",\"state\":\"OH\",\"zip\":\"45202\"%s}";
    String body =
        String.format(
            Locale.ROOT,
            "{\"driverPhone\":\"+13125550142\",\"pickups\":[%s],\"deliveries\":[%s]}",
            String.format(Locale.ROOT, stop, pickup),
            String.format(Locale.ROOT, stop, delivery));
    return service.client().post("/v1/agent/loads", body).json().text("loadNumber");
  }

  private Http.Reply drive(String loadNumber, String body) {
    return service.admin("POST", "loads/" + loadNumber + "/drive", body);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        -1,
        -0.001,
        5_000.1,
        6_000,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
      })
  void accuracyOutOfRangeIsRefused(double meters) {
    String load = load("", "");
    Driver driver = server.driver(load);
    assertThatThrownBy(() -> driver.accuracyMeters(meters))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("driver: accuracy " + meters + " m");
    driver.accuracyMeters(0).ping(39.1031, -84.5120);
    assertThat(server.load(load).view().pingCount()).isOne();
  }

  /** It would drive for months, and no fix would ever count. */
  @Test
  void driveWithTooInaccurateFixesDoesNotStart() {
    String load = service.createLoad();
    Instant before = server.clock().now();
    Driver driver = server.driver(load).accuracyMeters(150.1);

    assertThatThrownBy(() -> driver.driveUntil(LoadStatus.DELIVERED))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "driver: accuracy 150.1 m; fixes over 150 m prove no arrival, so driving "
                + load
                + " does not change its status");
    assertThatThrownBy(() -> driver.driveUntilStop(2)).hasMessageContaining("150.1 m");
    assertThat(server.clock().now()).isEqualTo(before);
    assertThat(server.load(load).view().pingCount()).isZero();

    driver.driveUntil(LoadStatus.PLANNED).driveUntilStop(1);
    assertThat(driver.status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(driver.accuracyMeters(150).driveUntil(LoadStatus.DELIVERED).status())
        .isEqualTo(LoadStatus.DELIVERED);
  }

  @Test
  void negativeWaitIsRefused() {
    Driver driver = server.driver(load("", "")).driveToStop(1);
    assertThatThrownBy(() -> driver.stay(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-1S");
  }

  /** It sends a fix every minute. */
  @Test
  void waitLastsAsLongAsRequestedBetweenTwoFixes() {
    Driver driver = server.driver(load("", "")).driveToStop(1);
    Instant arrived = server.clock().now();
    driver.stay(Duration.ofSeconds(90));

    assertThat(server.clock().now()).isEqualTo(arrived.plusSeconds(90));
  }

  @Test
  void loadWithinOneZipCodeIsDelivered() {
    Tree driven = drive(load("", ""), "{}").json();

    assertThat(driven.text("status")).isEqualTo("DELIVERED");
    assertThat(driven.instant("stops.1.arrivedAt"))
        .isAfterOrEqualTo(driven.instant("stops.0.departedAt"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 30, 150, 199, 1_000})
  void loadWithinOneYardIsDelivered(double metersApart) {
    Coordinates there = new Coordinates(39.1031, -84.5120).travel(90, metersApart);
    String delivery = ",\"lat\":" + there.lat() + ",\"lng\":" + there.lng();

    Tree driven = drive(load(",\"lat\":39.1031,\"lng\":-84.5120", delivery), "{}").json();

    assertThat(driven.text("status")).isEqualTo("DELIVERED");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6})
  void truckStaysHalfAnHourAtEachStop(int stops) {
    Coordinates pickup = new Coordinates(39.1031, -84.5120);
    Coordinates[] deliveries =
        IntStream.range(1, stops)
            .mapToObj(i -> pickup.travel(170, i * 60_000.0))
            .toArray(Coordinates[]::new);
    String order = Orders.between(pickup, deliveries);
    String there = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
    String stepwise = service.client().post("/v1/agent/loads", order).json().text("loadNumber");

    server.driver(there).driveUntil(LoadStatus.DELIVERED);
    server.driver(stepwise).driveUntilStop(stops);

    LoadView load = server.load(there).view();
    for (int i = 1; i < stops; i++) {
      LoadView.Stop stop = load.stop(i);
      assertThat(Duration.between(stop.arrivedAt(), stop.departedAt()))
          .as("stop %s", i)
          .isBetween(Duration.ofMinutes(30), Duration.ofMinutes(36));
    }
    assertThat(load.pingCount()).isLessThanOrEqualTo(server.load(stepwise).view().pingCount());
  }

  @Test
  void driveSendsAtMost100000Fixes() {
    DriveLimit limit = new DriveLimit("LD-2026-0001", () -> false);
    for (int i = 0; i < DriveLimit.MAX_FIXES; i++) limit.admitFix("PLANNED");

    assertThatThrownBy(() -> limit.admitFix("PLANNED"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ended after 100000 fixes: a drive sends at most 100,000 fixes")
        .hasMessageContaining("the load is PLANNED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"P2D", "PT0.0009S", "PT-1M"})
  void fixIntervalOutOfRangeIsRefused(String fixInterval) {
    String loadNumber = service.createLoad();

    Http.Reply refused = drive(loadNumber, "{\"fixInterval\":\"" + fixInterval + "\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text()).contains("must be over zero and at most a day");
    assertThat(server.load(loadNumber).view().pingCount()).isZero();
  }

  @Test
  void waitOfMoreThan120DaysIsRefused() {
    Driver driver = server.driver(service.createLoad()).driveToStop(1);

    assertThatThrownBy(() -> driver.stay(Duration.ofDays(121)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 120 days");
  }

  @Test
  void stopWhenEndsADriveAndKeepsItsFixes() {
    String loadNumber = service.createLoad();
    AtomicInteger fixes = new AtomicInteger();
    Driver driver = server.driver(loadNumber).stopWhen(() -> fixes.incrementAndGet() > 5);

    assertThatThrownBy(() -> driver.driveUntil(LoadStatus.DELIVERED))
        .hasMessageContaining("a stop was requested");
    // One from where it came, and five on the road.
    assertThat(server.load(loadNumber).view().pingCount()).isEqualTo(6);
  }

  @Test
  void interruptEndsADrive() {
    String loadNumber = service.createLoad();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> server.driver(loadNumber).driveUntil(LoadStatus.DELIVERED))
        .hasMessageContaining("a stop was requested");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void unknownStatusIsRefusedBeforeTheTruckMoves() {
    String loadNumber = service.createLoad();
    Instant before = server.clock().now();

    Http.Reply refused = drive(loadNumber, "{\"until\":\"DELIVERD\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text()).contains("DELIVERD").contains("DELIVERED");
    assertThat(server.clock().now()).isEqualTo(before);
    assertThat(server.load(loadNumber).view().pingCount()).isZero();
  }

  @Test
  void pastStatusIsRefusedBeforeTheTruckMoves() {
    String inTransit = service.createLoad();
    server.driver(inTransit).driveUntil(LoadStatus.IN_TRANSIT);
    String waiting = service.createLoad();
    server.load(waiting).deliveryCompletion(DeliveryCompletion.ON_BOL);
    server.driver(waiting).driveUntil(LoadStatus.AT_DELIVERY);
    String finished = service.createLoad();
    server.load(finished).deliver();
    String cancelled = service.createLoad();
    server.load(cancelled).cancel();

    refused(inTransit, LoadStatus.AT_PICKUP);
    refused(inTransit, LoadStatus.PLANNED);
    refused(waiting, LoadStatus.IN_TRANSIT);
    refused(finished, LoadStatus.IN_TRANSIT);
    refused(cancelled, LoadStatus.DELIVERED);
    assertThat(drive(waiting, "{}").json().text("status")).isEqualTo("DELIVERED");
  }

  @Test
  void statusThatNeverShowsIsRefusedBeforeTheTruckMoves() {
    String loadNumber = service.createLoad();
    server.load(loadNumber).deliveryCompletion(DeliveryCompletion.ON_ARRIVAL);

    refused(loadNumber, LoadStatus.AT_DELIVERY);
    assertThat(drive(loadNumber, "{}").json().text("status")).isEqualTo("DELIVERED");
    refused(loadNumber, LoadStatus.AT_DELIVERY);
  }

  @Test
  void loadThatEndsOnTheWayEndsTheDrive() {
    String loadNumber = service.createLoad();
    AtomicInteger fixes = new AtomicInteger();
    Driver driver =
        server
            .driver(loadNumber)
            .stopWhen(
                () -> {
                  if (fixes.incrementAndGet() == 3) server.load(loadNumber).deliver();
                  return false;
                });
    Instant before = server.clock().now();

    assertThatThrownBy(() -> driver.driveUntil(LoadStatus.IN_TRANSIT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is DELIVERED; more driving cannot make it IN_TRANSIT");
    assertThat(server.clock().now()).isEqualTo(before.plus(Duration.ofMinutes(3)));
  }

  @Test
  void messageForALoadDeliveredOnArrivalNamesDeliveryCompletion() {
    String loadNumber = service.createLoad();

    Http.Reply refused = drive(loadNumber, "{\"until\":\"AT_DELIVERY\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text())
        .contains("it is delivered on arrival")
        .contains(
            "load.deliveryCompletion(ON_BOL) or POST /__admin/loads/" + loadNumber + "/await-bol");
    server.load(loadNumber).deliveryCompletion(DeliveryCompletion.ON_BOL);
    assertThat(drive(loadNumber, "{\"until\":\"AT_DELIVERY\"}").status()).isEqualTo(200);
    assertThat(server.load(loadNumber).view().status()).isEqualTo(LoadStatus.AT_DELIVERY);
  }

  @Test
  void messageForADeliveredLoadDoesNotNameDeliveryCompletion() {
    String loadNumber = service.createLoad();
    server.load(loadNumber).deliver();

    assertThat(drive(loadNumber, "{\"until\":\"AT_DELIVERY\"}").text())
        .contains("is DELIVERED; more driving cannot make it AT_DELIVERY")
        .doesNotContain("deliveryCompletion");
  }

  @Test
  void endedLoadHasNoStopLeft() {
    String loadNumber = service.createLoad();
    server.load(loadNumber).deliver();
    Driver driver = server.driver(loadNumber);

    assertThatThrownBy(driver::driveToNextStop).hasMessageContaining("has no stop left");
  }

  private void refused(String loadNumber, LoadStatus until) {
    LoadView load = server.load(loadNumber).view();
    Instant now = server.clock().now();

    Http.Reply refused = drive(loadNumber, "{\"until\":\"" + until + "\"}");

    assertThat(refused.status()).as(load + " until " + until).isEqualTo(400);
    assertThat(refused.text())
        .contains("is " + load.status() + "; more driving cannot make it " + until);
    assertThat(server.clock().now()).isEqualTo(now);
    LoadView after = server.load(loadNumber).view();
    assertThat(after.status()).isEqualTo(load.status());
    assertThat(after.pingCount()).isEqualTo(load.pingCount());
  }

  @Test
  void driveUntilStopVisitsTheStopsBefore() {
    String body =
        String.format(
            Locale.ROOT,
            "{\"driverPhone\":\"+13125550142\",\"pickups\":[%s],\"deliveries\":[%s,%s]}",
            Orders.pickup(),
            Orders.delivery(),
            Orders.delivery().replace("35.8681", "36.8681"));
    String loadNumber = service.client().post("/v1/agent/loads", body).json().text("loadNumber");

    Tree driven = drive(loadNumber, "{\"until\":3}").json();

    assertThat(driven.text("stops.0.arrivedAt")).isNotNull();
    assertThat(driven.text("stops.1.arrivedAt")).isNotNull();
    assertThat(driven.text("stops.2.arrivedAt")).isNotNull();
    assertThat(driven.text("stops.0.missed")).isEqualTo("false");
    assertThat(drive(loadNumber, "{\"until\":4}").status()).isEqualTo(400);
  }
}
