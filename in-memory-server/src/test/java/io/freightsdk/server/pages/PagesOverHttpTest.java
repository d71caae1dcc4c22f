package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Http.Reply;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages behind the links of a load, and the data of their scripts. */
class PagesOverHttpTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private final InMemoryFreightServer server =
      ServerInProcess.start(
          InMemoryFreightServer.builder()
              .clockStart(START)
              .frozenClock()
              .pingThrottle(Duration.ZERO));
  private final Broker broker = server.createBroker("25.00");
  private final Http client = new Http(server, broker.agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void linksOfALoadOpenTheirPages() {
    Tree load = create(Orders.TWO_STOPS);

    Reply page = open(load.text("trackingLink"));
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'; ");
    assertThat(page.header("Cache-Control")).isEqualTo("no-store");
    assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(page.text()).contains("../assets/track.js");
    assertThat(read(load.text("trackingLink")).text("stops.0.city")).isEqualTo("Cincinnati");

    Reply driver = open(load.text("driverWebLink"));
    assertThat(driver.status()).isEqualTo(200);
    assertThat(driver.text()).contains("Share my location");
    assertThat(read(load.text("driverWebLink")).text("stops.0.address")).isEqualTo("100 Main St");
  }

  @Test
  void everyFileOfAPageExists() {
    Tree load = create(Orders.TWO_STOPS);
    for (String page :
        List.of(path(load.text("trackingLink")), path(load.text("driverWebLink")), "/__admin/")) {
      List<String> named =
          Pattern.compile("\\.\\./(assets/[^\"]+)")
              .matcher(client.get(page).text())
              .results()
              .map(file -> "/" + file.group(1))
              .toList();
      assertThat(named).isNotEmpty();
      for (String file : named) assertThat(client.get(file).status()).as(file).isEqualTo(200);
    }
    assertThat(client.get("/assets/states.json").json().text("features.0.properties.name"))
        .isNotBlank();
    assertThat(client.get("/assets/towns.json").text()).contains("[\"Cincinnati\",\"OH\",39.");
    assertThat(client.get("/assets/track.html").status()).isEqualTo(404);
    assertThat(client.get("/assets/..%2ftrack.html").status()).isEqualTo(404);
  }

  @Test
  void theCustomersPageShowsNothingPrivate() {
    String order =
        String.format(
            Locale.ROOT,
            """
        {"driverPhone":"+13125550142","shipperName":"Secret Shipper","carrierName":"Hidden Carrier",
         "rate":4321.5,"customerRef":"acme/PO-77","truckNumber":"T-99",
         "pickups":[{"address":"100 Main St","city":"Cincinnati","state":"OH","zip":"45202",
           "facilityName":"Quiet Dock","lat":39.1031,"lng":-84.5120}],
         "deliveries":[%s]}""",
            Orders.delivery());
    Tree load = create(order);

    String shown =
        open(load.text("trackingLink")).text() + open(load.text("trackingLink") + "/load").text();

    assertThat(shown)
        .doesNotContain("Secret Shipper", "Hidden Carrier", "4321", "acme", "T-99", "Quiet Dock")
        .doesNotContain("+13125550142", "3125550142", "100 Main St", load.text("loadId"))
        .doesNotContain("drv_", broker.brokerId());
  }

  /** The customer's name before the slash is private. */
  @ParameterizedTest
  @CsvSource({
    "acme/PO-1007, PO-1007",
    "PO-1007, PO-1007",
    "acme/east/1007, 1007",
    "acme/,",
    "/,",
  })
  void theCustomersPageShowsTheOrderNumberWithoutItsOwner(String reference, String number) {
    Tree load = create(Orders.body(reference));
    assertThat(read(load.text("trackingLink")).at("orderNumber").value()).isEqualTo(number);
    assertThat(open(load.text("trackingLink") + "/load").text()).doesNotContain("acme");
    assertThat(open(load.text("driverWebLink") + "/load").text()).doesNotContain("1007");
  }

  @Test
  void anOrderWithoutAReferenceHasNoNumberOnTheCustomersPage() {
    Tree load = create(Orders.TWO_STOPS);
    assertThat(read(load.text("trackingLink")).at("orderNumber").value()).isNull();
  }

  @Test
  void anUnknownLinkIsExplained() {
    for (String path : new String[] {"/track/trk_0", "/driver/drv_0"}) {
      Reply page = client.get(path);
      assertThat(page.status()).isEqualTo(404);
      assertThat(page.text()).contains("This link leads nowhere");
      assertThat(client.get(path + "/load").status()).isEqualTo(404);
    }
  }

  @Test
  void aWeekAfterDeliveryTheLinkHasExpired() {
    Tree load = create(Orders.TWO_STOPS);
    deliver(load);

    server.clock().advance(Duration.ofDays(6));
    assertThat(open(load.text("trackingLink")).status()).isEqualTo(200);
    server.clock().advance(Duration.ofDays(2));
    Reply expired = open(load.text("trackingLink"));

    assertThat(expired.status()).isEqualTo(410);
    assertThat(open(load.text("trackingLink") + "/load").status()).isEqualTo(410);
    assertThat(expired.text()).contains("This link has expired");
  }

  /** A phone that never leaves the last stop's fence. */
  @Test
  void theDriversPageStaysOpenWhileItsPositionsAreAccepted() {
    Tree load = create(Orders.TWO_STOPS);
    deliver(load);
    server.clock().advance(Duration.ofDays(6));
    assertThat(read(load.text("driverWebLink")).at("ended").value()).isEqualTo(false);
    String number = load.text("loadNumber");
    int before = server.load(number).view().pingCount();
    server.driver(number).ping(35.8681, -83.5618);
    assertThat(server.load(number).view().pingCount()).isEqualTo(before + 1);
  }

  @Test
  void theDriversPageExpiresAWeekAfterTheEnd() {
    Tree load = create(Orders.TWO_STOPS);
    deliver(load);
    server.driver(load.text("loadNumber")).driveTo(36.2, -83.56);
    Tree ended = read(load.text("driverWebLink"));
    assertThat(ended.at("ended").value()).isEqualTo(true);
    assertThat(ended.at("stops").value()).isEqualTo(List.of());
    server.clock().advance(Duration.ofDays(7));
    Reply closed = open(load.text("driverWebLink"));
    assertThat(closed.status()).isEqualTo(410);
    assertThat(closed.text()).contains("No position is taken");
  }

  @Test
  void aLinkPreviewDoesNotJoinTheDriverButThePageDoes() {
    Tree load = create(Orders.TWO_STOPS);
    String number = load.text("loadNumber");
    open(load.text("driverWebLink"));
    client.send("HEAD", path(load.text("driverWebLink")), null);
    assertThat(server.load(number).view().driverJoined()).isFalse();
    read(load.text("driverWebLink"));
    assertThat(server.load(number).view().driverJoined()).isTrue();
  }

  @Test
  void hostileNamesDoNoHarm() {
    String order =
        String.format(
            Locale.ROOT,
            """
        {"driverPhone":"+13125550142","shipperName":"<script>alert(1)</script>",
         "equipmentType":"<script>alert(2)</script>",
         "pickups":[{"address":"<script>alert(3)</script>","city":"<script>alert(4)</script>",
           "state":"OH","zip":"45202","facilityName":"%s","lat":39.1031,"lng":-84.5120}],
         "deliveries":[%s]}""",
            "F".repeat(10_000),
            Orders.delivery());
    Tree load = create(order);

    for (String link : new String[] {load.text("trackingLink"), load.text("driverWebLink")}) {
      assertThat(open(link).text()).doesNotContain("alert");
      Reply read = open(link + "/load");
      assertThat(read.header("Content-Type")).isEqualTo("application/json");
      assertThat(read.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }
  }

  @Test
  void aLongTrackStaysASmallPage() {
    Tree load = create(Orders.TWO_STOPS);
    var driver = server.driver(load.text("loadNumber"));
    for (int i = 0; i < 50_000; i++) {
      double along = i / 5e4;
      double lat = 39.0 - 3 * along + 0.2 * Math.sin(i / 350.0);
      driver.ping(
          Fix.of(START.minusSeconds(86_000).plusMillis(i * 1_600L), lat, -84.5 + along, 10));
    }

    Reply read = open(load.text("trackingLink") + "/load");

    assertThat(read.status()).isEqualTo(200);
    assertThat(read.bytes()).hasSizeLessThan(50_000);
    assertThat((List<?>) read.json().at("track").value()).hasSizeBetween(100, 500);
  }

  /** Windows end at 20:00; the grace is 15 minutes, and minutes are rounded half up. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "17:00:00",
        "20:00:00",
        "20:15:20",
        "20:15:29",
        "20:15:30",
        "20:46:00",
        "23:59:59"
      })
  void theCustomersPageAgreesWithTheApiOnPunctuality(String arrival) {
    Tree load = create(Orders.TWO_STOPS);
    arrive(load, Instant.parse("2026-11-20T" + arrival + "Z"));

    assertThat(judged(read(load.text("trackingLink")))).isEqualTo(judged(position(load)));
    assertThat(position(load).at("onTime").value()).isNotNull();
  }

  @Test
  void aLateBillOfLadingMakesADeliveryLateOnThePage() {
    Tree load = create(Orders.TWO_STOPS);
    String number = load.text("loadNumber");
    server.load(number).deliveryCompletion(DeliveryCompletion.ON_BOL);
    server.clock().set(Instant.parse("2026-11-20T19:50:00Z"));
    arrive(load, server.clock().now());
    Tree waiting = read(load.text("trackingLink"));
    assertThat(judged(waiting)).isEqualTo(judged(position(load)));
    assertThat(waiting.at("onTime").value()).isNull();
    assertThat(waiting.at("expected").value()).isNull();

    server.clock().set(Instant.parse("2026-11-20T22:46:00Z"));
    client.post("/v1/agent/loads/" + number + "/delivery-confirm", "{}");

    Tree delivered = read(load.text("trackingLink"));
    assertThat(judged(delivered)).isEqualTo(judged(position(load)));
    assertThat(delivered.flag("onTime")).isFalse();
    assertThat(delivered.integer("delayMinutes")).isEqualTo(166);
  }

  @Test
  void aLoadWithoutAWindowHasNoPunctuality() {
    Tree load = create(Orders.TWO_STOPS.replaceAll("\"date\":\"[^\"]*\",", ""));
    arrive(load, Instant.parse("2026-11-20T19:50:00Z"));
    assertThat(judged(read(load.text("trackingLink")))).isEqualTo(judged(position(load)));
    assertThat(position(load).at("onTime").value()).isNull();
  }

  /** 5 h 30 min 29 s from the pickup. */
  @ParameterizedTest
  @CsvSource({"12:00:00, true, -150", "14:45:00, true, 15", "14:45:02, false, 16"})
  void anExpectedDeliveryHasThePunctualityOfADelivery(String at, boolean onTime, int delay) {
    Tree load = create(Orders.TWO_STOPS);
    server.clock().set(Instant.parse("2026-11-20T" + at + "Z"));
    server.driver(load.text("loadNumber")).ping(39.1031, -84.5120);

    Tree page = read(load.text("trackingLink"));
    assertThat(page.flag("expected.onTime")).isEqualTo(onTime);
    assertThat(page.integer("expected.delayMinutes")).isEqualTo(delay);
    assertThat(judged(page)).isEqualTo(judged(position(load)));
  }

  /** The truck is at the first delivery in time, and at the last one it is late. */
  @Test
  void anExpectedDeliveryIsTheArrivalAtTheLastStop() {
    String lexington =
        Orders.delivery().replace("35.8681", "38.0406").replace("-83.5618", "-84.5037");
    Tree load =
        create(Orders.TWO_STOPS.replace("\"deliveries\":[", "\"deliveries\":[" + lexington + ","));
    server.clock().set(Instant.parse("2026-11-20T16:00:00Z"));
    server.driver(load.text("loadNumber")).ping(39.1031, -84.5120);

    Tree page = read(load.text("trackingLink"));
    assertThat(page.instant("stops.1.eta")).isBefore(page.instant("stops.1.windowTo"));
    assertThat(page.instant("stops.2.eta")).isAfter(page.instant("stops.2.windowTo"));
    assertThat(page.flag("expected.onTime")).isFalse();
  }

  @Test
  void aSilentPhoneKeepsTheEstimateUntilItIsTooOld() {
    Tree load = create(Orders.TWO_STOPS);
    server.driver(load.text("loadNumber")).ping(39.1031, -84.5120);
    Instant first = read(load.text("trackingLink")).instant("stops.1.eta");
    server.clock().advance(Duration.ofHours(5));
    Tree later = read(load.text("trackingLink"));
    assertThat(later.instant("stops.1.eta")).isEqualTo(first);
    assertThat(later.instant("stops.1.eta")).isEqualTo(position(load).instant("eta.etaAt"));

    server.clock().advance(Duration.ofHours(5));

    for (String link : List.of(load.text("trackingLink"), load.text("driverWebLink"))) {
      assertThat(read(link).at("stops.1.eta").value()).as(link).isNull();
    }
    Tree silent = read(load.text("trackingLink"));
    assertThat(silent.at("remainingMiles").value()).isNull();
    assertThat(silent.at("expected").value()).isNull();
    assertThat(silent.text("noEta")).isEqualTo("position_too_old");
    assertThat(position(load).text("eta.reason")).isEqualTo("position_too_old");
  }

  @Test
  void eachStopHasTheTimeZoneOfItsPlace() {
    Tree load = create(Orders.TWO_STOPS.replace("-83.5618", "-87.0"));
    for (String link : List.of(load.text("trackingLink"), load.text("driverWebLink"))) {
      Tree read = read(link);
      assertThat(read.text("stops.0.timeZone")).isEqualTo("America/New_York");
      assertThat(read.text("stops.1.timeZone")).isEqualTo("America/Chicago");
    }
  }

  private static List<Object> judged(Tree read) {
    return Arrays.asList(read.at("onTime").value(), read.at("delayMinutes").value());
  }

  private Tree position(Tree load) {
    return client.get("/v1/agent/loads/" + load.text("loadNumber")).json();
  }

  /** Loaded and left in the morning, at the delivery at this time. */
  private void arrive(Tree load, Instant time) {
    server.addFixes(
        load.text("loadNumber"),
        List.of(
            Fix.of(START, 39.1031, -84.5120, 8),
            Fix.of(START.plusSeconds(2_000), 38.5, -84.5120, 8),
            Fix.of(START.plusSeconds(2_060), 38.49, -84.5120, 8),
            Fix.of(time, 35.8681, -83.5618, 8)));
  }

  private Tree create(String order) {
    Reply created = client.post("/v1/agent/loads", order);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.json();
  }

  private void deliver(Tree load) {
    server
        .driver(load.text("loadNumber"))
        .driveToNextStop()
        .stay(Duration.ofMinutes(40))
        .driveToNextStop();
  }

  private Reply open(String link) {
    return client.get(path(link));
  }

  private String path(String link) {
    return link.substring(server.baseUrl().length());
  }

  /** The data of the page's script. */
  private Tree read(String link) {
    return open(link + "/load").json();
  }
}
