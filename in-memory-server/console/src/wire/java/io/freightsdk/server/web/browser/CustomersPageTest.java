package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the customer's page says and draws, on a phone and on a desktop: nothing but what is known.
 */
@ParameterizedClass
@EnumSource(Visit.Window.class)
@InBrowser
class CustomersPageTest {
  private static final Coordinates DALLAS = new Coordinates(32.78, -96.8);
  private static final Coordinates MEMPHIS = new Coordinates(35.1, -90.0);
  private static final String DALLAS_TO_MEMPHIS =
      stop("Dallas", "TX", DALLAS) + "," + stop("Memphis", "TN", MEMPHIS);

  @Parameter private Visit.Window window;

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .seed(11)
          .start();
  private final Http client = new Http(server.baseUrl(), server.createBroker("25.00").agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void silenceIsSaidFirstAndNothingIsCalledLive() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    drive(load, DALLAS, MEMPHIS, 0.4, Duration.ofHours(3));
    look(
        load,
        page -> {
          assertThat(page.locator("[data-live]")).hasText("Live");
          server.clock().advance(Duration.ofHours(2));
          assertThat(page.locator(".silence")).containsText("No position since");
          assertThat(page.locator("[data-live]")).hasText("Connected");
          assertThat(page.locator(".arrival")).hasClass("arrival silent");
          assertThat(page.locator(".arrival .term"))
              .hasText("Estimate for Memphis, TN if the truck has not moved since");
          assertThat(page.locator(".truck.silent")).hasCount(1);
          Locator[] inOrder = {
            page.locator(".silence"), page.locator(".arrival"), page.locator(".map")
          };
          if (window == Visit.Window.PHONE) {
            for (int i = 1; i < inOrder.length; i++) {
              assertThat(inOrder[i].boundingBox().y).isGreaterThan(inOrder[i - 1].boundingBox().y);
            }
          }
        });
  }

  @Test
  void aSpanishCustomerReadsSpanishWhileTheTruckDrivesAndMayChoose() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    drive(load, DALLAS, MEMPHIS, 0.4, Duration.ofHours(3));
    look(
        load,
        page -> {
          page.getByText("Español").click();
          assertThat(page.locator("h1")).hasText("En camino a Memphis, TN");
          assertThat(page.locator("[data-live]")).hasText("En vivo");
          server.clock().advance(Duration.ofHours(2));
          assertThat(page.locator(".silence")).containsText("Sin posición desde");
          server.driver(load.text("loadNumber")).driveUntil(LoadStatus.DELIVERED);
          assertThat(page.locator("h1")).hasText("Entregada en Memphis, TN");
          page.navigate(create(DALLAS_TO_MEMPHIS).text("trackingLink"));
          assertThat(page.locator("h1")).hasText("Espera la recogida en Dallas, TX");
          page.getByText("English").click();
          assertThat(page.locator("h1")).hasText("Waiting for pickup in Dallas, TX");
        });
  }

  @Test
  void noNameIsCutAtAnEdgeOfTheMap() {
    Coordinates houston = new Coordinates(29.74, -95.27);
    Coordinates jacksonville = new Coordinates(30.37, -81.77);
    Coordinates denver = new Coordinates(39.77, -104.97);
    Coordinates bayonne = new Coordinates(40.67, -74.08);
    for (String stops :
        List.of(
            stop("Houston", "TX", houston) + "," + stop("Jacksonville", "FL", jacksonville),
            stop("Houston", "TX", houston) + "," + stop("Denver", "CO", denver),
            stop("Bayonne", "NJ", bayonne) + "," + stop("Houston", "TX", houston),
            stop("Rancho Santa Margarita", "CA", new Coordinates(33.64, -117.6))
                + ","
                + stop("East Rancho Dominguez", "CA", new Coordinates(33.9, -118.2)),
            DALLAS_TO_MEMPHIS)) {
      Tree load = create(stops);
      server.driver(load.text("loadNumber")).driveUntil(LoadStatus.IN_TRANSIT);
      look(
          load,
          page -> {
            assertThat(page.locator(".map .name")).not().hasCount(0);
            assertThat(
                    page.evaluate(
                        "(() => { const map = document.querySelector('.map').getBoundingClientRect();"
                            + " return [...document.querySelectorAll('.map text')].filter(one => {"
                            + " const box = one.getBoundingClientRect();"
                            + " return box.width && (box.left < map.left || box.right > map.right);"
                            + " }).map(one => one.textContent).join(); })()"))
                .isEqualTo("");
          });
    }
  }

  @Test
  void nothingIsTouchedUntilWhatIsShownChanges() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    Tree other = create(DALLAS_TO_MEMPHIS);
    drive(load, DALLAS, MEMPHIS, 0.4, Duration.ofHours(3));
    Instant nextMinute = server.clock().now().truncatedTo(ChronoUnit.MINUTES).plusSeconds(61);
    server.clock().set(nextMinute);
    look(
        load,
        page -> {
          assertThat(page.locator("[data-live]")).hasText("Live");
          page.evaluate(
              "window.touched = 0; new MutationObserver(() => touched++).observe("
                  + "document.querySelector('main'),"
                  + "{ subtree: true, childList: true, characterData: true }); 0");
          // A second tab shares the stream: what it shows next was looked at after the first.
          Page second = page.context().newPage();
          second.navigate(other.text("trackingLink"));
          for (int i = 1; i <= 5; i++) {
            server.clock().advance(Duration.ofSeconds(2));
            server.driver(other.text("loadNumber")).ping(DALLAS.towards(MEMPHIS, 0.1 * i));
            assertThat(second.locator(".facts")).containsText("Last seen");
          }
          assertThat(page.evaluate("window.touched")).isEqualTo(0);
          server.clock().advance(Duration.ofMinutes(5));
          page.waitForCondition(() -> number(page, "window.touched") > 0);
        });
  }

  @Test
  void aTruckAtTheDeliveryIsThereAndDoesNotArriveAgain() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    server.load(load.text("loadNumber")).awaitBol(true);
    server.driver(load.text("loadNumber")).driveUntil(LoadStatus.AT_DELIVERY);
    look(
        load,
        page -> {
          assertThat(page.locator("h1")).hasText("At the delivery in Memphis, TN");
          assertThat(page.locator(".arrival .term")).hasText("Arrived at the delivery");
          assertThat(page.locator(".arrival .value")).containsText("Today");
          assertThat(page.locator(".summary")).not().containsText("Arrives");
          assertThat(page.locator(".summary")).not().containsText("to go");
        });
  }

  @Test
  void theRestOfTheDriverIsExplained() {
    Tree load =
        create(
            stop("Seattle", "WA", new Coordinates(47.6, -122.3))
                + ","
                + stop("Memphis", "TN", MEMPHIS));
    drive(load, new Coordinates(47.6, -122.3), MEMPHIS, 0.32, Duration.ofHours(10));
    look(
        load,
        page ->
            assertThat(page.locator(".arrival .more"))
                .containsText("of rest that drivers must take by law"));
  }

  @Test
  void twentyStopsAreAFoldedListAndThoseAheadHaveAnEstimate() {
    List<String> stops = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      stops.add(stop("Stop " + (i + 1), "TX", new Coordinates(30 + 0.2 * i, -97 - 0.1 * i)));
    }
    Tree load = create(String.join(",", stops));
    drive(load, new Coordinates(30, -97), new Coordinates(30.2, -97.1), 0.6, Duration.ofHours(1));
    look(
        load,
        page -> {
          assertThat(page.locator(".folded summary")).containsText("more stops");
          assertThat(page.locator("[aria-current=step] .when").filter(expected())).hasCount(1);
          assertThat(page.locator("[aria-current=step] + li .when").filter(expected())).hasCount(1);
          double height = number(page, "document.documentElement.scrollHeight");
          assertThat(height).isLessThan(window == Visit.Window.PHONE ? 2_000 : 1_400);
          page.locator(".folded summary").click();
          assertThat(page.locator(".folded li")).not().hasCount(0);
          assertThat(page.locator(".folded li").first()).isVisible();
        });
  }

  @Test
  void marksThatTurnTheDirectionOfTextTurnNothing() {
    Tree load =
        create(stop("Dallas\u202E", "TX", DALLAS) + "," + stop("\u2067Memphis", "TN", MEMPHIS));
    look(
        load,
        page -> {
          Object leftToRight =
              page.evaluate(
                  "() => [...document.querySelectorAll('.timeline h3')].every(h => {"
                      + " const text = h.firstChild, comma = text.data.lastIndexOf(',');"
                      + " const x = at => { const r = document.createRange();"
                      + " r.setStart(text, at); r.setEnd(text, at + 1);"
                      + " return r.getBoundingClientRect().x; };"
                      + " return x(1) < x(comma) && x(comma) < x(comma + 2)"
                      + " && x(comma + 2) < x(comma + 3); })");
          assertThat(leftToRight).isEqualTo(true);
        });
  }

  @Test
  void thePageCanBeHandedOn() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    try (Visit visit = window.open(server.baseUrl())) {
      visit
          .page()
          .addInitScript(
              "Object.defineProperty(navigator, 'share',"
                  + " { value: async shared => (window.shared = shared.url) });");
      Page page = visit.open(load.text("trackingLink")).page();
      page.getByText("Share this page").click();
      assertThat(page.evaluate("window.shared")).isEqualTo(load.text("trackingLink"));
    }
  }

  @Test
  void islandsAreLandAndTorontoIsNoLake() {
    for (String place :
        List.of(
            stop("San Juan", "PR", new Coordinates(18.42, -66.06)),
            stop("Agana", "GU", new Coordinates(13.46, 144.75)),
            stop("Charlotte Amalie", "VI", new Coordinates(18.345, -64.93)),
            stop("Honolulu", "HI", new Coordinates(21.33, -157.86)),
            stop("Anchorage", "AK", new Coordinates(61.2, -149.8)))) {
      look(
          create(place + "," + away(place)),
          page -> assertThat(ground(page)).as(place).isEqualTo("land"));
    }
    String toronto = stop("Toronto", "NY", new Coordinates(43.75, -79.5));
    look(
        create(toronto + "," + stop("Buffalo", "NY", new Coordinates(42.9, -78.8))),
        page -> assertThat(ground(page)).isEqualTo("abroad"));
  }

  @Test
  void theWayToAlaskaIsOneLine() {
    Coordinates seattle = new Coordinates(47.6, -122.3);
    Coordinates anchorage = new Coordinates(61.2, -149.9);
    look(
        create(stop("Seattle", "WA", seattle) + "," + stop("Anchorage", "AK", anchorage)),
        page -> {
          double detour =
              number(
                  page,
                  "(() => { const [a, b] = [...document.querySelectorAll('.stop')].map("
                      + "g => g.getAttribute('transform').match(/-?\\d+/g).map(Number));"
                      + " return document.querySelector('.planned').getTotalLength()"
                      + " / Math.hypot(a[0] - b[0], a[1] - b[1]); })()");
          assertThat(detour).isBetween(0.99, 1.1);
        });
  }

  @Test
  void inAYardTheTruckCoversNoStopAndFencesAreSeen() {
    Coordinates irving = new Coordinates(32.8, -96.83);
    Tree load = create(stop("Dallas", "TX", DALLAS) + "," + stop("Irving", "TX", irving));
    drive(load, DALLAS, irving, 0.999, Duration.ofHours(1));
    look(
        load,
        page -> {
          assertThat(page.locator(".fence")).hasCount(2);
          assertThat(page.locator("text.sketch")).containsText("Sketch");
          Object covered =
              page.evaluate(
                  "() => { const t = document.querySelector('.truck"
                      + " .disc').getBoundingClientRect(); return"
                      + " [...document.querySelectorAll('.stop .mark > :first-child')].some(s => {"
                      + " const r = s.getBoundingClientRect(); return t.left < r.right && r.left <"
                      + " t.right && t.top < r.bottom && r.top < t.bottom; }); }");
          assertThat(covered).isEqualTo(false);
        });
  }

  @Test
  void aPageOfAnotherOriginLearnsNothing() {
    Tree load = create(DALLAS_TO_MEMPHIS);
    try (Visit visit = window.open(server.baseUrl())) {
      Page page = visit.page();
      visit
          .context()
          .route(
              "http://127.0.0.1:8099/**",
              route ->
                  route.fulfill(
                      new Route.FulfillOptions()
                          .setContentType("text/html")
                          .setBody("<iframe src='" + load.text("trackingLink") + "'></iframe>")));
      page.navigate("http://127.0.0.1:8099/");
      for (String path : List.of("/__admin/loads", "/openapi.yaml", "/live.js")) {
        Object read =
            page.evaluate(
                "url => fetch(url, { mode: 'no-cors' }).then(() => 'read', () => 'refused')",
                server.baseUrl() + path);
        assertThat(read).as(path).isEqualTo("refused");
      }
      assertThat(page.frameLocator("iframe").locator("main.track")).hasCount(0);
      page.evaluate("url => { window.opened = window.open(url); }", load.text("trackingLink"));
      page.waitForFunction("window.opened.closed");
    }
  }

  /** What is drawn under the first stop. */
  private static String ground(Page page) {
    return (String)
        page.evaluate(
            "() => { const [x, y] = document.querySelector('.stop').getAttribute('transform')"
                + ".match(/-?\\d+/g).map(Number);"
                + " const under = [...document.querySelectorAll('svg.map > path')].filter("
                + "p => ['land', 'abroad', 'water'].includes(p.className.baseVal)"
                + " && p.isPointInFill(new DOMPoint(x, y)));"
                + " return under.length ? under.pop().className.baseVal : 'sea'; }");
  }

  private static Locator.FilterOptions expected() {
    return new Locator.FilterOptions().setHasText("Expected");
  }

  private interface Look {
    void at(Page page);
  }

  private void look(Tree load, Look look) {
    try (Visit visit = window.open(server.baseUrl())) {
      look.at(visit.open(load.text("trackingLink")).page());
      assertThat(
              visit.number(
                  "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
          .isZero();
      visit.assertNoComplaint();
    }
  }

  private static double number(Page page, String script) {
    return ((Number) page.evaluate(script)).doubleValue();
  }

  /** Loaded at the first place and a share of the way to the second, in so much time. */
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
    Http.Reply created = client.post("/v1/agent/loads", order);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.json();
  }

  /** The same place, fifty miles to the north. */
  private static String away(String stop) {
    double lat = Double.parseDouble(stop.replaceFirst(".*\"lat\":([0-9.]+).*", "$1"));
    return stop.replaceFirst("\"lat\":[0-9.]+", "\"lat\":" + (lat + 0.7));
  }

  private static String stop(String city, String state, Coordinates at) {
    return "{\"address\":\"1 Dock Rd\",\"city\":\"%s\",\"state\":\"%s\",\"zip\":\"75201\",\"lat\":%s,\"lng\":%s}"
        .formatted(city, state, at.lat(), at.lng());
  }
}
