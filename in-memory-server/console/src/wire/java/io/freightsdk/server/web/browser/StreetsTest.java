package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.StreetFile;
import io.freightsdk.server.support.Tree;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streets of a file of the operator's under the maps, without a network. */
@InBrowser
class StreetsTest {
  private static final Coordinates DALLAS = new Coordinates(32.78, -96.8);
  private static final Coordinates IRVING = new Coordinates(32.8, -96.83);
  private static final Coordinates MEMPHIS = new Coordinates(35.1, -90.0);

  @TempDir private Path folder;

  @Test
  void aRoadLiesWhereItsPlacesLie() {
    StreetFile file =
        StreetFile.of("<a href='https://example.com'>&copy; Road people</a>")
            .road("highway", "I 30", along(DALLAS, MEMPHIS));
    try (InMemoryFreightServer server = start(file);
        Visit visit = Visit.desktop(server.baseUrl())) {
      List<String> asked = new ArrayList<>();
      visit.context().onRequest(request -> asked.add(request.url()));
      Page page = visit.open(load(server, DALLAS, MEMPHIS)).page();

      assertThat(page.locator(".streets .highway")).hasCount(1);
      assertThat(page.locator(".streets text")).hasText("I 30");
      assertThat(page.locator(".credit")).hasText("Streets: © Road people");
      // The planned line is drawn by the server, the road by the script: both end at the stops.
      Map<?, ?> road = box(page, ".streets .highway");
      Map<?, ?> planned = box(page, ".planned");
      for (String side : List.of("x", "y", "width", "height")) {
        assertThat(number(road, side)).as(side).isCloseTo(number(planned, side), within(3));
      }
      assertThat(asked).anyMatch(url -> url.endsWith("/streets.pmtiles"));
      visit.screenshot("27-map-with-streets");
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  void aYardHasStreetsInsteadOfASketchAndSmallRoadsToo() {
    StreetFile file =
        StreetFile.of("Road people")
            .road("minor_road", "", along(DALLAS, IRVING))
            .road("path", "", along(IRVING, DALLAS.travel(300, 9_000)));
    try (InMemoryFreightServer server = start(file);
        Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(load(server, DALLAS, IRVING)).page();
      assertThat(page.locator(".streets .minor")).hasCount(1);
      assertThat(page.locator(".streets path")).hasCount(1);
      assertThat(page.locator("text.sketch")).hasText("North is up");
      visit.assertNoComplaint();
    }
  }

  @Test
  void theConsolesMapHasThemAsWellAndKeepsThemWhenItIsDrawnAgain() {
    StreetFile file = StreetFile.of("Road people").road("highway", "I 30", along(DALLAS, MEMPHIS));
    try (InMemoryFreightServer server = start(file);
        Visit visit = Visit.wide(server.baseUrl())) {
      load(server, DALLAS, MEMPHIS);
      Page page = visit.open(server.baseUrl() + "/__admin/").page();
      assertThat(page.locator(".fleet .streets .highway")).hasCount(1);
      String view = page.locator(".fleet").getAttribute("data-view");

      load(server, new Coordinates(47.6, -122.3), MEMPHIS);

      assertThat(page.locator(".fleet")).not().hasAttribute("data-view", view);
      assertThat(page.locator(".fleet .streets .highway")).hasCount(1);
      visit.assertNoComplaint();
    }
  }

  @Test
  void aPageWithoutThemAsksForNothing() {
    try (InMemoryFreightServer server = InMemoryFreightServer.builder().frozenClock().start();
        Visit visit = Visit.desktop(server.baseUrl())) {
      List<String> asked = new ArrayList<>();
      visit.context().onRequest(request -> asked.add(request.url()));
      Page page = visit.open(load(server, DALLAS, MEMPHIS)).page();
      assertThat(page.locator("[data-live]")).hasText("Connected");
      assertThat(asked).noneMatch(url -> url.contains("streets"));
    }
  }

  private InMemoryFreightServer start(StreetFile file) {
    return InMemoryFreightServer.builder()
        .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
        .frozenClock()
        .pingThrottle(Duration.ZERO)
        .tiles(file.writeTo(folder))
        .start();
  }

  /** The tracking link of a new load. */
  private static String load(InMemoryFreightServer server, Coordinates from, Coordinates to) {
    String stop =
        "{\"address\":\"1 Dock Rd\",\"city\":\"Dallas\",\"state\":\"TX\",\"zip\":\"75201\",\"lat\":%s,\"lng\":%s}";
    String order =
        "{\"driverPhone\":\"+13125550142\",\"pickups\":[%s],\"deliveries\":[%s]}"
            .formatted(stop.formatted(from.lat(), from.lng()), stop.formatted(to.lat(), to.lng()));
    Http client = new Http(server.baseUrl(), server.createBroker("5.00").agentKey());
    Tree load = client.post("/v1/agent/loads", order).json();
    return load.text("trackingLink");
  }

  private static Coordinates[] along(Coordinates from, Coordinates to) {
    Coordinates[] line = new Coordinates[25];
    for (int i = 0; i < line.length; i++) line[i] = from.towards(to, i / 24.0);
    return line;
  }

  private static Map<?, ?> box(Page page, String selector) {
    return (Map<?, ?>)
        page.evaluate(
            "s => { const { x, y, width, height } = document.querySelector(s).getBBox();"
                + " return { x, y, width, height }; }",
            selector);
  }

  private static double number(Map<?, ?> box, String side) {
    return ((Number) box.get(side)).doubleValue();
  }

  private static org.assertj.core.data.Offset<Double> within(double units) {
    return org.assertj.core.data.Offset.offset(units);
  }
}
