package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.Geolocation;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A driver's phone, and the same page in a wide window, with its clock in the test's hand: what is
 * sent, and when nothing is.
 */
@ParameterizedClass
@EnumSource(Visit.Window.class)
@InBrowser
class DriverPhoneTest {
  private static final Instant START = Instant.parse("2026-11-20T13:10:00Z");

  /** Positions measured at the phone's time, which is the test's. */
  static final String PHONE_TIME =
      """
      for (const name of ['getCurrentPosition', 'watchPosition']) {
        const original = Geolocation.prototype[name];
        Geolocation.prototype[name] = function (found, failed, options) {
          const timed = ({ coords }) => found({ coords, timestamp: Date.now() });
          return original.call(this, timed, failed, options);
        };
      }
      """;

  @Parameter private Visit.Window window;

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().clockStart(START).seed(11).start();
  private final Broker broker = server.createBroker("25.00");
  private final Http client = new Http(server.baseUrl(), broker.agentKey());
  private final Tree load = client.post("/v1/agent/loads", Orders.TWO_STOPS).json();
  private final String loadNumber = load.text("loadNumber");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void nothingIsSentBeforeTheButtonAndNothingAfterStop() {
    onThePhone(
        page -> {
          page.clock().runFor(180_000);
          assertThat(pings()).isZero();

          share(page);
          assertThat(pings()).isEqualTo(1);
          page.getByText("Sharing. Press to stop").click();
          assertThat(state(page)).containsText("Nothing is sent");
          move(page, 39.2);
          aMinuteLater(page);
          aMinuteLater(page);
          page.reload();
          aMinuteLater(page);

          assertThat(state(page)).containsText("Not shared");
          assertThat(pings()).isEqualTo(1);
        });
  }

  @Test
  @InBrowser.OnlyInChromium("Firefox answers later than the page's time, which the test moves")
  void aParkedPhoneSendsAFixAMinute() {
    onThePhone(
        page -> {
          share(page);
          for (int minute = 2; minute <= 5; minute++) {
            aMinuteLater(page);
            awaitPings(page, minute);
          }
        });
  }

  @Test
  void theScreenStaysOnWhileItSharesAndNoLonger() {
    onThePhone(
        page -> {
          page.addInitScript(
              "window.locks = 0; Object.defineProperty(navigator, 'wakeLock', { value: { request:"
                  + " async () => (locks++, { release: () => locks-- }) } });");
          page.reload();
          assertThat(page.evaluate("window.locks")).isEqualTo(0);
          share(page);
          assertThat(page.evaluate("window.locks")).isEqualTo(1);
          page.getByText("Sharing. Press to stop").click();
          assertThat(page.evaluate("window.locks")).isEqualTo(0);
        });
  }

  @Test
  void aReloadGoesOnSharing() {
    onThePhone(
        page -> {
          share(page);
          server.clock().advance(Duration.ofMinutes(1));
          page.reload();

          assertThat(page.getByText("Sharing. Press to stop")).isVisible();
          awaitPings(page, 2);
        });
  }

  @Test
  void withoutStorageItSharesAllTheSameAlsoAfterAReload() {
    onThePhone(
        page -> {
          page.addInitScript(
              "for (const name of ['getItem', 'setItem', 'removeItem'])"
                  + " Storage.prototype[name] = () => { throw new Error('no storage'); };");
          page.reload();
          share(page);
          assertThat(pings()).isEqualTo(1);
          aMinuteLater(page);
          awaitPings(page, 2);
          server.clock().advance(Duration.ofMinutes(1));
          page.reload();
          awaitPings(page, 3);
        });
  }

  @Test
  void aRefusedStreamNeitherReloadsNorStopsIt() {
    onThePhone(
        page -> {
          page.context().route("**/events?*", Route::abort);
          page.context().route("**/live?*", Route::abort);
          page.reload();
          page.evaluate("window.neverReloaded = true");
          share(page);
          aMinuteLater(page);
          awaitPings(page, 2);
          aMinuteLater(page);
          awaitPings(page, 3);
          assertThat(page.evaluate("window.neverReloaded")).isEqualTo(true);
        });
  }

  @Test
  void fixesAreKeptWhileTheServerDoesNotKnowTheLoadAndPausesGrow() {
    onThePhone(
        page -> {
          share(page);
          int[] asked = {0};
          String pings = "**/ping";
          Consumer<Route> gone =
              route -> {
                asked[0]++;
                route.fulfill(
                    new Route.FulfillOptions().setStatus(404).setBody("{\"error\":\"x\"}"));
              };
          page.context().route(pings, gone);
          for (int i = 1; i <= 4; i++) {
            aMinuteLater(page);
            assertThat(page.locator("[data-waiting]"))
                .containsText(i + (i == 1 ? " position waits" : " positions wait"));
          }
          assertThat(state(page)).containsText("does not know this load at the moment");
          assertThat(asked[0]).isBetween(2, 9);

          page.context().unroute(pings, gone);
          page.clock().runFor(330_000);
          assertThat(page.locator("[data-waiting]")).isHidden();
          assertThat(pings()).isGreaterThanOrEqualTo(5);
        });
  }

  @Test
  void whatWasNotSentBeforeStopIsNotSentAfterIt() {
    onThePhone(
        page -> {
          share(page);
          page.context().setOffline(true);
          aMinuteLater(page);
          assertThat(page.locator("[data-waiting]")).hasText("1 position waits for a connection.");
          page.getByText("Sharing. Press to stop").click();
          page.context().setOffline(false);
          page.clock().runFor(600_000);
          assertThat(page.locator("[data-waiting]")).containsText("was not sent");
          assertThat(pings()).isEqualTo(1);

          page.getByText("Delete positions that were not sent").click();
          assertThat(page.locator("[data-waiting]")).isHidden();
        });
  }

  @Test
  void thePhonesClockMayBeHoursOff() {
    for (long hours : new long[] {-2, 2}) {
      int before = pings();
      Instant now = server.clock().now();
      onThePhone(
          now.plus(Duration.ofHours(hours)),
          page -> {
            share(page);
            Instant measured = server.load(loadNumber).explain().get(before).fix().time();
            assertThat(Duration.between(now, measured).abs()).isLessThan(Duration.ofMinutes(2));
          });
      server.clock().advance(Duration.ofMinutes(5));
    }
  }

  @Test
  @InBrowser.OnlyInChromium("Firefox answers later than the page's time, which the test moves")
  void aServerWhoseTimeRunsSixtyTimesFasterTakesThePhonesPositions() {
    try (InMemoryFreightServer fast =
            InMemoryFreightServer.builder().clockStart(START).timeScale(60).start();
        Visit visit = window.open(fast.baseUrl())) {
      Http caller = new Http(fast.baseUrl(), fast.createBroker("5.00").agentKey());
      Tree created = caller.post("/v1/agent/loads", Orders.TWO_STOPS).json();
      Page page = prepared(visit, Instant.now());
      // What the page knows of the time then comes with the answers to what it sends.
      page.context().route("**/live?*", Route::abort);
      page.context().route("**/events?*", Route::abort);
      visit.open(created.text("driverWebLink"));
      share(page);
      for (int hour = 2; hour <= 4; hour++) {
        int expected = hour;
        fast.clock().advance(Duration.ofMinutes(61));
        // A page that still waits for an answer on a slow machine sends in its next minute.
        page.waitForCondition(
            () -> {
              page.clock().runFor(61_000);
              return pings(fast, created) >= expected;
            });
      }
      assertThat(fast.load(created.text("loadNumber")).explain())
          .allMatch(explained -> explained.accepted());
    }
  }

  @Test
  @InBrowser.OnlyInChromium("WebDriver BiDi blocks scripts later than they run")
  void aPreviewOfTheLinkDoesNotJoinAndItsReaderDoes() {
    try (Visit preview = Visit.withoutScripts(server.baseUrl())) {
      preview.open(load.text("driverWebLink"));
      assertThat(server.load(loadNumber).view().driverJoined()).isFalse();
    }
    onThePhone(page -> page.waitForCondition(() -> server.load(loadNumber).view().driverJoined()));
  }

  @Test
  void whatIsSharedIsSaidBeforeItIs() {
    onThePhone(
        page -> {
          Locator consent = page.locator("[data-consent]");
          for (String said :
              List.of(
                  "your dispatcher, and every customer who has this load's tracking link",
                  "about once a minute, also while you are parked",
                  "until you press stop or the load's last stop is done",
                  "Keep this page open and the screen on")) {
            assertThat(consent).containsText(said);
          }
          assertThat(consent.locator("li").first()).isVisible();
          assertThat(state(page)).containsText("Nothing is sent until you press the button");
        });
  }

  @Test
  void aStopThatWasPassedHasNoCheckMark() {
    // It loads, and with the phone off it passes the first delivery; then it stands at the second.
    String lexington =
        """
        {"address":"1 Main St","city":"Lexington","state":"KY","zip":"40507",
         "lat":38.0467,"lng":-84.4970},""";
    Tree three =
        client
            .post(
                "/v1/agent/loads",
                Orders.TWO_STOPS.replace(
                    "\"deliveries\":[", "\"deliveries\":[" + lexington.strip()))
            .json();
    String number = three.text("loadNumber");
    server.driver(number).driveToNextStop().waitAtStop(Duration.ofMinutes(40));
    server.driver(number).driveTo(38.8, -84.6);
    server.clock().advance(Duration.ofHours(9));
    for (int minutes : new int[] {11, 11, 11, 11, 0}) {
      server.driver(number).ping(35.8681, -83.5618);
      server.clock().advance(Duration.ofMinutes(minutes));
    }
    onThePhone(
        three,
        Instant.now(),
        page -> {
          Locator passed = page.locator(".stops li").nth(1);
          assertThat(passed).containsText("passed without a stop");
          assertThat(
                  page.evaluate(
                      "getComputedStyle(document.querySelectorAll('.stops li h3')[1],"
                          + " '::after').content"))
              .asString()
              .doesNotContain("✓", "✔");
        });
  }

  @Test
  void aRoughPositionIsCalledRoughAndAUselessOneIsNotSent() {
    onThePhone(
        page -> {
          accuracy(page, 900);
          share(page);
          assertThat(state(page)).containsText("only to within 900 m: too rough");
          accuracy(page, 6_000);
          aMinuteLater(page);
          assertThat(state(page)).containsText("Not shared: the phone's position is accurate only");
          assertThat(pings()).isEqualTo(1);
        });
  }

  @Test
  void stopInOneTabStopsTheOther() {
    onThePhone(
        page -> {
          share(page);
          Page second = page.context().newPage();
          second.navigate(load.text("driverWebLink"));
          assertThat(second.getByText("Sharing. Press to stop")).isVisible();
          assertThat(state(page)).hasText("Shared by another tab of this phone.");
          second.getByText("Sharing. Press to stop").click();
          assertThat(state(page)).containsText("Nothing is sent");
          assertThat(page.getByText("Share my location")).isVisible();
        });
  }

  @Test
  void theEndIsClearAndLeavesNothingPrivate() {
    onThePhone(
        page -> {
          share(page);
          server.driver(loadNumber).driveUntil(LoadStatus.DELIVERED);
          server.clock().advance(Duration.ofHours(25));

          assertThat(page.locator(".ended")).containsText("No position is sent any more");
          assertThat(page.locator("[data-share]")).hasCount(0);
          assertThat(page.locator(".directions")).hasCount(0);
          assertThat(page.locator("main")).not().containsText("Main St");
          Object kept = page.evaluate("Object.keys(localStorage).length");
          assertThat(kept).isEqualTo(0);
          int before = pings();
          page.clock().runFor(300_000);
          assertThat(pings()).isEqualTo(before);
        });
  }

  @Test
  void overPlainHttpItSaysWhatIsMissing() {
    try (Visit visit = window.open(server.baseUrl())) {
      Page page = visit.page();
      page.addInitScript("Object.defineProperty(window, 'isSecureContext', { value: false });");
      visit.open(load.text("driverWebLink"));

      assertThat(state(page)).containsText("--public-url https://");
      assertThat(page.locator("[data-share]")).isDisabled();
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  private void onThePhone(Consumer<Page> day) {
    onThePhone(Instant.now(), day);
  }

  private void onThePhone(Instant phoneTime, Consumer<Page> day) {
    onThePhone(load, phoneTime, day);
  }

  private void onThePhone(Tree followed, Instant phoneTime, Consumer<Page> day) {
    try (Visit visit = window.open(server.baseUrl())) {
      Page page = prepared(visit, phoneTime);
      visit.open(followed.text("driverWebLink"));
      day.accept(page);
    }
  }

  private static Page prepared(Visit visit, Instant phoneTime) {
    visit.context().grantPermissions(List.of("geolocation"));
    visit.context().setGeolocation(new Geolocation(39.0, -84.4).setAccuracy(12));
    Page page = visit.page();
    page.clock().install(new Clock.InstallOptions().setTime(phoneTime.toEpochMilli()));
    page.addInitScript(PHONE_TIME);
    return page;
  }

  private void share(Page page) {
    page.getByText("Share my location").click();
    assertThat(state(page)).containsText("Last sent");
  }

  private void aMinuteLater(Page page) {
    server.clock().advance(Duration.ofMinutes(1));
    // One tick more: a position may have come between two.
    page.clock().runFor(66_000);
  }

  private static Locator state(Page page) {
    return page.locator("[data-share-state]");
  }

  private int pings() {
    return pings(server, load);
  }

  private static int pings(InMemoryFreightServer server, Tree load) {
    return server.load(load.text("loadNumber")).view().pingCount();
  }

  /** Waits on the page's own word, which comes after the server's. */
  private void awaitPings(Page page, int count) {
    page.waitForCondition(() -> pings() >= count);
    assertThat(pings()).isEqualTo(count);
  }

  private static void move(Page page, double lat) {
    page.context().setGeolocation(new Geolocation(lat, -84.4).setAccuracy(12));
  }

  private static void accuracy(Page page, double meters) {
    page.context().setGeolocation(new Geolocation(39.0, -84.4).setAccuracy(meters));
  }
}
