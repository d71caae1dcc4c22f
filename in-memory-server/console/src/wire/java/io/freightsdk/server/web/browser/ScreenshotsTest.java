package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Geolocation;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Every state of the pages as {@code target/screenshots/*.png}, to be looked at by people; axe
 * looks at each as well.
 */
@InBrowser
class ScreenshotsTest {
  private static final Instant START = Instant.parse("2026-11-20T13:10:00Z");
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(START)
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .simulatedDrives(true)
          .seed(11)
          .start();
  private final Broker broker = server.createBroker("250.00");
  private final Http client = new Http(server.baseUrl(), broker.agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void theCustomersPage() {
    Tree load = create(stop("Dallas", "TX", 32.78, -96.8), stop("Memphis", "TN", 35.1, -90.0));
    String number = load.text("loadNumber");
    String link = load.text("trackingLink");
    shoot(desktop(), link, "01-track-planned");
    server.driver(number).driveUntil(LoadStatus.AT_PICKUP);
    shoot(phone(), link, "02-track-at-pickup-phone");
    server.driver(number).driveUntil(LoadStatus.IN_TRANSIT);
    for (double share : new double[] {0.2, 0.3, 0.4, 0.5}) {
      server.clock().advance(Duration.ofMinutes(50));
      server.driver(number).ping(DALLAS.towards(MEMPHIS, share));
    }
    shoot(desktop(), link, "03-track-in-transit");
    shoot(phone(), link, "04-track-in-transit-phone");
    shoot(dark(), link, "05-track-in-transit-dark");
    shoot(desktop(), link + "?lang=es", "03-track-in-transit-spanish");
    shoot(phone(), link + "?lang=es", "04-track-in-transit-spanish-phone");
    server.clock().advance(Duration.ofHours(5));
    shoot(phone(), link + "?lang=es", "06-track-silent-spanish-phone");
    shoot(phone(), link, "06-track-silent-phone");
    shoot(desktop(), link, "07-track-silent");
    server.load(number).awaitBol(true);
    server.driver(number).driveUntil(LoadStatus.AT_DELIVERY);
    shoot(desktop(), link, "08-track-at-delivery");
    client.post(
        "/v1/agent/loads/" + number + "/delivery-confirm",
        "{\"bol_received_at\":\"" + server.clock().now() + "\"}");
    shoot(phone(), link, "09-track-delivered-phone");
  }

  @Test
  void theCustomersPageOfThreeStops() {
    Tree load =
        create(
            stop("Chicago", "IL", 41.86, -87.7),
            stop("Nashville", "TN", 36.14, -86.74),
            stop("Atlanta", "GA", 33.74, -84.5));
    String number = load.text("loadNumber");
    String link = load.text("trackingLink");
    server.driver(number).driveUntil(LoadStatus.IN_TRANSIT);
    shoot(phone(), link, "09-track-three-stops-phone");
    shoot(phone(), link + "?lang=es", "09-track-three-stops-spanish-phone");
    server.driver(number).driveOnToStop(2);
    shoot(desktop(), link, "09-track-at-stop");
    shoot(dark(), link + "?lang=es", "09-track-at-stop-spanish-dark");
  }

  @Test
  void theMapAtEveryScale() {
    Tree alaska =
        create(stop("Seattle", "WA", 47.6, -122.3), stop("Anchorage", "AK", 61.2, -149.9));
    drive(alaska, new Coordinates(47.6, -122.3), new Coordinates(61.2, -149.9), 0.4);
    shoot(desktop(), alaska.text("trackingLink"), "10-map-alaska");
    Tree island =
        create(stop("San Juan", "PR", 18.4655, -66.1057), stop("Ponce", "PR", 18.0111, -66.6141));
    drive(island, new Coordinates(18.4655, -66.1057), new Coordinates(18.0111, -66.6141), 0.6);
    shoot(phone(), island.text("trackingLink"), "11-map-puerto-rico-phone");
    Tree yard = create(stop("Dallas", "TX", 32.78, -96.8), stop("Irving", "TX", 32.8, -96.83));
    drive(yard, new Coordinates(32.78, -96.8), new Coordinates(32.8, -96.83), 0.99);
    shoot(desktop(), yard.text("trackingLink"), "12-map-yard");
    List<String> stops = new ArrayList<>();
    for (int i = 0; i < 20; i++)
      stops.add(stop("Stop " + (i + 1), "TX", 30 + 0.2 * i, -97 - 0.1 * i));
    Tree many = create(stops.toArray(String[]::new));
    drive(many, new Coordinates(30, -97), new Coordinates(30.2, -97.1), 0.9);
    shoot(phone(), many.text("trackingLink"), "13-track-twenty-stops-phone");
  }

  @Test
  void theDriversPage() {
    Tree load = create(stop("Dallas", "TX", 32.78, -96.8), stop("Memphis", "TN", 35.1, -90.0));
    String link = load.text("driverWebLink");
    shoot(phone(), link, "14-driver-before-phone");
    try (Visit visit = phone()) {
      visit.context().grantPermissions(List.of("geolocation"));
      visit.context().setGeolocation(new Geolocation(32.9, -96.9).setAccuracy(12));
      Page page = visit.page();
      page.clock().install();
      visit.open(link);
      page.getByText("Share my location").click();
      assertThat(page.locator("[data-share-state]")).containsText("Last sent");
      done(visit, "15-driver-sharing-phone");
      visit.context().setOffline(true);
      page.clock().runFor(61_000);
      assertThat(page.locator("[data-waiting]")).isVisible();
      done(visit, "16-driver-offline-phone");
    }
    server.driver(load.text("loadNumber")).driveUntil(LoadStatus.DELIVERED);
    server.clock().advance(Duration.ofHours(25));
    shoot(phone(), link, "17-driver-ended-phone");
    server.clock().advance(Duration.ofDays(8));
    shoot(phone(), link, "18-driver-closed-phone");
    shoot(phone(), load.text("trackingLink"), "19-track-expired-phone");
    for (int i = 0; i < 60; i++) client.get("/track/trk_none");
    shoot(phone(), load.text("trackingLink"), "20-track-too-many-phone");
  }

  @Test
  void theConsole() {
    Tree one = create(stop("Dallas", "TX", 32.78, -96.8), stop("Memphis", "TN", 35.1, -90.0));
    drive(one, DALLAS, MEMPHIS, 0.6);
    Tree two = create(stop("Chicago", "IL", 41.86, -87.7), stop("Atlanta", "GA", 33.74, -84.5));
    drive(two, new Coordinates(41.86, -87.7), new Coordinates(33.74, -84.5), 0.3);
    server.faults().next(Operation.GET_BALANCE, Fault.status(502));
    client.get("/v1/agent/balance");
    client.get("/v1/agent/balance");
    server.faults().times(Operation.CREATE_LOAD, 3, Fault.closeAfterCommit());
    String console = server.baseUrl() + "/__admin/";
    String number = one.text("loadNumber");
    String request = server.journal().requests().get(0).requestId();
    shoot(wide(), console, "21-console-loads");
    shoot(wide(), console + "#view=loads&load=" + number, "22-console-load");
    shoot(wide(), console + "#view=requests&request=" + request, "23-console-request");
    shoot(wide(), console + "#view=faults", "24-console-faults");
    shoot(wide(), console + "#view=brokers&broker=" + broker.brokerId(), "25-console-broker");
    shoot(wide(), console + "#view=messages", "26-console-messages");
    shoot(wide(), console + "#view=requests", "26-console-requests");
    shoot(wide(), console + "#view=try", "26-console-try");
    shoot(phone(), console, "27-console-loads-phone");
    shoot(phone(), console + "#view=requests&request=" + request, "27-console-request-phone");
    shoot(phone(), console + "#view=loads&load=" + number, "27-console-phone");
    shoot(dark(), console, "28-console-dark");
  }

  @Test
  void theConsoleWithoutAnythingToShow() {
    String console = server.baseUrl() + "/__admin/";
    try (Visit visit = wide()) {
      Page page = visit.open(console).page();
      assertThat(page.locator("[data-empty]")).isVisible();
      assertThat(page.locator("[data-now]")).containsText("UTC");
      done(visit, "29-console-empty");
      page.getByText("Start over").first().click();
      assertThat(page.locator("[data-confirm]")).isVisible();
      done(visit, "30-console-question");
      page.getByText("Keep it").click();
      page.navigate(console + "#view=loads&load=LD-2026-0999");
      assertThat(page.locator("[data-panel]")).containsText("Not there any more");
      done(visit, "31-console-gone");
      visit.context().setOffline(true);
      server.close();
      assertThat(page.locator("[data-said]")).hasText("No connection to the server");
      done(visit, "32-console-without-server");
    }
  }

  private static final Coordinates DALLAS = new Coordinates(32.78, -96.8);
  private static final Coordinates MEMPHIS = new Coordinates(35.1, -90.0);

  private void shoot(Visit opened, String link, String name) {
    try (Visit visit = opened) {
      visit.open(link);
      boolean console = link.contains("/__admin/");
      if (console) {
        assertThat(visit.page().locator("[data-rows] tr").first()).isVisible();
        assertThat(visit.page().locator("header")).containsText("UTC");
      }
      if (link.endsWith("/__admin/")) {
        assertThat(visit.page().locator(".fleet .truck").first()).isVisible();
      }
      if (link.contains("request=") || link.contains("broker=")) {
        assertThat(visit.page().locator("#panel-title")).isVisible();
      }
      if (link.contains("load=")) assertThat(visit.page().locator("[data-fixes]")).isVisible();
      done(visit, name);
    }
  }

  private static void done(Visit visit, String name) {
    visit.screenshot(name);
    visit.assertAccessible();
    assertThat(
            visit.number(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
        .isZero();
  }

  private static Visit desktop() {
    return Visit.desktop("http://");
  }

  private static Visit phone() {
    return Visit.phone("http://");
  }

  private static Visit dark() {
    return Visit.dark("http://");
  }

  private static Visit wide() {
    return Visit.wide("http://");
  }

  /** Loaded at the first place, and a share of the way to the second. */
  private void drive(Tree load, Coordinates from, Coordinates to, double share) {
    var driver = server.driver(load.text("loadNumber"));
    driver.ping(from);
    server.clock().advance(Duration.ofMinutes(3));
    driver.ping(from);
    double hours = from.milesTo(to) * share / 55 / 8;
    for (int i = 1; i <= 8; i++) {
      server.clock().advance(Duration.ofSeconds((long) Math.max(120, hours * 3_600)));
      driver.ping(from.towards(to, share * i / 8));
    }
  }

  private Tree create(String... stops) {
    String order =
        "{\"driverPhone\":\"+13125550142\",\"equipmentType\":\"REEFER\",\"weight\":41200,"
            + "\"pickups\":[%s],\"deliveries\":[%s]}";
    String rest = String.join(",", List.of(stops).subList(1, stops.length));
    return client.post("/v1/agent/loads", order.formatted(stops[0], rest)).json();
  }

  private static String stop(String city, String state, double lat, double lng) {
    return """
        {"facilityName":"%s Cold Storage","address":"1200 Dock Rd","city":"%s","state":"%s","zip":"75201",
         "date":"2026-11-20T15:00:00Z","lat":%s,"lng":%s}"""
        .formatted(city, city, state, lat, lng);
  }
}
