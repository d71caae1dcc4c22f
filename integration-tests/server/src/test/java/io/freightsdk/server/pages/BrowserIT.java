package io.freightsdk.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Geolocation;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.Driver;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Opens each page in a real browser, also with hostile names. */
@Tag("slow") // drives a browser
@ExtendWith(TestBrowser.Start.class)
class BrowserIT {
  private static final Instant START = Instant.parse("2026-11-20T13:10:00Z");
  private static final List<Coordinates> WAY =
      List.of(
          new Coordinates(34.03, -118.23),
          new Coordinates(33.45, -112.07),
          new Coordinates(32.31, -106.78),
          new Coordinates(32.78, -96.88));

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(START)
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .seed(11)
          .start();
  private final Http client = new Http(server.baseUrl(), server.createBroker("25.00").agentKey());
  private int created;

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void theCustomersPageFollowsItsLoadToTheDelivery() {
    Tree load = onTheRoad();
    Driver driver = server.driver(load.text("loadNumber"));
    try (BrowserSession session = BrowserSession.desktop(server.baseUrl())) {
      Page page = session.open(load.text("trackingLink")).page();
      assertThat(page.locator("h1")).hasText("On the way to Dallas, TX");
      assertThat(page.locator("#stops .next")).containsText("Dallas, TX");
      assertThat(page.locator(".map .truck")).hasCount(1);
      assertThat(page.locator(".map .state")).not().hasCount(0);
      session.screenshot("track-desktop");
      session.assertAccessible();
      page.evaluate("window.neverReloaded = true");

      Locator truck = page.locator(".map .truck");
      String before = truck.getAttribute("d");
      server.clock().advance(Duration.ofHours(2));
      driver.ping(WAY.get(2).towards(WAY.get(3), 0.5));
      assertThat(truck).not().hasAttribute("d", before);

      driver.driveUntil(LoadStatus.DELIVERED);
      assertThat(page.locator("h1")).hasText("Delivered in Dallas, TX");
      assertThat(page.evaluate("window.neverReloaded")).isEqualTo(true);
      session.assertNoErrors();
    }
  }

  @Test
  void theCustomersPageShowsTheOrderAndTheNearestTown() {
    Tree load = onTheRoad();
    try (BrowserSession session = BrowserSession.phone(server.baseUrl())) {
      Page page = session.open(load.text("trackingLink")).page();
      assertThat(page.locator("#order")).hasText("Order PO-1007");
      assertThat(page.locator(".where")).hasText("Now 28 mi southeast of Artesia, NM");
      assertThat(page.locator("#map").boundingBox().width)
          .as("over the whole page")
          .isGreaterThan(350);
      assertThat(page.locator("#map")).containsText("Los Angeles, CA");
      assertThat(page.locator("#map")).containsText("Dallas, TX");
      assertThat(page.locator("#map")).containsText("Truck");
      session.assertAccessible();
      session.assertNoErrors();
    }
  }

  @Test
  void theCustomersPageNumbersTheStops() {
    Coordinates second = WAY.get(0).travel(90, 60_000);
    String order = Orders.between(WAY.get(0), second, WAY.get(1));
    Tree load = client.post("/v1/agent/loads", order).json();
    Driver driver = server.driver(load.text("loadNumber")).driveUntilStop(2);
    try (BrowserSession session = BrowserSession.phone(server.baseUrl())) {
      Page page = session.open(load.text("trackingLink")).page();
      assertThat(page.locator("h1")).hasText("At stop 2 of 3 in Cincinnati, OH");
      assertThat(page.locator("#stops li").last()).containsText("3. Delivery");
      driver.driveTo(second.towards(WAY.get(1), 0.5));
      assertThat(page.locator("h1")).hasText("On the way to stop 3 of 3 in Cincinnati, OH");
      session.assertNoErrors();
    }
  }

  /** The nearest town may be a neighbour: Covington is across the river. */
  @Test
  void aTruckAtAStopIsShownInItsTown() {
    Tree load = client.post("/v1/agent/loads", Orders.TWO_STOPS).json();
    server.driver(load.text("loadNumber")).driveUntil(LoadStatus.AT_PICKUP);
    try (BrowserSession session = BrowserSession.desktop(server.baseUrl())) {
      Page page = session.open(load.text("trackingLink")).page();
      assertThat(page.locator(".where")).hasText("Now in Cincinnati, OH");
      assertThat(page.locator("#order")).isEmpty();
      session.assertNoErrors();
    }
  }

  /** Miles between positions and miles by road do not add up: 14 and 275 became 240. */
  @Test
  void theCustomersPageShowsOnlyTheRemainingDistance() {
    Tree load = onTheRoad();
    Driver driver = server.driver(load.text("loadNumber"));
    try (BrowserSession session = BrowserSession.desktop(server.baseUrl())) {
      Locator arrival = session.open(load.text("trackingLink")).page().locator("#arrival");
      assertThat(arrival).containsText("About 485 mi to go by road");
      driver.ping(WAY.get(2).towards(WAY.get(3), 0.35));
      assertThat(arrival).not().containsText("driven");

      driver.driveUntil(LoadStatus.DELIVERED);
      assertThat(arrival).containsText("Delivered");
      assertThat(arrival).not().containsText(" mi");
      assertThat(session.page().locator(".map .truck")).hasCount(0);
      session.assertNoErrors();
    }
  }

  /** The browser is in Denver, the stops are in California and Texas. */
  @Test
  void timesAreLocalToStopsAndAbsentWhileThePhoneIsSilent() {
    Tree load = onTheRoad();
    try (BrowserSession session = BrowserSession.desktop(server.baseUrl())) {
      Page page = session.open(load.text("trackingLink")).page();
      assertThat(page.locator("#arrival .figure")).containsText("CST");
      assertThat(page.locator("#stops li").first())
          .containsText("Appointment Fri, Nov 20, 5:30 AM PST");
      assertThat(page.locator("#stops li").last())
          .containsText("Appointment Sat, Nov 21, 2:30 PM CST");
      assertThat(page.locator("body")).not().containsText("MST");

      server.clock().advance(Duration.ofDays(2));
      assertThat(page.locator("#arrival")).containsText("the arrival cannot be estimated");
      assertThat(page.locator("#arrival .figure")).hasCount(0);
      assertThat(page.locator("#stops li").last()).containsText("Ahead");

      session.open(load.text("driverWebLink"));
      assertThat(page.locator("#stops li").last()).containsText("2:30 PM CST");
      session.open(server.baseUrl() + "/__admin/");
      page.locator("#rows a").first().click();
      assertThat(page.locator("#detail .stops")).containsText("Sat, Nov 21, 2:30 PM CST");
      session.assertNoErrors();
    }
  }

  @Test
  void theCustomersPageShowsTheDelayOfTheApi() {
    Tree load = onTheRoad();
    String number = load.text("loadNumber");
    server.load(number).deliveryCompletion(DeliveryCompletion.ON_BOL);
    server.driver(number).driveUntil(LoadStatus.AT_DELIVERY);
    server.clock().set(Instant.parse("2026-11-22T01:16:00Z")); // 166 minutes after the window
    try (BrowserSession session = BrowserSession.desktop(server.baseUrl())) {
      Page page = session.open(load.text("trackingLink")).page();
      assertThat(page.locator("#arrival")).containsText("the bill of lading is not confirmed");
      assertThat(page.locator("#arrival")).not().containsText("on time");

      client.post("/v1/agent/loads/" + number + "/delivery-confirm", "{}");
      assertThat(page.locator("#arrival")).containsText("Delivered");
      assertThat(page.locator("#arrival")).containsText("2 h 46 min late");
      session.assertNoErrors();
    }
  }

  @Test
  void aLoadDeliveredByHandHasNoStopAhead() {
    Tree load = create();
    server.load(load.text("loadNumber")).deliver();
    try (BrowserSession session = BrowserSession.phone(server.baseUrl())) {
      Page page = session.open(load.text("trackingLink")).page();
      assertThat(page.locator("h1")).hasText("Delivered in Dallas, TX");
      assertThat(page.locator("#stops")).containsText("Not recorded");
      assertThat(page.locator("#stops")).not().containsText("Ahead");

      session.open(load.text("driverWebLink"));
      assertThat(page.locator("h1")).hasText("Delivered. Well done");
      assertThat(page.locator("#share")).isHidden();
      session.assertNoErrors();
    }
  }

  @Test
  void theDriversPageSharesPositionsUntilTheButtonIsPressedAgain() {
    Tree load = create();
    server.clock().set(Instant.now());
    try (BrowserSession session = BrowserSession.phone(server.baseUrl())) {
      session.context().grantPermissions(List.of("geolocation"));
      session.context().setGeolocation(new Geolocation(33.9, -118.4).setAccuracy(12));
      Page page = session.page();
      page.clock().install();
      session.open(load.text("driverWebLink"));
      assertThat(page.locator("h1")).hasText("Valley Fresh Packing");
      session.assertAccessible();
      page.clock().runFor(180_000);
      assertThat(pings(load)).isZero();

      page.getByText("Share my location").click();
      assertThat(page.locator("#shared")).containsText("Last sent");
      assertThat(pings(load)).isEqualTo(1);
      session.context().setGeolocation(new Geolocation(33.901, -118.4).setAccuracy(12));
      page.clock().runFor(60_000);
      page.waitForCondition(() -> pings(load) == 2);

      page.getByText("Sharing. Press to stop").click();
      page.clock().runFor(180_000);
      assertThat(page.locator("#shared")).containsText("Nothing is sent");
      assertThat(pings(load)).isEqualTo(2);
      session.assertNoErrors();
    }
  }

  @Test
  void theConsoleFindsAndDrivesALoadAndShowsCharges() {
    String found = onTheRoad().text("loadNumber");
    String other = create().text("loadNumber");
    try (BrowserSession session = BrowserSession.wide(server.baseUrl())) {
      Page page = session.open(server.baseUrl() + "/__admin/").page();
      Locator rows = page.locator("#rows tr");
      assertThat(rows).hasCount(2);
      assertThat(page.locator("#now")).containsText("MST");
      page.locator("#q").fill(other);
      assertThat(rows).hasCount(1);
      rows.locator("a").click();
      assertThat(page.locator("#detail h2")).containsText(other);
      page.getByText("Drive to the next stop").click();
      assertThat(page.locator("#detail .badge").first()).hasText("at pickup");
      assertThat(server.load(other).view().status()).isEqualTo(LoadStatus.AT_PICKUP);
      session.assertAccessible();

      client.get("/v1/agent/loads/" + found);
      page.locator("[data-view=requests]").click();
      assertThat(rows).hasCount(3);
      rows.first().locator("a").first().click();
      assertThat(page.locator("#detail")).containsText("0.02 USD");
      session.assertAccessible();

      page.locator("[data-view=money]").click();
      assertThat(rows.first()).containsText("0.02 USD");
      page.locator("#credit button").click();
      assertThat(page.locator("#notice")).hasText("Add money: done");
      assertThat(rows.first()).containsText("credit");
      page.locator("[data-view=faults]").click();
      page.locator("#fault [name=operation]").selectOption("getLoadPosition");
      page.locator("#fault [name=kind]").selectOption("BILLING_UNAVAILABLE");
      page.locator("#fault button").first().click();
      assertThat(rows).hasCount(1);
      assertThat(client.get("/v1/agent/loads/" + found).status()).isEqualTo(503);
      page.locator("#create").click();
      page.locator("#buy").click();
      assertThat(page.locator("#notice")).containsText("Created LD-");
      session.assertNoErrors();
    }
  }

  @Test
  void hostileNamesAreOnlyTextEverywhere() {
    String order =
        String.format(
            Locale.ROOT,
            """
        {"driverPhone":"+13125550142","shipperName":"<script>alert(1)</script>",
         "customerRef":"<img src=x onerror=alert(2)>","equipmentType":"<svg onload=alert(3)>",
         "carrierName":"<img src=x onerror=alert(6)>","truckNumber":"<img src=x onerror=alert(7)>",
         "pickups":[{"address":"<script>alert(4)</script>","city":"<img src=x onerror=alert(5)>",
           "state":"CA","zip":"90021","facilityName":"%s","lat":34.03,"lng":-118.23}],
         "deliveries":[%s]}\
        """,
            "<b>F</b>".repeat(1_250),
            delivery());
    Tree load = client.post("/v1/agent/loads", order).json();
    String console = server.baseUrl() + "/__admin/";
    try (BrowserSession session = BrowserSession.phone(server.baseUrl())) {
      Page page = session.page();
      for (String link : List.of(load.text("trackingLink"), load.text("driverWebLink"), console)) {
        session.open(link);
        boolean isDrivers = link.equals(load.text("driverWebLink"));
        assertThat(page.locator("body")).containsText(isDrivers ? "<b>F</b>" : "<img src=x");
        if (link.equals(load.text("trackingLink"))) {
          assertThat(page.locator(".map .ofStop").first()).containsText("<img src=x");
        }
        if (link.equals(console)) {
          page.locator("#rows a").first().click();
          assertThat(page.locator("#detail")).containsText("<script>alert(1)");
          assertThat(page.locator("#detail")).containsText("alert(7)");
          page.locator("[data-view=requests]").click();
          assertThat(page.locator("#title")).hasText("Requests");
          page.locator("#rows a").first().click();
          assertThat(page.locator("#detail pre").first()).containsText("alert(4)");
        }
        assertThat(
                page.evaluate(
                    "document.documentElement.scrollWidth -"
                        + " document.documentElement.clientWidth"))
            .isEqualTo(0);
      }
      session.assertNoErrors();
    }
  }

  private int pings(Tree load) {
    return server.load(load.text("loadNumber")).view().pingCount();
  }

  /** From Los Angeles, loaded and left, now between Las Cruces and Dallas. */
  private Tree onTheRoad() {
    Tree load = create();
    Driver driver = server.driver(load.text("loadNumber"));
    driver.ping(WAY.get(0));
    server.clock().advance(Duration.ofMinutes(45));
    driver.ping(WAY.get(0));
    for (int leg = 0; leg < 3; leg++) {
      double most = leg == 2 ? 0.3 : 1;
      for (int i = 1; i <= 20; i++) {
        server.clock().advance(Duration.ofMinutes(leg == 2 ? 9 : 18));
        driver.ping(WAY.get(leg).towards(WAY.get(leg + 1), most * i / 20));
      }
    }
    return load;
  }

  private Tree create() {
    String order =
        String.format(
            Locale.ROOT,
            """
        {"driverPhone":"+13125550142","shipperName":"Valley Fresh Produce","equipmentType":"REEFER",
         "customerRef":"acme/PO-%d","weight":41200,
         "pickups":[{"facilityName":"Valley Fresh Packing","address":"1200 E 6th St",
           "city":"Los Angeles","state":"CA","zip":"90021","date":"2026-11-20T13:30:00Z",
           "lat":34.03,"lng":-118.23}],
         "deliveries":[%s]}\
        """,
            1007 + created++,
            delivery());
    return client.post("/v1/agent/loads", order).json();
  }

  private static String delivery() {
    return """
    {"facilityName":"Lone Star Grocers DC","address":"4800 Singleton Blvd","city":"Dallas",
     "state":"TX","zip":"75212","date":"2026-11-21T20:30:00Z","lat":32.78,"lng":-96.88}\
    """;
  }
}
