package io.freightsdk.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.view.LoadView;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The details of a load in the console. The browser is in Denver, the stops are in the East. */
@Tag("slow") // drives a browser
@ExtendWith(TestBrowser.Start.class)
class ConsoleLoadIT {
  private static final Coordinates PICKUP = new Coordinates(39.1, -84.5);
  private static final Coordinates MIDDLE = new Coordinates(39.4, -84.5);
  private static final Coordinates DELIVERY = new Coordinates(39.8, -84.5);

  @AutoClose private final ConsoleScene scene = new ConsoleScene();

  @Test
  void aStopOffTheMapShowsTheReasonAndTheFix() {
    String load = create("Testville", "00001", "2026-11-20T22:00:00Z");
    scene.server.driver(load).ping(38.9, -84.5);
    try (BrowserSession session = desktop()) {
      Locator delivery = open(session, load).locator("#detail .stops li").last();
      assertThat(delivery)
          .containsText(
              "Not on the map: Testville, TN is not known, so no position can be an arrival here");
      assertThat(delivery).containsText("Create the load with lat and lng for this stop");
      assertThat(delivery).containsText("Only \"Deliver by hand\" ends this load");
      assertThat(fact(session, "Arrives about")).hasText("unknown: a stop ahead is not on the map");
      session.assertNoErrors();
    }
  }

  @Test
  void aPassedStopShowsTheNearestPosition() {
    String load = create(Orders.between(PICKUP, DELIVERY));
    Instant start = scene.server.clock().now().minus(Duration.ofHours(4));
    List<Fix> fixes = stay(start, PICKUP, 20);
    drive(fixes, PICKUP, DELIVERY.travel(90, 19_400));
    drive(fixes, DELIVERY.travel(90, 19_400), DELIVERY.travel(45, 60_000));
    scene.server.addFixes(load, fixes);
    try (BrowserSession session = desktop()) {
      Locator stops = open(session, load).locator("#detail .stops li");
      assertThat(stops.last())
          .containsText(
              Pattern.compile(
                  "Nearest of the last 61 positions: 11\\.\\d mi away, its fence has 2\\.0 mi"));
      assertThat(stops.first()).not().containsText("Nearest");
      session.assertNoErrors();
    }
  }

  @Test
  void aTooShortStayIsExplainedAtItsStop() {
    String load = create(Orders.between(PICKUP, MIDDLE, DELIVERY));
    Instant start = scene.server.clock().now().minus(Duration.ofHours(3));
    List<Fix> fixes = stay(start, PICKUP, 20);
    fixes.addAll(stay(start.plus(Duration.ofMinutes(90)), DELIVERY, 3));
    scene.server.addFixes(load, fixes);
    try (BrowserSession session = desktop()) {
      Locator stops = open(session, load).locator("#detail .stops li");
      assertThat(stops.nth(1))
          .containsText("stop 2 comes first: it is missed when the truck parks here");
      assertThat(stops.nth(2)).containsText("inside stop 3, but stop 2 comes first");
      assertThat(stops.nth(0)).not().containsText("inside");
      session.assertNoErrors();
    }
  }

  @Test
  void aLateTruckShowsTheDelayAndTheAppointment() {
    String load = create("Sevierville", "37862", "2026-11-20T15:00:00Z"); // ends two hours later
    scene.server.driver(load).driveUntil(LoadStatus.IN_TRANSIT).driveTo(37.2, -84.1);
    try (BrowserSession session = desktop()) {
      Page page = open(session, load);
      assertThat(page.locator("#detail .late")).hasText(Pattern.compile("\\d+ h \\d+ min late"));
      assertThat(fact(session, "Arrives about"))
          .hasText(
              Pattern.compile(
                  "Fri, Nov 20, .* EST, \\d+ h \\d+ min late"
                      + " \\(appointment until Fri, Nov 20, 12:00 PM EST\\)"));
      session.assertAccessible();

      scene.server.driver(load).driveUntil(LoadStatus.DELIVERED);
      assertThat(fact(session, "Delivered"))
          .containsText("min late (appointment until Fri, Nov 20");
      assertThat(page.locator("#detail .late")).isVisible();
      session.assertNoErrors();
    }
  }

  @Test
  void aTruckInTimeIsNotMarkedAsLate() {
    try (BrowserSession session = desktop()) {
      Page page = open(session, ConsoleScene.ON_THE_ROAD);
      assertThat(fact(session, "Arrives about")).containsText(" EST, on time");
      assertThat(page.locator("#detail .late")).hasCount(0);
      session.assertNoErrors();
    }
  }

  @Test
  void aLoadWithoutPositionsShowsThatItsLinkWasNotOpened() {
    try (BrowserSession session = desktop()) {
      open(session, ConsoleScene.PLANNED);
      assertThat(fact(session, "Arrives about")).hasText("unknown: no position yet");
      assertThat(fact(session, "Driver's phone"))
          .hasText("+13125550142, has not opened the driver's page");
      session.assertNoErrors();
    }
  }

  @Test
  void aVisitedStopShowsItsArrivalAndDeparture() {
    LoadView load = scene.server.load(ConsoleScene.ON_THE_ROAD).view();
    DateTimeFormatter eastern =
        DateTimeFormatter.ofPattern("EEE, MMM d, h:mm a 'EST'", Locale.US)
            .withZone(ZoneId.of("America/New_York"));
    try (BrowserSession session = desktop()) {
      Locator pickup = open(session, load.loadNumber()).locator("#detail .stops li").first();
      assertThat(pickup).containsText("Arrived " + eastern.format(load.stop(1).arrivedAt()));
      assertThat(pickup).containsText("Left " + eastern.format(load.stop(1).departedAt()));
      assertThat(fact(session, "Positions")).containsText(load.pingCount() + ", ");
      session.assertNoErrors();
    }
  }

  @Test
  void aLoadIsCancelledByItsButton() {
    try (BrowserSession session = desktop()) {
      Page page = open(session, ConsoleScene.PLANNED);
      page.evaluate("window.confirm = () => true");
      page.getByText("Cancel the load").click();
      assertThat(page.locator("#detail .badge").first()).hasText("cancelled");
      assertThat(page.getByText("Cancel the load")).hasCount(0);
      session.assertNoErrors();
    }
  }

  @Test
  void timesNameTheirZone() {
    try (BrowserSession session = desktop()) {
      Locator detail = open(session, ConsoleScene.ON_THE_ROAD).locator("#detail");
      assertThat(fact(session, "Created")).hasText("Nov 20, 6:10:00 AM MST");
      assertThat(detail.locator(".stops li").first())
          .containsText("Appointment Fri, Nov 20, 9:00 AM EST to Fri, Nov 20, 11:00 AM EST");
      assertThat(detail.locator(".stops li").last()).hasClass("next");
      assertThat(session.page().locator("#now")).hasText("Nov 20, 11:22:00 AM MST, stopped");

      scene.server.driver(ConsoleScene.ON_THE_ROAD).driveUntil(LoadStatus.DELIVERED);
      assertThat(detail).containsText("arrived at stop 2 at Nov 20, ");
      assertThat(session.page().locator("body"))
          .not()
          .containsText(Pattern.compile("T\\d\\d:\\d\\d"));
      session.assertNoErrors();
    }
  }

  @Test
  void namesOnTheMapDoNotCoverEachOther() {
    scene.server.driver(ConsoleScene.ON_THE_ROAD).driveTo(35.95, -83.56);
    try (BrowserSession session = BrowserSession.phone(scene.server.baseUrl())) {
      Page page = open(session, ConsoleScene.ON_THE_ROAD);
      assertThat(page.locator(".map .leaflet-tooltip:not([hidden])")).hasCount(3);
      assertThat(page.locator(".map .driven")).hasCount(1);
      assertThat((List<?>) page.evaluate(COVERED_NAMES)).isEmpty();
      session.assertNoErrors();
    }
  }

  @Test
  void stopsInOneCityAreNumberedWithoutCoveringEachOther() {
    Coordinates[] docks = new Coordinates[11];
    for (int i = 0; i < 10; i++) docks[i] = PICKUP.travel(36 * i, 3_000);
    docks[10] = DELIVERY;
    String load = create(Orders.between(PICKUP, docks));
    try (BrowserSession session = BrowserSession.phone(scene.server.baseUrl())) {
      Page page = open(session, load);
      assertThat(page.locator("#detail .stops h3").last()).hasText("12. Delivery: 1 Dock Rd");
      Locator names = page.locator(".map .leaflet-tooltip");
      assertThat(names).hasCount(12);
      assertThat(names.first()).hasText("1 Cincinnati, OH");
      assertThat(names.last()).hasText("12");
      assertThat((List<?>) page.evaluate(COVERED_NAMES)).isEmpty();
      session.assertNoErrors();
    }
  }

  @Test
  void detailsOfALoadAreBelowItsButtons() {
    try (BrowserSession session = desktop()) {
      Locator cards = open(session, ConsoleScene.ON_THE_ROAD).locator("#detail .card");
      assertThat(cards).hasCount(2);
      BoundingBox buttons = cards.first().boundingBox();
      BoundingBox details = cards.last().boundingBox();
      assertThat(details.x).isEqualTo(buttons.x);
      assertThat(details.y - buttons.y - buttons.height).isBetween(0.0, 20.0);
      session.assertNoErrors();
    }
  }

  /** Shown names that reach out of the map or into the box of another one. */
  private static final String COVERED_NAMES =
      """
      () => {
        const map = document.getElementById("map").getBoundingClientRect();
        const names = [...document.querySelectorAll(".map .leaflet-tooltip:not([hidden])")];
        const boxes = names.map((name) => name.getBoundingClientRect());
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return names.filter((name, i) => boxes[i].left < map.left || boxes[i].right > map.right
            || boxes.some((box, j) => i !== j && meet(box, boxes[i]))).map((name) => name.textContent);
      }
      """;

  @Test
  void theKeyboardLeadsToALoadAndBackToItsRow() {
    try (BrowserSession session = BrowserSession.phone(scene.server.baseUrl())) {
      Page page = session.open(scene.console("#loads")).page();
      Locator row = page.locator("#rows a").last();
      row.focus();
      page.keyboard().press("Enter");
      assertThat(page.locator("#detail h2")).isFocused();
      page.keyboard().press("Tab");
      page.keyboard().press("Enter");
      assertThat(row).isFocused();
      session.assertNoErrors();
    }
  }

  @Test
  void theFocusStaysWhenTheListChanges() {
    try (BrowserSession session = desktop()) {
      Page page = session.open(scene.console("#loads")).page();
      Locator row = page.locator("#rows a").last();
      row.focus();
      create(Orders.between(PICKUP, DELIVERY));
      assertThat(page.locator("#rows tr")).hasCount(4);
      assertThat(row).isFocused();
      session.assertNoErrors();
    }
  }

  @Test
  void aFreeRequestShowsThatNothingWasCharged() {
    scene.client.get("/v1/agent/pricing");
    try (BrowserSession session = BrowserSession.phone(scene.server.baseUrl())) {
      Page page = session.open(scene.console("#requests")).page();
      Locator charged = page.locator("#rows td[data-label='charged ']");
      assertThat(charged.first()).hasText("nothing");
      assertThat(charged.last()).hasText("0.65 USD");
      session.assertNoErrors();
    }
  }

  @Test
  void anAppointmentIsInTheTimeZoneOfTheBrowser() {
    try (BrowserSession session = desktop()) {
      Page page = session.open(scene.console("#loads/new")).page();
      assertThat(page.locator("#buy")).isEnabled();
      assertThat(page.locator("[name=fromDate]")).hasValue("2026-11-20T14:00");
      page.locator("[name=customerRef]").fill("");
      page.locator("[name=fromDate]").fill("2026-11-21T08:00");
      page.locator("#buy").click();
      assertThat(page.locator("#notice")).hasText("Created LD-2026-0004");
      assertThat(scene.server.load("LD-2026-0004").view().stop(1).windowFrom())
          .isEqualTo("2026-11-21T15:00:00Z");
      session.assertNoErrors();
    }
  }

  private BrowserSession desktop() {
    return BrowserSession.desktop(scene.server.baseUrl());
  }

  private Page open(BrowserSession session, String load) {
    return session.open("about:blank").open(scene.console("#loads/" + load)).page();
  }

  private static Locator fact(BrowserSession session, String term) {
    return session.page().locator("#detail dt:text-is(\"" + term + "\") + dd");
  }

  /** From Cincinnati to a city in Tennessee. */
  private String create(String city, String zip, String deliveryDate) {
    return create(
        String.format(
            Locale.ROOT,
            """
            {"driverPhone":"+13125550142",
             "pickups":[{"address":"255 E 5th St","city":"Cincinnati","state":"OH","zip":"45202"}],
             "deliveries":[{"address":"120 Gary Wade Blvd","city":"%s","state":"TN","zip":"%s",
               "date":"%s"}]}""",
            city,
            zip,
            deliveryDate));
  }

  private String create(String order) {
    return scene.client.post("/v1/agent/loads", order).json().text("loadNumber");
  }

  private static List<Fix> stay(Instant start, Coordinates place, int minutes) {
    List<Fix> fixes = new ArrayList<>();
    for (int i = 0; i <= minutes; i++) {
      fixes.add(Fix.of(start.plus(Duration.ofMinutes(i)), place.lat(), place.lng(), 8));
    }
    return fixes;
  }

  /** Adds twenty fixes, one every four minutes, that follow the latest one. */
  private static void drive(List<Fix> fixes, Coordinates from, Coordinates to) {
    Instant start = fixes.get(fixes.size() - 1).time();
    for (int i = 1; i <= 20; i++) {
      Coordinates place = from.towards(to, i / 20.0);
      fixes.add(Fix.of(start.plus(Duration.ofMinutes(4L * i)), place.lat(), place.lng(), 8));
    }
  }
}
