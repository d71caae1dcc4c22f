package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.LoadView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The server uses only its evidence: a load that was not seen at its pickup is not loaded, wherever
 * its driver stands and however long the phone is silent. The test control can complete it.
 */
class MissedStopEvidenceTest {
  private static final Instant NOW = Instant.parse("2026-11-20T02:00:00Z");
  private static final Coordinates PICKUP = new Coordinates(39.1, -84.5);
  private static final Coordinates FIRST_DELIVERY = new Coordinates(39.4, -84.5);
  private static final Coordinates LAST_DELIVERY = new Coordinates(39.8, -84.5);

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  private final List<Fix> fixes = new ArrayList<>();
  private double minute = 1;

  private static String stop(String city, String state, String zip, Coordinates at) {
    String coordinates = at == null ? "" : ",\"lat\":" + at.lat() + ",\"lng\":" + at.lng();
    return String.format(
        Locale.ROOT,
        """
    {"address":"1 Dock Rd","city":"%s","state":"%s","zip":"%s"%s}\
    """,
        city,
        state,
        zip,
        coordinates);
  }

  private static String at(Coordinates place) {
    return stop("Cincinnati", "OH", "45202", place);
  }

  private String order(String pickup, String... deliveries) {
    return service
        .client()
        .post(
            "/v1/agent/loads",
            String.format(
                Locale.ROOT,
                """
            {"driverPhone":"+13125550142","pickups":[%s],"deliveries":[%s]}\
            """,
                pickup,
                String.join(",", deliveries)))
        .json()
        .text("loadNumber");
  }

  private void stay(Coordinates place, int count, double minutesApart) {
    for (int i = 0; i < count; i++) fixAt(place, minutesApart);
  }

  private void fixAt(Coordinates place, double minutesLater) {
    minute += minutesLater;
    Instant time = NOW.plusMillis(Math.round(minute * 60_000));
    fixes.add(new Fix(time, place, 12.0, 0.0, null));
  }

  private void drive(Coordinates from, Coordinates to, int count, double minutesApart) {
    for (int i = 1; i <= count; i++) fixAt(from.towards(to, (double) i / count), minutesApart);
  }

  /** Sends what has been driven so far, and forgets it. */
  private LoadView send(String loadNumber) {
    assertThat(service.server().addFixes(loadNumber, fixes).refused()).isEmpty();
    fixes.clear();
    return service.server().load(loadNumber).view();
  }

  @Test
  void aDriverAtHomeNearTheConsigneeDeliversNothing() {
    String load =
        order(stop("Cincinnati", "OH", "45202", null), stop("Sevierville", "TN", "37862", null));
    LoadView ordered = service.server().load(load).view();
    Coordinates pickup = new Coordinates(ordered.stop(1).lat(), ordered.stop(1).lng());
    Coordinates delivery = new Coordinates(ordered.stop(2).lat(), ordered.stop(2).lng());
    Coordinates home = delivery.travel(0, 5_000);

    stay(home, 31, 1);
    LoadView athome = send(load);
    assertThat(athome.status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(athome.stop(1).missed()).isFalse();

    drive(home, pickup, 59, 4);
    LoadView loading = send(load);
    assertThat(loading.status()).isEqualTo(LoadStatus.AT_PICKUP);
    assertThat(loading.stop(1).arrivedAt()).isNotNull();

    stay(pickup, 40, 1);
    drive(pickup, delivery, 59, 4);
    assertThat(send(load).status()).isEqualTo(LoadStatus.DELIVERED);
  }

  private static final String CINCINNATI = stop("Cincinnati", "OH", "45202", null);
  private static final String DAYTON = stop("Dayton", "OH", "45402", null);
  private static final String SEVIERVILLE = stop("Sevierville", "TN", "37862", null);

  static Stream<Arguments> nightsAtHome() {
    Coordinates river = new Coordinates(39.1031, -84.512);
    Coordinates dayton = new Coordinates(39.7589, -84.1916);
    Coordinates south = new Coordinates(39.1, -84.5);
    Coordinates north = new Coordinates(39.37, -84.5);
    return Stream.of(
        Arguments.of("ZIP codes, 11 hours", CINCINNATI, DAYTON, 2_000, 660),
        Arguments.of("ZIP codes, far, 11 hours", CINCINNATI, SEVIERVILLE, 5_000, 660),
        Arguments.of("coordinates, 3 hours", at(river), at(dayton), 2_000, 180),
        Arguments.of("30 km, 46 minutes", at(south), at(north), 1_500, 46));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nightsAtHome")
  void closedPageNearTheConsigneeShowsNoLoading(
      String name, String pickup, String delivery, double metersFromDelivery, double closedFor) {
    String load = order(pickup, delivery);
    LoadView ordered = service.server().load(load).view();
    Coordinates dock = new Coordinates(ordered.stop(1).lat(), ordered.stop(1).lng());
    Coordinates consignee = new Coordinates(ordered.stop(2).lat(), ordered.stop(2).lng());
    Coordinates home = consignee.travel(0, metersFromDelivery);
    stay(home, 5, 1);
    minute += closedFor - 1;
    stay(home, 12, 1);
    LoadView morning = send(load);
    assertThat(morning.status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(morning.stops()).noneMatch(LoadView.Stop::missed);

    drive(home, dock, 60, 4);
    double there = minute;
    stay(dock, 19, 1);
    LoadView loading = send(load);
    assertThat(loading.status()).isEqualTo(LoadStatus.AT_PICKUP);
    assertThat(loading.stop(1).arrivedAt())
        .isBeforeOrEqualTo(NOW.plusMillis(Math.round(there * 60_000)));
    assertThat(service.confirm(load, "{}").status()).isEqualTo(422);

    drive(dock, consignee, 60, 4);
    stay(consignee, 5, 1);
    assertThat(send(load).status()).isEqualTo(LoadStatus.DELIVERED);
  }

  @Test
  void explainShowsWhyAStayAtALaterStopDoesNotCount() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY));
    stay(FIRST_DELIVERY, 31, 1);
    send(load);

    List<FixExplanation> explanations = service.server().load(load).explain();
    assertThat(explanations.get(30).events())
        .singleElement()
        .asString()
        .contains("parked at stop 2")
        .contains("not seen at its pickup, stop 1");
  }

  @Test
  void explainSaysWhyAShortStayAtALaterStopMissesNothing() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY), at(LAST_DELIVERY));
    stay(PICKUP, 20, 1);
    fixAt(LAST_DELIVERY, 120);
    stay(LAST_DELIVERY, 3, 1);
    assertThat(send(load).stop(2).missed()).isFalse();

    List<FixExplanation> explanations = service.server().load(load).explain();
    assertThat(explanations.get(explanations.size() - 1).events())
        .containsExactly(
            "inside stop 3, but stop 2 comes first: it is missed when the truck parks here");
  }

  @Test
  void aFuelStopNearAMiddleStopBeforeThePickupChangesNothing() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY), at(LAST_DELIVERY));
    fixAt(FIRST_DELIVERY, 0);
    fixAt(FIRST_DELIVERY, 11);
    assertThat(send(load).status()).isEqualTo(LoadStatus.PLANNED);

    fixAt(PICKUP, 40);
    double arrived = minute;
    stay(PICKUP, 7, 10);
    assertThat(send(load).status()).isEqualTo(LoadStatus.AT_PICKUP);
    fixAt(new Coordinates(39.2, -84.5), 10);
    fixAt(new Coordinates(39.3, -84.5), 10);
    fixAt(FIRST_DELIVERY, 10);
    double there = minute;
    stay(FIRST_DELIVERY, 2, 15);
    fixAt(new Coordinates(39.6, -84.5), 20);
    stay(LAST_DELIVERY, 2, 20);
    LoadView driven = send(load);

    assertThat(driven.status()).isEqualTo(LoadStatus.DELIVERED);
    assertThat(driven.stop(1).arrivedAt()).isEqualTo(NOW.plusSeconds((long) (arrived * 60)));
    assertThat(driven.stop(2).arrivedAt()).isEqualTo(NOW.plusSeconds((long) (there * 60)));
    Tree read = service.read(load).json();
    assertThat(read.text("pickupDwellMinutes")).isEqualTo("80");
  }

  @Test
  void stopPassedInSilenceIsMissed() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY), at(LAST_DELIVERY));
    stay(PICKUP, 20, 1);
    drive(PICKUP, PICKUP.travel(0, 9_000), 5, 1);
    fixAt(LAST_DELIVERY, 120);
    stay(LAST_DELIVERY, 3, 1);
    LoadView before = send(load);
    assertThat(before.status()).isEqualTo(LoadStatus.IN_TRANSIT);
    assertThat(before.stop(2).missed()).isFalse();
    fixAt(LAST_DELIVERY, 1);
    LoadView delivered = send(load);

    assertThat(delivered.status()).isEqualTo(LoadStatus.DELIVERED);
    assertThat(delivered.stop(2).missed()).isTrue();
    assertThat(delivered.stop(2).arrivedAt()).isNull();
    assertThat(delivered.stop(2).departedAt()).isNull();
    Tree read = service.read(load).json();
    assertThat(read.text("stops.1.arrivedAt")).isNull();
    assertThat(read.text("stops.1.departedAt")).isNull();
    List<FixExplanation> explanations = service.server().load(load).explain();
    assertThat(explanations.get(explanations.size() - 1).events())
        .anyMatch(e -> e.startsWith("stop 2 missed"));
  }

  @ParameterizedTest(name = "{0} minutes before the first fix, {1} m from the delivery")
  @CsvSource({"240, 20000", "240, 0", "15, 20000"})
  void aPhoneThatIsSwitchedOnAfterTheLoadingShowsNoLoading(double silence, double meters) {
    String load = order(at(PICKUP), at(FIRST_DELIVERY));
    minute = silence;
    fixAt(FIRST_DELIVERY.travel(0, meters), 0);
    fixAt(FIRST_DELIVERY, 13);
    stay(FIRST_DELIVERY, 20, 1);
    assertThat(send(load).status()).isEqualTo(LoadStatus.PLANNED);

    Tree done = service.admin("POST", "loads/" + load + "/deliver", "").json();
    assertThat(done.text("status")).isEqualTo("DELIVERED");
    assertThat(done.text("stops.0.arrivedAt")).isNull();
  }

  /** The truck may have been at the dock, or may have passed it. */
  @Test
  void phoneThatReturnsBeyondTheLastDockShowsNoDelivery() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY));
    stay(PICKUP, 20, 1);
    drive(PICKUP, FIRST_DELIVERY.travel(180, 10_000), 20, 1);
    fixAt(FIRST_DELIVERY.travel(0, 15_000), 90);
    stay(FIRST_DELIVERY.travel(0, 15_000), 60, 1);

    assertThat(send(load).status()).isEqualTo(LoadStatus.IN_TRANSIT);
  }

  /** The stops are not in one yard: the stop in between makes the return a separate visit. */
  @Test
  void aRoundWithAStopInBetweenIsDeliveredOnItsReturn() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY), at(PICKUP));
    stay(PICKUP, 20, 1);
    drive(PICKUP, FIRST_DELIVERY, 30, 1);
    stay(FIRST_DELIVERY, 20, 1);
    assertThat(send(load).status()).isEqualTo(LoadStatus.IN_TRANSIT);

    drive(FIRST_DELIVERY, PICKUP, 30, 1);
    assertThat(send(load).status()).isEqualTo(LoadStatus.DELIVERED);
  }

  @Test
  void loadingWhereTwoDocksShareAZipCodeDeliversNothing() {
    String load = order(at(null), at(null));
    Coordinates dock = new Coordinates(39.107, -84.504);
    stay(dock, 33, 1);
    LoadView loading = send(load);
    assertThat(loading.status()).isEqualTo(LoadStatus.AT_PICKUP);
    stay(dock, 120, 1);
    assertThat(send(load).status()).isEqualTo(LoadStatus.AT_PICKUP);
  }

  @Test
  void aDriveBetweenTwoDocksOfOneZipCodeDelivers() {
    String load = order(at(null), at(null));
    Coordinates dock = new Coordinates(39.107, -84.504);
    Coordinates other = dock.travel(90, 3_000);
    stay(dock, 33, 1);
    double left = minute + 1;
    drive(dock, other, 5, 1);
    double there = minute;
    stay(other, 15, 1);
    LoadView delivered = send(load);

    assertThat(delivered.status()).isEqualTo(LoadStatus.DELIVERED);
    assertThat(delivered.stop(1).departedAt()).isEqualTo(NOW.plusSeconds((long) (left * 60)));
    assertThat(delivered.stop(2).arrivedAt()).isEqualTo(NOW.plusSeconds((long) (there * 60)));
    assertThat(delivered.stop(2).departedAt()).isNull();
  }

  @Test
  void leavingAYardOfTwoStopsVisitsBoth() {
    String load = order(at(PICKUP), at(PICKUP.travel(90, 50)));
    stay(PICKUP, 90, 1);
    assertThat(send(load).status()).isEqualTo(LoadStatus.AT_PICKUP);
    fixAt(PICKUP.travel(0, 5_000), 5);
    fixAt(PICKUP.travel(0, 6_000), 1);
    LoadView gone = send(load);

    assertThat(gone.status()).isEqualTo(LoadStatus.DELIVERED);
    assertThat(gone.stop(1).departedAt()).isNotNull();
    assertThat(gone.stop(2).arrivedAt()).isEqualTo(gone.stop(1).departedAt());
  }

  @Test
  void fuelStopBetweenUnlocatedStopsDeliversNothing() {
    String load =
        order(stop("Testville", "OH", "00001", null), stop("Sampletown", "OH", "00002", null));
    Coordinates columbus = new Coordinates(39.96, -83.0);
    Coordinates fuel = columbus.travel(90, 30_000);
    stay(columbus, 15, 1);
    drive(columbus, fuel, 25, 1);
    stay(fuel, 14, 1);
    LoadView fuelled = send(load);

    assertThat(fuelled.status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(fuelled.stops()).allMatch(stop -> stop.geocodePrecision().equals("none"));
  }

  @Test
  void unknownAddressDeliversNothing() {
    String load =
        order(stop("Testville", "OH", "00001", null), stop("Sampletown", "OH", "00002", null));
    stay(new Coordinates(41.5, -81.7), 33, 1);
    LoadView standing = send(load);

    assertThat(standing.status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(standing.stop(1).geocodePrecision()).isEqualTo("none");
    assertThat(standing.stop(1).lat()).isNull();
    assertThat(service.read(load).json().text("eta.reason")).isEqualTo("no_coordinates");
  }

  @Test
  void loadWithAnUnlocatedPickupIsFinishedByHand() {
    String load = order(stop("Testville", "OH", "00001", null), at(FIRST_DELIVERY));
    Coordinates home = FIRST_DELIVERY.travel(0, 2_500);
    stay(home, 15, 1);
    fixAt(home, 480);
    fixAt(FIRST_DELIVERY.travel(0, 60_000), 240);
    drive(FIRST_DELIVERY.travel(0, 60_000), FIRST_DELIVERY, 45, 1);
    stay(FIRST_DELIVERY, 12, 1);
    assertThat(send(load).status()).isEqualTo(LoadStatus.PLANNED);

    service.server().load(load).deliver();
    assertThat(service.server().load(load).view().status()).isEqualTo(LoadStatus.DELIVERED);
  }

  @Test
  void journalShowsHowStopsWereLocated() {
    order(at(null), stop("Columbus", "OH", "00001", null), at(LAST_DELIVERY));
    assertThat(service.server().journal().last(1).get(0).note())
        .isEqualTo(
            "stop 1 was located by its ZIP code, with a fence of 8,000 m; stop 2 was located by its"
                + " city, with a fence of 16,000 m; pass lat and lng for the exact place");

    order(at(PICKUP), at(LAST_DELIVERY));
    assertThat(service.server().journal().last(1).get(0).note()).isNull();
    order(stop("Testville", "OH", "00001", null), at(LAST_DELIVERY));
    assertThat(service.server().journal().last(1).get(0).note())
        .isEqualTo("stop 1 could not be located; pass lat and lng for the exact place");
    String guessed = order(stop("Camptown", "PA", "18815", null), at(LAST_DELIVERY));
    assertThat(service.server().journal().last(1).get(0).note())
        .isEqualTo(
            "stop 1 was located by a guess from the first three digits of its ZIP code, with a fence"
                + " of 32,000 m; pass lat and lng for the exact place");
    fixAt(PICKUP, 1);
    send(guessed);
    String explained = service.admin("GET", "loads/" + guessed + "/explain", null).text();
    assertThat(explained).contains("\"geocodePrecision\":\"guess\"");
  }

  @Test
  void messageForAStopWithoutALocationNamesTheRemedy() {
    String load = order(stop("Testville", "OH", "00001", null), at(FIRST_DELIVERY));
    String whatToDo =
        "Create the load with lat and lng for this stop, or with a real ZIP code of its state";

    assertThat(service.admin("POST", "loads/" + load + "/drive", "{}").json().text("error"))
        .contains(
            "stop 1 of " + load + " could not be located: Testville, OH is unknown. " + whatToDo);
  }

  @ParameterizedTest(name = "delivery at {0} m, home at {1} m, rough fix at {2} m within {3} m")
  @CsvSource({"2900, 2500, 2500, 300, AT_PICKUP", "7000, 4900, 3000, 2000, PLANNED"})
  void coarseFixInsideALaterFenceIsNoVisit(
      double delivery, double home, double seen, double accuracy, String status) {
    String load = order(at(PICKUP), at(PICKUP.travel(0, delivery)));
    stay(PICKUP.travel(0, home), 5, 1);
    minute++;
    Instant time = NOW.plusMillis(Math.round(minute * 60_000));
    fixes.add(new Fix(time, PICKUP.travel(0, seen), accuracy, 0.0, null));
    stay(PICKUP.travel(0, home), 25, 1);

    LoadView athome = send(load);
    assertThat(athome.status()).isEqualTo(LoadStatus.of(status));
    assertThat(athome.stop(2).arrivedAt()).isNull();
  }

  @Test
  void testControlDeliversALoadByHand() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY));
    Tree done = service.admin("POST", "loads/" + load + "/deliver", "").json();

    assertThat(done.text("status")).isEqualTo("DELIVERED");
    assertThat(done.instant("deliveredAt")).isEqualTo(NOW);
    assertThat(done.text("stops.0.arrivedAt")).isNull();
    assertThat(service.confirm(load, "{}").json().flag("idempotent")).isTrue();
    service.server().clock().advance(java.time.Duration.ofMinutes(2));
    service.server().driver(load).ping(PICKUP);
    assertThat(service.server().load(load).view().pingCount()).isZero();
  }

  @Test
  void loadIsNeverDeliveredBeforeItsArrival() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY));
    service.server().load(load).deliveryCompletion(DeliveryCompletion.ON_BOL);
    stay(PICKUP, 20, 1);
    drive(PICKUP, FIRST_DELIVERY, 40, 1);
    LoadView waiting = send(load);
    assertThat(waiting.status()).isEqualTo(LoadStatus.AT_DELIVERY);

    // The server's clock is still before all these fixes.
    service.confirm(load, "{}");
    LoadView delivered = service.server().load(load).view();
    assertThat(delivered.deliveredAt()).isEqualTo(delivered.stop(2).arrivedAt());
  }

  @Test
  void fixesFromBeforeTheOrderCount() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY));
    minute = -600;
    stay(PICKUP, 20, 1);
    assertThat(send(load).stop(1).arrivedAt()).isBefore(NOW);
  }

  @Test
  void linkOfACancelledLoadExpires() {
    String load = order(at(PICKUP), at(FIRST_DELIVERY));
    String token = service.server().load(load).view().trackingToken();
    service.server().load(load).cancel();
    service.server().clock().advance(java.time.Duration.ofDays(7));
    assertThat(service.client().get("/api/track/" + token).status()).isEqualTo(200);
    service.server().clock().advance(java.time.Duration.ofMinutes(2));
    assertThat(service.client().get("/api/track/" + token).status()).isEqualTo(410);
  }
}
