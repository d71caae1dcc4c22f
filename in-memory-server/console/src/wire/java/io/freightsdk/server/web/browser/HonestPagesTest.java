package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.Geolocation;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.FreightServerBuilder;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerSnapshot;
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
 * Pages that stay open while the world changes: servers that start over, clocks that jump, tabs
 * that close. What is on the screen is true, or says since when it is not, and no position is lost.
 */
@InBrowser
class HonestPagesTest {
  private static final Instant START = Instant.parse("2026-11-20T13:10:00Z");
  private static final Coordinates DALLAS = new Coordinates(32.78, -96.8);
  private static final Coordinates MEMPHIS = new Coordinates(35.1, -90.0);
  private static final String DALLAS_TO_MEMPHIS =
      stop("Dallas", "TX", DALLAS) + "," + stop("Memphis", "TN", MEMPHIS);

  private InMemoryFreightServer server = builder().start();
  private Http client = new Http(server.baseUrl(), server.createBroker("25.00").agentKey());

  private static FreightServerBuilder builder() {
    return InMemoryFreightServer.builder().clockStart(START).pingThrottle(Duration.ZERO).seed(11);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aTabThatIsClosedLeavesSharingToTheOther() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    try (Visit visit = phone(load)) {
      Page first = visit.page();
      share(first);
      Page second = visit.context().newPage();
      second.navigate(load.text("driverWebLink"));
      assertThat(second.locator("[data-share-state]")).containsText("Last sent");
      assertThat(first.locator("[data-share-state]"))
          .hasText("Shared by another tab of this phone.");
      int before = pings(load);

      second.close();

      assertThat(first.locator("[data-share-state]")).containsText("Last sent");
      first.clock().runFor(61_000);
      first.waitForCondition(() -> pings(load) > before);
      visit.assertNoComplaint();
    }
  }

  @Test
  void aPhoneWhoseClockIsSetBackGoesOnSharing() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    Instant now = Instant.now();
    try (Visit visit = phone(load, now)) {
      Page page = visit.page();
      share(page);
      page.clock().setSystemTime(now.minus(Duration.ofHours(1)).toEpochMilli());
      for (int i = 1; i <= 10; i++) {
        int expected = i;
        server.clock().advance(Duration.ofSeconds(65));
        page.clock().runFor(65_000);
        page.waitForCondition(() -> pings(load) > expected);
      }
      assertThat(accepted(load)).isEqualTo(pings(load));
    }
  }

  @Test
  void aPhoneWhoseClockIsSetForwardLosesNothing() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    Instant now = Instant.now();
    try (Visit visit = phone(load, now)) {
      Page page = visit.page();
      share(page);
      page.clock().setSystemTime(now.plus(Duration.ofHours(2)).toEpochMilli());
      server.clock().advance(Duration.ofSeconds(65));
      page.clock().runFor(65_000);
      page.waitForCondition(() -> pings(load) == 2);
      assertThat(accepted(load)).isEqualTo(2);
    }
  }

  @Test
  void aServerThatStartsOverGetsEveryKeptPositionWhenItKnowsTheLoadAgain() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    try (Visit visit = phone(load)) {
      Page page = visit.page();
      share(page);
      ServerSnapshot before = server.snapshot();
      keepFiveOffline(visit);

      server.reset();
      visit.context().setOffline(false);
      Locator live = page.locator("[data-live]");
      visit.passUntil(() -> live.textContent().contains("has not known this load since"));

      assertThat(page.locator("[data-share-state]")).containsText("kept and sent later");
      assertThat(kept(page, load)).isGreaterThanOrEqualTo(5);

      server.restore(before);
      server.clock().advance(Duration.ofHours(1));
      visit.passUntil(() -> page.locator("[data-waiting]").isHidden());
      assertThat(pings(load)).isGreaterThanOrEqualTo(6);
      assertThat(page.locator("[data-live]")).isHidden();
    }
  }

  @Test
  void aPageOfSomebodyInBetweenTakesNoPosition() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    try (Visit visit = phone(load)) {
      Page page = visit.page();
      share(page);
      visit
          .context()
          .route(
              "**/ping",
              route ->
                  route.fulfill(
                      new Route.FulfillOptions()
                          .setContentType("text/html")
                          .setBody("<h1>Welcome to our truck stop</h1>")));
      minuteLater(page);
      assertThat(page.locator("[data-waiting]")).hasText("1 position waits for a connection.");

      visit.context().unroute("**/ping");
      visit.passUntil(() -> page.locator("[data-waiting]").isHidden());
      page.waitForCondition(() -> pings(load) >= 2);
    }
  }

  @Test
  void aServerWhoseClockWentBackGetsThePositionsOfItsFutureLater() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    server.clock().advance(Duration.ofHours(1));
    try (Visit visit = phone(load)) {
      Page page = visit.page();
      share(page);
      keepFiveOffline(visit);
      server.clock().set(START.plus(Duration.ofSeconds(1)));
      visit.context().setOffline(false);
      page.clock().runFor(10_000);
      assertThat(page.locator("[data-share-state]")).containsText("clock is behind");
      assertThat(kept(page, load)).isGreaterThanOrEqualTo(5);

      server.clock().advance(Duration.ofHours(2));
      visit.passUntil(() -> page.locator("[data-waiting]").isHidden());
      page.waitForCondition(() -> pings(load) >= 6);
    }
  }

  @Test
  void aCancelledLoadEndsSharingAtOnce() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    try (Visit visit = phone(load)) {
      Page page = visit.page();
      share(page);
      server.load(load.text("loadNumber")).cancel();
      assertThat(page.locator(".ended")).containsText("No position is sent any more");
      assertThat(page.locator("h1")).hasText("This load was cancelled");
      assertThat(page.locator("[data-share]")).hasCount(0);
      assertThat(page.evaluate("Object.keys(localStorage).length")).isEqualTo(0);
    }
  }

  @Test
  void afterARestartTheCustomersPageShowsWhatAFreshVisitWould() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    server.driver(load.text("loadNumber")).driveUntil(LoadStatus.IN_TRANSIT);
    int port = server.port();
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();
      assertThat(page.locator("[data-live]")).hasText("Live");
      server.close();
      server = builder().port(port).start();

      assertThat(page.locator("h1")).hasText("This link leads nowhere");
      assertThat(page.locator("body")).not().containsText("Arrives");
      assertThat(page).hasTitle("This link leads nowhere");
    }
  }

  @Test
  void aPageOfALoadThatIsKnownAgainComesBack() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    server.driver(load.text("loadNumber")).driveUntil(LoadStatus.IN_TRANSIT);
    ServerSnapshot known = server.snapshot();
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.page();
      page.clock().install();
      visit.open(load.text("trackingLink"));
      assertThat(page.locator("[data-live]")).hasText("Live");
      server.reset();
      assertThat(page.locator("h1")).hasText("This link leads nowhere");
      server.restore(known);
      visit.passUntil(() -> page.locator("h1").textContent().contains("On the way to Memphis, TN"));
    }
  }

  @Test
  void aDeliveredPageLeftOpenKnowsTheDayAndThatItsLinkExpired() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    server.driver(load.text("loadNumber")).driveUntil(LoadStatus.DELIVERED);
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();
      assertThat(page.locator(".arrival .value")).containsText("Today");
      server.clock().advance(Duration.ofDays(1));
      assertThat(page.locator(".arrival .value")).containsText("Yesterday");
      server.clock().advance(Duration.ofDays(7));
      assertThat(page.locator("h1")).hasText("This tracking link has expired");
    }
  }

  @Test
  void silenceKeepsItsExplanationAndEndsEstimates() {
    Tree load =
        create(
            stop("Seattle", "WA", new Coordinates(47.6, -122.3))
                + ","
                + stop("Memphis", "TN", MEMPHIS));
    drive(load, new Coordinates(47.6, -122.3), MEMPHIS, 0.32, Duration.ofHours(10));
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();
      server.clock().advance(Duration.ofMinutes(43));
      assertThat(page.locator(".arrival.silent")).containsText("of rest that drivers must take");
      assertThat(page.locator(".silence")).containsText("as if the truck had stood still");
      server.clock().advance(Duration.ofHours(3));
      assertThat(page.locator(".silence")).containsText("no estimate until");
      assertThat(page.locator(".arrival")).hasCount(0);
      assertThat(page.locator(".timeline")).not().containsText("Estimate");
    }
  }

  @Test
  void withoutAConnectionNothingIsSaidOfThisMoment() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    drive(load, DALLAS, MEMPHIS, 0.4, Duration.ofHours(3));
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.page();
      page.clock().install();
      visit.open(load.text("trackingLink"));
      assertThat(page.locator("[data-live]")).hasText("Live");
      assertThat(page.locator(".facts")).containsText("just now");
      server.close();
      Locator live = page.locator("[data-live]");
      visit.passUntil(() -> live.textContent().contains("No connection since"));
      assertThat(page.locator(".passing").first()).isHidden();
      assertThat(page.locator(".facts").innerText())
          .doesNotContain("just now")
          .doesNotContainPattern("\\bmph\\b");
    }
  }

  @Test
  void aStreamThatBreaksOffIsNotLiveFromThatMoment() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    drive(load, DALLAS, MEMPHIS, 0.4, Duration.ofHours(3));
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.page();
      // The page's own time stands still: it is told, and has not waited.
      page.clock().install();
      visit.open(load.text("trackingLink"));
      assertThat(page.locator("[data-live]")).hasText("Live");
      page.clock().pauseAt(System.currentTimeMillis() + 1_000);
      server.close();
      assertThat(page.locator("[data-live]")).hasText("Updating…");
      assertThat(page.locator(".passing").first()).isHidden();
    }
  }

  @Test
  void theNumbersOfStopsAreTextAndCountOnAfterAFold() {
    List<String> stops = new ArrayList<>();
    for (int i = 1; i <= 50; i++) {
      stops.add(stop("Town " + i, "TX", new Coordinates(29 + 0.1 * i, -97)));
    }
    Tree load = create(String.join(",", stops));
    server.driver(load.text("loadNumber")).driveOnToStop(4);
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink")).page();
      Locator last = page.locator(".timeline > ol > li").last();
      assertThat(last).containsText("Town 50, TX");
      assertThat(last.innerText()).startsWith("50");
      assertThat(page.locator("h1")).hasText("At the stop in Town 4, TX");
      assertThat(page.locator(".facts")).not().containsText("mph");
      visit.assertAccessible();
    }
  }

  private Visit phone(Tree load) {
    return phone(load, Instant.now());
  }

  private Visit phone(Tree load, Instant phoneTime) {
    Visit visit = Visit.phone(server.baseUrl());
    visit.context().grantPermissions(List.of("geolocation"));
    visit.context().setGeolocation(new Geolocation(32.78, -96.8).setAccuracy(10));
    Page page = visit.page();
    page.clock().install(new Clock.InstallOptions().setTime(phoneTime.toEpochMilli()));
    page.addInitScript(DriverPhoneTest.PHONE_TIME);
    visit.open(load.text("driverWebLink"));
    return visit;
  }

  private static void share(Page page) {
    page.getByText("Share my location").click();
    assertThat(page.locator("[data-share-state]")).containsText("Last sent");
  }

  private void keepFiveOffline(Visit visit) {
    visit.context().setOffline(true);
    for (int i = 1; i <= 5; i++) {
      minuteLater(visit.page());
      // The phone is asked in the machine's time, not in the page's.
      assertThat(visit.page().locator("[data-waiting]"))
          .hasText(
              i == 1
                  ? "1 position waits for a connection."
                  : i + " positions wait for a connection.");
    }
  }

  private void minuteLater(Page page) {
    server.clock().advance(Duration.ofMinutes(1));
    // One tick more: a position may have come between two.
    page.clock().runFor(66_000);
  }

  private static int kept(Page page, Tree load) {
    String token = load.text("driverWebLink").replaceFirst(".*/driver/", "");
    return (Integer)
        page.evaluate(
            "key => JSON.parse(localStorage.getItem(key) ?? '[]').length",
            "freight-fixes-" + token);
  }

  private int pings(Tree load) {
    return server.load(load.text("loadNumber")).view().pingCount();
  }

  private int accepted(Tree load) {
    return (int)
        server.load(load.text("loadNumber")).explain().stream()
            .filter(explained -> explained.accepted())
            .count();
  }

  private void drive(Tree load, Coordinates from, Coordinates to, double share, Duration time) {
    var driver = server.driver(load.text("loadNumber"));
    driver.ping(from);
    server.clock().advance(Duration.ofMinutes(4));
    driver.ping(from);
    int fixes = 40;
    for (int i = 1; i <= fixes; i++) {
      server.clock().advance(time.dividedBy(fixes));
      driver.ping(from.towards(to, share * i / fixes));
    }
  }

  private Tree create(String stops) {
    int first = stops.indexOf("},") + 1;
    String order =
        "{\"driverPhone\":\"+13125550142\",\"pickups\":[%s],\"deliveries\":[%s]}"
            .formatted(stops.substring(0, first), stops.substring(first + 1));
    return client.post("/v1/agent/loads", order).json();
  }

  private static String stop(String city, String state, Coordinates at) {
    return "{\"address\":\"1 Dock Rd\",\"city\":\"%s\",\"state\":\"%s\",\"zip\":\"75201\",\"lat\":%s,\"lng\":%s}"
        .formatted(city, state, at.lat(), at.lng());
  }
}
