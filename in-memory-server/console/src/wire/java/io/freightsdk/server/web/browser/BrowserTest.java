package io.freightsdk.server.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.Geolocation;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.sim.Itinerary;
import io.freightsdk.server.sim.Noise;
import io.freightsdk.server.sim.Route;
import io.freightsdk.server.sim.SentFix;
import io.freightsdk.server.sim.SimulatedTruck;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The pages in a real browser: what people see, and what the browser has to complain about. */
@InBrowser
class BrowserTest {
  private static final Instant START = Instant.parse("2026-11-20T13:10:00Z");
  private static final Coordinates LOS_ANGELES = new Coordinates(34.03, -118.23);
  private static final Coordinates PHOENIX = new Coordinates(33.45, -112.07);
  private static final Coordinates LAS_CRUCES = new Coordinates(32.31, -106.78);
  private static final Coordinates SEATTLE = new Coordinates(47.57, -122.37);
  private static final Coordinates SALT_LAKE_CITY = new Coordinates(40.73, -111.95);
  private static final Coordinates MINNEAPOLIS = new Coordinates(44.98, -93.21);
  private static final Coordinates KANSAS_CITY = new Coordinates(39.10, -94.58);
  private static final Coordinates CHICAGO = new Coordinates(41.86, -87.76);
  private static final Coordinates ATLANTA = new Coordinates(33.74, -84.55);
  private static final Coordinates BAYONNE = new Coordinates(40.67, -74.08);
  private static final Coordinates MIAMI = new Coordinates(25.78, -80.35);
  private static final Coordinates HOUSTON = new Coordinates(29.74, -95.27);
  private static final Coordinates JACKSONVILLE = new Coordinates(30.37, -81.77);
  private static final Coordinates DALLAS = new Coordinates(32.78, -96.88);

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(START)
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .simulatedDrives(true)
          .seed(11)
          .start();
  private final Broker broker = server.createBroker("25.00");
  private final Http client = new Http(server.baseUrl(), broker.agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void theCustomersPageOpensAndNobodyComplains() {
    Tree load = onTheRoad();
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();

      PlaywrightAssertions.assertThat(page.locator("h1")).hasText("On the way to Dallas, TX");
      PlaywrightAssertions.assertThat(page.locator("[data-live]")).hasText("Live");
      assertThat(page.locator("[aria-current=step]").textContent()).contains("Dallas, TX");
      visit.screenshot("track-desktop");
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  void theTruckMovesAsTheDriverPings() {
    Tree load = onTheRoad();
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();
      Locator truck = page.locator(".map .truck");
      String before = truck.getAttribute("transform");
      page.evaluate("window.neverReloaded = true");

      server.clock().advance(Duration.ofHours(2));
      server.driver(load.text("loadNumber")).ping(LAS_CRUCES.towards(DALLAS, 0.5));

      PlaywrightAssertions.assertThat(truck).not().hasAttribute("transform", before);
      assertThat(page.evaluate("window.neverReloaded")).isEqualTo(true);
      visit.assertNoComplaint();
    }
  }

  @Test
  void aNewStatusAppearsWithoutReloadingAndIsAnnounced() {
    Tree load = onTheRoad();
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();
      page.evaluate("window.neverReloaded = true");

      server.driver(load.text("loadNumber")).driveUntil(LoadStatus.DELIVERED);

      PlaywrightAssertions.assertThat(page.locator("h1")).hasText("Delivered in Dallas, TX");
      PlaywrightAssertions.assertThat(page.locator(".badge")).hasText("Delivered");
      PlaywrightAssertions.assertThat(page.locator("[data-announce]"))
          .hasText("Delivered in Dallas, TX");
      PlaywrightAssertions.assertThat(page.locator("[data-live]")).isHidden();
      assertThat(page.evaluate("window.neverReloaded")).isEqualTo(true);
      visit.assertNoComplaint();
    }
  }

  @Test
  void aTruckThatLeavesThePictureDrawsTheMapAnew() {
    Tree load = onTheRoad();
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();
      String frame = page.locator(".map").getAttribute("data-frame");

      server.clock().advance(Duration.ofHours(30));
      server.driver(load.text("loadNumber")).ping(47.6, -122.3);

      PlaywrightAssertions.assertThat(page.locator(".map")).not().hasAttribute("data-frame", frame);
      visit.assertNoComplaint();
    }
  }

  @Test
  @InBrowser.OnlyInChromium("WebDriver BiDi blocks scripts after <noscript> was read")
  void everythingIsThereWithScriptsBlocked() {
    Tree load = onTheRoad();
    try (Visit visit = Visit.withoutScripts(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();

      assertThat(page.locator("h1").textContent()).isEqualTo("On the way to Dallas, TX");
      assertThat(page.locator(".summary").textContent())
          .contains("Arrives in ")
          .contains("mi to go");
      assertThat(page.locator(".map .truck").count()).isEqualTo(1);
      assertThat(page.locator("meta[http-equiv=refresh]").getAttribute("content")).isEqualTo("60");

      page = visit.open(load.text("driverWebLink")).page();
      assertThat(page.locator("h1").textContent()).isEqualTo("Lone Star Grocers DC");
      visit.assertNoComplaint();
    }
  }

  @Test
  void aPhoneShowsTheSameInOneColumn() {
    Tree load = onTheRoad();
    String onDesktop;
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();
      PlaywrightAssertions.assertThat(page.locator("[data-live]")).isVisible();
      onDesktop = page.locator("main").textContent();
      assertThat(number(visit, ".timeline", "left")).isGreaterThan(number(visit, ".map", "right"));
    }
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();

      PlaywrightAssertions.assertThat(page.locator("[data-live]")).isVisible();
      assertThat(page.locator("main").textContent()).isEqualTo(onDesktop);
      assertThat(number(visit, ".timeline", "top"))
          .isGreaterThanOrEqualTo(number(visit, ".map", "bottom"));
      assertThat(
              visit.number(
                  "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
          .isZero();
      PlaywrightAssertions.assertThat(page.locator("[data-live]")).hasText("Live");
      visit.screenshot("track-phone");
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  @InBrowser.OnlyInChromium("WebDriver BiDi has no dark mode")
  void darkIsTheSameInOtherColours() {
    Tree load = onTheRoad();
    Object light;
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();
      PlaywrightAssertions.assertThat(page.locator("[data-live]")).isVisible();
      light = visit.box("main");
    }
    try (Visit visit = Visit.dark(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();

      PlaywrightAssertions.assertThat(page.locator("[data-live]")).isVisible();
      assertThat(visit.box("main")).isEqualTo(light);
      assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
          .isEqualTo("rgb(13, 19, 26)");
      PlaywrightAssertions.assertThat(page.locator("[data-live]")).hasText("Live");
      visit.screenshot("track-dark");
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  void theDriversPhoneKeepsItsFixesWhileOffline() {
    Tree load = create();
    String loadNumber = load.text("loadNumber");
    server.clock().set(Instant.now());
    try (Visit visit = Visit.phone(server.baseUrl())) {
      visit.context().grantPermissions(List.of("geolocation"));
      visit.context().setGeolocation(new Geolocation(33.9, -118.4).setAccuracy(12));
      Page page = visit.page();
      page.clock().install();
      visit.open(load.text("driverWebLink"));
      PlaywrightAssertions.assertThat(page.locator("h1")).hasText("Valley Fresh Packing");
      visit.screenshot("driver-phone");
      visit.assertAccessible();

      page.getByText("Share my location").click();
      PlaywrightAssertions.assertThat(page.locator("[data-share-state]")).containsText("Last sent");
      assertThat(server.load(loadNumber).view().pingCount()).isEqualTo(1);
      visit.assertNoComplaint();

      visit.context().setOffline(true);
      visit.context().setGeolocation(new Geolocation(33.901, -118.4).setAccuracy(12));
      page.clock().runFor(61_000);
      PlaywrightAssertions.assertThat(page.locator("[data-waiting]"))
          .hasText("1 position waits for a connection.");
      visit.context().setOffline(false);
      page.clock().runFor(6_000);

      PlaywrightAssertions.assertThat(page.locator("[data-waiting]")).isHidden();
      assertThat(server.load(loadNumber).view().pingCount()).isEqualTo(2);
    }
  }

  @Test
  void theSimulatedTruckDrivesToTheNextStop() {
    Tree load = create();
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(load.text("driverWebLink")).page();

      page.getByText("Drive to the next stop").click();

      PlaywrightAssertions.assertThat(page.locator(".verb")).hasText("You are here. Load at");
      assertThat(server.load(load.text("loadNumber")).view().status())
          .isEqualTo(LoadStatus.AT_PICKUP);
      visit.assertNoComplaint();
    }
  }

  @Test
  void aFleetIsShownOnOneMap() {
    onTheRoad();
    drive("Seattle", "WA", SEATTLE, "Salt Lake City", "UT", SALT_LAKE_CITY, 0.8);
    drive("Minneapolis", "MN", MINNEAPOLIS, "Kansas City", "MO", KANSAS_CITY, 0.5);
    drive("Chicago", "IL", CHICAGO, "Atlanta", "GA", ATLANTA, 0.65);
    drive("Bayonne", "NJ", BAYONNE, "Miami", "FL", MIAMI, 0.4);
    drive("Houston", "TX", HOUSTON, "Jacksonville", "FL", JACKSONVILLE, 0.3);
    server.faults().next(null, Fault.status(502));
    client.get("/v1/agent/balance");
    client.get("/v1/agent/balance");
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.open(server.baseUrl() + "/__admin/").page();

      PlaywrightAssertions.assertThat(page.locator("[data-rows] tr")).hasCount(6);
      PlaywrightAssertions.assertThat(page.locator(".fleet .truck")).hasCount(6);
      PlaywrightAssertions.assertThat(page.locator("[data-now]")).containsText("UTC");
      visit.screenshot("console");
      visit.assertNoComplaint();
    }
  }

  @Test
  void hostileNamesAreOnlyTextEverywhere() {
    String order =
        """
        {"driverPhone":"+13125550142","shipperName":"<script>alert(1)</script>",
         "customerRef":"<img src=x onerror=alert(2)>","equipmentType":"<svg onload=alert(3)>",
         "pickups":[{"address":"<script>alert(4)</script>","city":"<img src=x onerror=alert(5)>",
           "state":"CA","zip":"90021","facilityName":"%s","lat":34.03,"lng":-118.23}],
         "deliveries":[%s]}\
        """
            .formatted("<b>F</b>".repeat(1_250), delivery());
    Tree load = client.post("/v1/agent/loads", order).json();
    try (Visit visit = Visit.phone(server.baseUrl())) {
      for (String link :
          List.of(
              load.text("trackingLink"),
              load.text("driverWebLink"),
              server.baseUrl() + "/__admin/")) {
        Page page = visit.open(link).page();
        PlaywrightAssertions.assertThat(page.locator("body"))
            .containsText(link.contains("driver") ? "<b>F</b>" : "<img src=x");
        if (!link.endsWith("/__admin/")) {
          assertThat(
                  visit.number(
                      "document.documentElement.scrollWidth -"
                          + " document.documentElement.clientWidth"))
              .isZero();
        }
      }
      visit.assertNoComplaint();
    }
  }

  @Test
  void theErrorPagesAreAccessibleToo() {
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      visit.open(server.baseUrl() + "/track/trk_0");

      visit.assertAccessible();
      assertThat(visit.page().locator("h1").textContent()).isEqualTo("This link leads nowhere");
    }
  }

  private static double number(Visit visit, String selector, String side) {
    return ((Number) visit.box(selector).get(side)).doubleValue();
  }

  /** From Los Angeles, loaded and left, now between Las Cruces and Dallas. */
  private Tree onTheRoad() {
    Tree load = create();
    Itinerary itinerary =
        Itinerary.startingAt(START, LOS_ANGELES.travel(200, 30_000))
            .driveTo(LOS_ANGELES, 50)
            .waitFor(Duration.ofMinutes(45))
            .driveAlong(Route.over(LOS_ANGELES, PHOENIX, LAS_CRUCES, DALLAS), 62);
    Instant now = START.plus(Duration.ofHours(15));
    for (SentFix sent : SimulatedTruck.on(itinerary).with(Noise.TYPICAL, 3)) {
      if (sent.sentAt().isAfter(now)) break;
      server.clock().set(sent.sentAt());
      server.driver(load.text("loadNumber")).ping(sent.fix());
    }
    return load;
  }

  /** A load between two places, driven a share of its way over one that lies off the straight. */
  private void drive(
      String fromCity,
      String fromState,
      Coordinates from,
      String toCity,
      String toState,
      Coordinates to,
      double share) {
    String stop =
        """
        {"address":"1 Dock Rd","city":"%s","state":"%s","zip":"%s","lat":%s,"lng":%s}\
        """;
    String order =
        "{\"driverPhone\":\"+13125550142\",\"pickups\":[%s],\"deliveries\":[%s]}"
            .formatted(
                stop.formatted(fromCity, fromState, "10001", from.lat(), from.lng()),
                stop.formatted(toCity, toState, "10001", to.lat(), to.lng()));
    String loadNumber = client.post("/v1/agent/loads", order).json().text("loadNumber");
    Coordinates bend = from.towards(to, 0.5).travel(from.bearingTo(to) + 90, 90_000);
    Route route = Route.over(from, bend, to);
    Itinerary itinerary =
        Itinerary.startingAt(START, from).waitFor(Duration.ofMinutes(40)).driveAlong(route, 60);
    Duration driven =
        Duration.ofSeconds((long) (share * Duration.between(START, itinerary.end()).toSeconds()));
    Duration later = Duration.between(START.plus(driven), server.clock().now());
    List<Fix> fixes = new ArrayList<>();
    for (SentFix sent : SimulatedTruck.on(itinerary)) {
      Fix fix = sent.fix();
      if (fix.time().isAfter(START.plus(driven))) break;
      fixes.add(
          new Fix(
              fix.time().plus(later),
              fix.at(),
              fix.accuracyMeters(),
              fix.speedMph(),
              fix.heading()));
    }
    server.addFixes(loadNumber, fixes);
  }

  private Tree create() {
    String order =
        """
        {"driverPhone":"+13125550142","shipperName":"Valley Fresh Produce","equipmentType":"REEFER",
         "weight":41200,
         "pickups":[{"facilityName":"Valley Fresh Packing","address":"1200 E 6th St",
           "city":"Los Angeles","state":"CA","zip":"90021","date":"2026-11-20T13:30:00Z",
           "lat":34.03,"lng":-118.23}],
         "deliveries":[%s]}\
        """
            .formatted(delivery());
    return client.post("/v1/agent/loads", order).json();
  }

  private static String delivery() {
    return """
    {"facilityName":"Lone Star Grocers DC","address":"4800 Singleton Blvd","city":"Dallas",
     "state":"TX","zip":"75212","date":"2026-11-21T20:30:00Z","lat":32.78,"lng":-96.88}\
    """;
  }
}
