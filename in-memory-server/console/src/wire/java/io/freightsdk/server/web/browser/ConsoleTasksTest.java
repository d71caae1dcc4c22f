package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people come to the console for, and how many clicks it takes them. */
@InBrowser
class ConsoleTasksTest {
  private static final Coordinates CINCINNATI = new Coordinates(39.1031, -84.5120);

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .seed(11)
          .start();
  private final Broker broker = server.createBroker("5000.00");
  private final Http client = new Http(server.baseUrl(), broker.agentKey());
  private int clicks;

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  @InBrowser.OnlyInChromium("WebDriver BiDi does not tell of the download of a blob")
  void tenEverydayTasksTakeAtMostTwentyClicks() {
    for (int i = 0; i < 60; i++) create(null);
    String number = create("order-7");
    server.clock().advance(Duration.ofMinutes(5));
    ping(number, CINCINNATI.travel(0, 3_329), 10);
    ping(number, CINCINNATI, 400);
    create(null);
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.page();
      home(visit);
      search(page, number);
      assertThat(rows(page)).hasCount(1);

      home(visit);
      search(page, number);
      assertThat(rows(page)).hasCount(1);
      click(rows(page).locator("a"));
      assertThat(page.locator("[data-why]"))
          .containsText(
              "Not arrived at stop 1 (Cincinnati, OH): the closest of 2 positions came to 3,329 m");
      assertThat(page.locator("[data-why]")).containsText("too rough to count (400 m; at most");
      assertThat(page.locator(".axis .fix")).hasCount(2);
      visit.screenshot("console-why");

      home(visit);
      click(view(page, "requests"));
      search(page, "order-7");
      assertThat(rows(page)).hasCount(1);
      assertThat(rows(page).locator("td").nth(3)).hasText(price());

      home(visit);
      click(view(page, "requests"));
      search(page, "order-7");
      assertThat(rows(page)).hasCount(1);
      click(rows(page).locator("a"));
      assertThat(page.locator("[data-body]")).containsText("Sevierville");
      assertThat(page.locator("[data-answer]")).containsText(number);

      home(visit);
      click(view(page, "requests"));
      search(page, "order-7");
      assertThat(rows(page)).hasCount(1);
      click(rows(page).locator("a"));
      click(page.locator("[data-key=again]"));
      assertThat(page.locator("[data-said]")).hasText("Sent again");
      assertThat(page.locator("[data-cost]")).hasText("Nothing was charged.");
      visit.screenshot("console-again");

      home(visit);
      click(view(page, "faults"));
      page.locator("[data-form=faults] [name=operation]").selectOption(Operation.GET_BALANCE.id());
      click(page.locator("[data-form=faults] button.strong"));
      assertThat(rows(page)).hasCount(1);

      home(visit);
      click(page.getByText("+3 h"));
      assertThat(page.locator("[data-now]")).containsText("2026-11-20 16:");

      home(visit);
      click(view(page, "try"));
      click(page.getByText("Create a load"));
      assertThat(page.locator("#panel-title")).containsText("planned");

      home(visit);
      click(rows(page).first().locator("a"));
      click(page.locator("[data-key=add-fix]"));
      assertThat(page.locator("[data-said]")).hasText("The position was sent");
      assertThat(page.locator("[data-fixes] tbody tr")).hasCount(1);

      home(visit);
      click(view(page, "requests"));
      Download file = page.waitForDownload(() -> click(page.getByText("Export")));
      assertThat(file.suggestedFilename()).isEqualTo("freight-requests.har");

      assertThat(clicks).isLessThanOrEqualTo(20);
      visit.assertNoComplaint();
    }
  }

  @Test
  void aLostAnswerAndItsRetryAreJoinedAndChargedOnce() {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    for (int i = 0; i < 2; i++) {
      try {
        create("order-9");
      } catch (RuntimeException lost) {
        // The first answer never came.
      }
    }
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.open(server.baseUrl() + "/__admin/#view=requests&q=order-9").page();
      assertThat(rows(page)).hasCount(2);
      assertThat(page.locator("tr.joined")).hasCount(2);
      for (Locator row : rows(page).all()) {
        assertThat(row).containsText("charged once, " + price() + " USD");
      }
      visit.screenshot("console-joined");
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  void scenariosRunByAClickAndShowWhatTheyDid() {
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.page();
      for (String[] run :
          new String[][] {
            {"The answer of a creation is lost", "[data-rows]", "charged once"},
            {"Billing is down", "[data-rows]", "503"},
            {"The balance ends in mid-trip", "[data-rows]", "402"},
            {"The GPS drifts at the dock", "[data-why]", "too rough to count"},
            {"No signal for three hours", "[data-why]", "On the way to stop 2"}
          }) {
        visit.open(server.baseUrl() + "/__admin/#view=try");
        page.reload();
        assertThat(rows(page)).hasCount(5);
        visit.assertAccessible();
        page.locator("[data-key='" + run[0] + "']").click();
        assertThat(page.locator("[data-said]")).hasText(run[0] + ": done");
        assertThat(page.locator(run[1])).containsText(run[2]);
      }
      visit.screenshot("console-trip");
      visit.assertAccessible();
    }
  }

  @Test
  void aPausedServerStandsStillAndGoesInSteps() {
    try (InMemoryFreightServer running = InMemoryFreightServer.builder().timeScale(60).start();
        Visit visit = Visit.wide(running.baseUrl())) {
      Page page = visit.open(running.baseUrl() + "/__admin/").page();
      assertThat(page.locator("[data-now]")).containsText("UTC");
      page.getByText("Pause").click();
      assertThat(page.locator("[data-pause]")).hasText("Run");
      Instant stopped = running.clock().now();
      assertThat(running.clock().now()).isEqualTo(stopped);
      page.getByText("+1 min").click();
      page.waitForCondition(() -> running.clock().now().equals(stopped.plusSeconds(60)));
      page.locator("[data-pause]").click();
      assertThat(page.locator("[data-pause]")).hasText("Pause");
      page.waitForCondition(() -> running.clock().now().isAfter(stopped.plusSeconds(120)));
      visit.assertNoComplaint();
    }
  }

  @Test
  void aSavedMomentIsReturnedTo() {
    String before = create(null);
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.open(server.baseUrl() + "/__admin/").page();
      assertThat(rows(page)).hasCount(1);
      page.getByText("Save moment").click();
      assertThat(page.locator("[data-return]")).isVisible();
      create(null);
      assertThat(rows(page)).hasCount(2);
      page.locator("[data-return]").click();
      page.locator("[data-yes]").click();
      assertThat(rows(page)).hasCount(1);
      assertThat(rows(page)).containsText(before);
    }
  }

  @Test
  void aCopiedCallRunsAsItIs() {
    create("order-8");
    try (Visit visit = Visit.wide(server.baseUrl())) {
      visit.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
      Page page = visit.open(server.baseUrl() + "/__admin/#view=requests&q=order-8").page();
      rows(page).locator("a").click();
      assertThat(page.locator("[data-panel]")).containsText("a further agent key of this broker");
      page.locator("[data-key=curl]").click();
      assertThat(page.locator("[data-said]")).containsText("Copied, with an agent key in clear");
      String command = (String) page.evaluate("navigator.clipboard.readText()");
      String key = command.replaceFirst("(?s).*Bearer ([^\"]+)\".*", "$1");
      assertThat(new Http(server.baseUrl(), key).get("/v1/agent/balance").status()).isEqualTo(200);
      assertThat(command).contains("Idempotency-Key: order-8").doesNotContain("***");

      page.locator("[data-key=java]").click();
      page.waitForFunction("navigator.clipboard.readText().then(t => t.includes('FreightClient'))");
      assertThat((String) page.evaluate("navigator.clipboard.readText()"))
          .contains("CallOptions.builder().idempotencyKey(\"order-8\").build()")
          .contains("CreateLoadInput.class");
    }
  }

  @Test
  void aRequestWhoseBodyIsNotKeptIsNeitherSentAgainNorCopied() {
    String large =
        Orders.TWO_STOPS.replaceFirst("\\{", "{\"shipperName\":\"" + "x".repeat(17_000) + "\",");
    Http.Reply sent = client.post("/v1/agent/loads", large);
    String request = "/__admin/#view=requests&request=" + sent.header("X-Request-Id");
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.open(server.baseUrl() + request).page();

      assertThat(page.locator("[data-body]")).hasText("(" + large.length() + " bytes, not kept)");
      assertThat(page.locator("[data-not-kept]")).containsText("too large to be kept");
      for (String key : List.of("again", "curl", "java")) {
        assertThat(page.locator("[data-key=" + key + "]")).isDisabled();
      }
      assertThat(page.locator("[data-key=edit]")).hasCount(0);
      assertThat(page.locator("[data-curl]")).not().containsText("not kept");
      assertThat(page.locator("[data-key=fault]")).isVisible();
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  void aLoadsLifeIsSteppedThroughDraggedAndPlayed() {
    String number = create(null);
    for (int minute = 1; minute <= 6; minute++)
      ping(number, CINCINNATI.travel(0, 9_000 - 1_400 * minute), 10);
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.open(server.baseUrl() + "/__admin/#view=loads&load=" + number).page();
      Locator moment = page.locator("[data-moment]");
      Locator seen = page.locator("[data-fixes] tbody tr");
      assertThat(moment).containsText("Now: at pickup. 6 of 6 positions");

      page.locator("[data-key=step-back]").click();
      assertThat(moment).containsText("2026-11-20 13:20:00: at pickup. 5 of 6 positions");
      assertThat(seen).hasCount(5);
      page.locator("[data-key=moment]").focus();
      page.keyboard().press("Home");
      assertThat(moment).containsText("13:10:00: planned. 0 of 6 positions");
      page.locator("[data-key=step]").click();
      assertThat(moment).containsText("13:12:00: planned. 1 of 6 positions");

      // What comes meanwhile does not bring back who looks at the past.
      ping(number, CINCINNATI, 10);
      BoundingBox axis = page.locator(".axis").first().boundingBox();
      page.mouse().move(axis.x + axis.width / 2, axis.y + 20);
      page.mouse().down();
      page.mouse().move(axis.x + axis.width * 0.75, axis.y + 20);
      page.mouse().up();
      assertThat(moment).containsText(" of 6 positions");
      assertThat(moment).not().containsText("Now");
      assertThat(page.locator(".cursor")).hasAttribute("d", Pattern.compile("M.*V124"));
      visit.screenshot("console-replay");
      visit.assertAccessible();

      page.locator("[data-key=play-speed]").selectOption("36000");
      page.locator("[data-key=play]").click();
      assertThat(moment).containsText("Now: at pickup. 6 of 6 positions");
      page.locator("[data-key=step-back]").click();
      page.locator("[data-key=now]").click();
      assertThat(moment).containsText("Now: at pickup. 7 of 7 positions");
      visit.assertNoComplaint();
    }
  }

  @Test
  void namesThatTurnTextTurnNothing() {
    client.post("/v1/agent/loads", Orders.TWO_STOPS.replace("Cincinnati", "O\u202Eklahoma"));
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.open(server.baseUrl() + "/__admin/").page();
      assertThat(rows(page)).containsText("O\uFFFDklahoma");
    }
  }

  private void home(Visit visit) {
    visit.page().navigate("about:blank");
    visit.open(server.baseUrl() + "/__admin/");
    assertThat(rows(visit.page())).hasCount(50);
  }

  private static void search(Page page, String text) {
    page.keyboard().press("/");
    page.keyboard().type(text);
  }

  private void click(Locator target) {
    clicks++;
    target.click();
  }

  private static Locator view(Page page, String name) {
    return page.locator(".views [data-view=" + name + "]");
  }

  private static Locator rows(Page page) {
    return page.locator("[data-rows] tr");
  }

  private String price() {
    return server.prices().get("load_create").setScale(2).toPlainString();
  }

  private void ping(String number, Coordinates at, double accuracy) {
    server.clock().advance(Duration.ofMinutes(2));
    server.driver(number).ping(new Fix(server.clock().now(), at, accuracy, null, null));
  }

  private String create(String key) {
    return (key == null
            ? client.post("/v1/agent/loads", Orders.TWO_STOPS)
            : client.send("POST", "/v1/agent/loads", Orders.TWO_STOPS, "Idempotency-Key", key))
        .json()
        .text("loadNumber");
  }
}
