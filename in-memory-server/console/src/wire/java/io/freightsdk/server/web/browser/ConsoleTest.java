package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerSnapshot;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The console: finding one load or request among many, seeing why, and changing the server. */
@InBrowser
class ConsoleTest {
  private static final int SECONDS = 20;

  private int made;

  /** How much higher the header is with a time and counts than before they are known. */
  private static final String HEADER_GROWS_BY =
      "(() => { const bar = document.querySelector('.bar'), full = bar.offsetHeight;"
          + " const late = [...document.querySelectorAll('[data-now], [data-count]')];"
          + " const texts = late.map(one => one.textContent);"
          + " late.forEach(one => (one.textContent = one.matches('[data-now]') ? '–' : ''));"
          + " const empty = bar.offsetHeight;"
          + " late.forEach((one, i) => (one.textContent = texts[i]));"
          + " return full - empty; })()";

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .seed(11)
          .start();
  private final Broker broker = server.createBroker("5000.00");
  private final Http client = new Http(server.baseUrl(), broker.agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void oneOfManyLoadsIsFoundAndPagesReachTheOldest() {
    String first = create();
    for (int i = 0; i < 129; i++) create();
    server.load(first).cancel();
    try (Visit visit = open("")) {
      Page page = visit.page();
      assertThat(rows(page)).hasCount(50);
      assertThat(page.locator("[data-range]")).hasText("1–50 of 130");
      page.getByText("Older").click();
      page.getByText("Older").click();
      assertThat(rows(page)).hasCount(30);
      assertThat(rows(page).last()).containsText(first);

      page.keyboard().press("/");
      page.keyboard().type(first);
      assertThat(rows(page)).hasCount(1);
      page.locator("[name=q]").fill("");
      page.locator("[name=status]").first().selectOption("CANCELLED");
      assertThat(rows(page)).hasCount(1);
      assertThat(rows(page)).containsText(first);
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  void aLinkOpensALoadAndSaysWhyAFixWasRefused() {
    String number = create();
    server.driver(number).ping(39.0, -84.4);
    server.clock().advance(Duration.ofMinutes(1));
    server.driver(number).ping(35.0, -90.4);
    try (Visit visit = open("#view=loads&load=" + number)) {
      Page page = visit.page();
      assertThat(page.locator("#panel-title")).containsText(number);
      assertThat(page.locator("[data-fixes] tbody tr")).hasCount(2);
      assertThat(page.locator("[data-fixes] .refused")).containsText("refused:");

      server.driver(number).driveUntil(LoadStatus.AT_PICKUP);
      assertThat(page.locator("[data-panel] .badge").first()).hasText("at pickup");
      page.keyboard().press("Escape");
      assertThat(page.locator("[data-panel]")).isHidden();
      visit.assertNoComplaint();
    }
  }

  @Test
  void aRequestShowsItsBodyItsAnswerItsFaultAndItsCurl() {
    server.faults().next(Operation.CREATE_LOAD, Fault.status(502));
    client.post("/v1/agent/loads", Orders.TWO_STOPS);
    client.post("/v1/agent/loads", Orders.TWO_STOPS);
    try (Visit visit = open("#view=requests")) {
      Page page = visit.page();
      assertThat(rows(page)).hasCount(2);
      page.locator("[name=answer]").selectOption("5xx");
      assertThat(rows(page)).hasCount(1);
      rows(page).locator("a").click();
      assertThat(page.locator("[data-panel]")).containsText("status");
      assertThat(page.locator("[data-curl]")).containsText("curl -X POST");
      assertThat(page.locator("[data-curl]")).containsText("$FREIGHT_AGENT_KEY");

      page.locator("[name=answer]").selectOption("2xx");
      assertThat(rows(page)).hasCount(1);
      assertThat(rows(page)).containsText("201");
      rows(page).locator("a").click();
      assertThat(page.locator("[data-answer]")).containsText("\"loadNumber\"");
      assertThat(page.locator("[data-body]")).containsText("Sevierville");
      assertThat(page.locator("[data-body]")).not().containsText("3125550142");
      assertThat(page.locator("[data-answer]")).containsText("drv_***");
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  void oneThingLeadsToWhatBelongsToIt() {
    String number = create();
    for (int i = 0; i < 2; i++) {
      client.send("POST", "/v1/agent/loads", Orders.TWO_STOPS, "Idempotency-Key", "order-7");
    }
    client.get("/v1/agent/loads/" + number);
    try (Visit visit = open("#view=loads&load=" + number)) {
      Page page = visit.page();
      page.getByText("Its requests").click();
      // The read, and the creation that was charged for it.
      assertThat(rows(page)).hasCount(2);
      assertThat(rows(page).first()).containsText("/v1/agent/loads/" + number);

      visit.open(server.baseUrl() + "/__admin/#view=requests");
      page.reload();
      assertThat(rows(page)).hasCount(4);
      rows(page).nth(1).locator("a").first().click();
      assertThat(page.locator("[data-panel] dl")).containsText("order-7");
      page.keyboard().press("k");
      assertThat(page.locator("#panel-title")).containsText("GET");
      page.keyboard().press("j");
      page.locator("[data-panel] dl").getByText("order-7").click();
      assertThat(rows(page)).hasCount(2);
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  void faultsInForceAreListedAndRemovedOneByOne() {
    try (Visit visit = open("#view=faults")) {
      Page page = visit.page();
      for (String operation : new String[] {"getBalance", "getPricing"}) {
        page.locator("[data-form=faults] [name=operation]").selectOption(operation);
        page.locator("[data-form=faults] [name=kind]").selectOption("STATUS");
        page.locator("[data-form=faults] button.strong").click();
        assertThat(page.locator("[data-said]"))
            .hasText("The next call of " + operation + " meets STATUS");
      }
      assertThat(rows(page)).hasCount(2);
      rows(page).first().getByText("Remove").click();
      assertThat(rows(page)).hasCount(1);
      assertThat(client.get("/v1/agent/balance").status()).isEqualTo(200);
      assertThat(client.get("/v1/agent/pricing").status()).isEqualTo(500);
      assertThat(page.locator("[data-empty]")).containsText("No fault is planned");
      visit.assertNoComplaint();
    }
  }

  @Test
  void whatCannotBeUndoneIsAskedTwice() {
    String number = create();
    try (Visit visit = open("#view=loads&load=" + number)) {
      Page page = visit.page();
      page.locator("[data-key='Cancel load']").click();
      page.getByText("Keep it").click();
      assertThat(server.load(number).view().status()).isEqualTo(LoadStatus.PLANNED);
      page.locator("[data-key='Cancel load']").click();
      page.locator("[data-yes]").click();
      assertThat(page.locator("[data-panel] .badge").first()).hasText("cancelled");

      page.getByText("Start over").first().click();
      page.locator("[data-yes]").click();
      assertThat(page.locator("[data-empty]")).isVisible();
      assertThat(server.loads(10)).isEmpty();
      visit.assertNoComplaint();
    }
  }

  @Test
  void afterAResetAnOpenPanelSaysThatItIsGoneAndTheConsoleGoesOn() {
    create();
    try (Visit visit = open("#view=brokers&broker=" + broker.brokerId())) {
      Page page = visit.page();
      assertThat(page.locator("[data-panel]")).containsText("Ledger");
      server.reset();
      assertThat(page.locator("[data-panel]")).containsText("Not there any more");
      Broker next = server.createBroker("7.00");
      assertThat(rows(page)).containsText(next.brokerId().substring(0, 12));
    }
  }

  /** None of these changes the number of anything that is counted. */
  @Test
  void whatChangesWithoutANewRowIsShownToo() {
    String number = create();
    try (Visit visit = open("#view=brokers")) {
      Page page = visit.page();
      assertThat(rows(page)).containsText("4999.35");
      broker.credit("1.00");
      assertThat(rows(page)).containsText("5000.35");
    }
    server.faults().times(Operation.GET_BALANCE, 3, Fault.status(500));
    try (Visit visit = open("#view=faults")) {
      Page page = visit.page();
      String before = rows(page).textContent();
      client.get("/v1/agent/balance");
      assertThat(rows(page)).not().hasText(before);
    }
    ServerSnapshot planned = server.snapshot();
    server.load(number).cancel();
    try (Visit visit = open("#view=loads")) {
      Page page = visit.page();
      assertThat(rows(page)).containsText("cancelled");
      server.restore(planned);
      assertThat(rows(page)).containsText("planned");
    }
  }

  @Test
  void whatIsTypedSurvivesWhatHappens() {
    String number = create();
    try (Visit visit = open("#view=loads&load=" + number)) {
      Page page = visit.page();
      Locator latitude = page.locator("[data-form=fix] [name=lat]");
      // Key by key, as fill() leaves what a field of numbers has in Firefox.
      latitude.press("ControlOrMeta+a");
      latitude.pressSequentially("39.25");
      server.driver(number).ping(39.0, -84.4);
      assertThat(page.locator("[data-fixes] tbody tr")).hasCount(1);
      assertThat(latitude).hasValue("39.25");
      visit.assertNoComplaint();
    }
  }

  @Test
  void nothingIsAskedWhileNothingChanges() {
    for (int i = 0; i < 60; i++) create();
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.page();
      page.clock().install();
      AtomicInteger maps = new AtomicInteger();
      page.onResponse(
          response -> {
            if (response.url().contains("/__admin/map")) maps.incrementAndGet();
          });
      visit.open(server.baseUrl() + "/__admin/");
      assertThat(rows(page)).hasCount(50);
      assertThat(page.locator("[data-count=loads]")).hasText("60");
      assertThat(page.locator(".fleet .load")).hasCount(60);
      // The map is the last that a console asks for, and nothing is asked for twice.
      page.clock().runFor(5_000);
      page.waitForCondition(() -> maps.get() == 1);
      page.evaluate(
          "window.calls = []; const f = fetch; window.fetch = (...a) => (window.calls.push(a[0]), f(...a)); 0");
      page.clock().runFor(600_000);
      assertThat(page.evaluate("window.calls.join()")).isEqualTo("");

      String news = create();
      assertThat(rows(page).first()).containsText(news);
      server.clock().advance(Duration.ofDays(1));
      assertThat(page.locator("[data-now]")).containsText("2026-11-21");
      visit.assertNoComplaint();
    }
  }

  /** Prints what a large server costs whoever looks at it; no figure of a busy machine is held. */
  @Test
  void theFirstRowsOfFiveThousandLoadsAndTenThousandRequests() {
    for (int i = 0; i < 5_000; i++) create();
    for (int i = 0; i < 5_000; i++) client.get("/v1/agent/pricing");
    for (String view : new String[] {"", "#view=requests"}) {
      try (Visit visit = open(view)) {
        assertThat(rows(visit.page())).hasCount(50);
        double millis =
            visit.number(
                "performance.getEntriesByType('resource')"
                    + ".find(entry => /__admin.(loads|requests)/.test(entry.name)).responseEnd");
        double bytes = visit.number("performance.getEntriesByType('navigation')[0].transferSize");
        System.out.printf(
            "console%s: first rows %.0f ms after the request, page %.0f bytes%n",
            view, millis, bytes);
      }
    }
  }

  /** In the page's own time: what a busy machine changes is how long the test takes. */
  @Test
  @InBrowser.OnlyInChromium("the bytes are the server's, and the same for each browser")
  void aConsoleLeftOpenAtFiveThousandMessagesCostsFiveKilobytesASecondAtMost() {
    for (int i = 0; i < 5_000; i++) create();
    String driven = create();
    for (int i = 0; i < 1_000; i++) ping(driven, i);
    for (String view : List.of("messages", "loads", "requests", "loads&load=" + driven)) {
      try (Visit visit = Visit.wide(server.baseUrl())) {
        Page page = visit.page();
        page.clock().install();
        page.addInitScript(
            "window.told = ''; const hear = EventSource.prototype.addEventListener;"
                + " EventSource.prototype.addEventListener = function (kind, then) {"
                + " hear.call(this, kind, (event) => { told += event.data ?? ''; then(event); }); };");
        visit.open(server.baseUrl() + "/__admin/#view=" + view);
        assertThat(rows(page)).hasCount(50);
        page.clock().runFor(10_000);
        List<Request> asked = new ArrayList<>();
        page.onRequestFinished(asked::add);
        page.evaluate("window.told = ''");
        for (int second = 0; second < SECONDS; second++) {
          create();
          ping(driven, second);
          String loads = "%,d".formatted(made);
          assertThat(page.locator("[data-count=loads]")).hasText(loads);
          page.clock().runFor(1_000);
        }
        double bytes = packed((String) page.evaluate("window.told"));
        // To ask for sizes lets further requests finish.
        for (Request request : List.copyOf(asked)) {
          bytes += request.sizes().responseBodySize + request.sizes().responseHeadersSize;
        }
        System.out.printf(
            "console, %s: %.1f KB/s, %d requests in %d s%n",
            view, bytes / 1_024 / SECONDS, asked.size(), SECONDS);
        assertThat(bytes / 1_024 / SECONDS).as(view).isLessThan(5);
      }
    }
  }

  /** What a stream takes that is compressed as one. */
  private static int packed(String told) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(told.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.size();
  }

  private void ping(String loadNumber, int at) {
    server.clock().advance(Duration.ofSeconds(10));
    server.driver(loadNumber).ping(39.2 + at * 0.0005, -84.5);
  }

  /** What is written to, and how often; times would be those of the machine. */
  private static final String WATCH =
      "window.heard = 0; const hear = EventSource.prototype.addEventListener;"
          + " EventSource.prototype.addEventListener = function (kind, then) {"
          + " hear.call(this, kind, (event) => { then(event); heard++; }); };"
          + " window.watch = () => {"
          + " Object.assign(window, { touched: {}, draws: 0, made: 0, watched: performance.now() });"
          + " window.eye?.disconnect();"
          + " window.eye = new MutationObserver((seen) => {"
          + "  let drawn = false;"
          + "  for (const { target, addedNodes } of seen) {"
          + "   const one = target.nodeType === 1 ? target : target.parentElement;"
          + "   const row = one?.closest('[data-rows] tr, .fleet .load');"
          + "   if (row) touched[(row.querySelector('[data-open]') ?? row).textContent.slice(0, 12)] = 1;"
          + "   if (one?.closest('[data-rows]')) drawn = true;"
          + "   if (one?.matches('[data-fixes] tbody, [data-rows]')) made += addedNodes.length;"
          + "  }"
          + "  if (drawn) draws++;"
          + " });"
          + " eye.observe(document.querySelector('main'),"
          + "  { childList: true, attributes: true, characterData: true, subtree: true }); };";

  private static final int FIXES = 12;

  @Test
  void ofAFleetOnTheRoadOnlyWhatChangedIsWrittenAndSeldom() {
    String driven = create();
    for (int i = 0; i < 19; i++) create();
    ping(driven, 0);
    for (String open : List.of("", "&load=" + driven)) {
      try (Visit visit = Visit.wide(server.baseUrl())) {
        Page page = visit.page();
        page.clock().install();
        page.addInitScript(WATCH);
        visit.open(server.baseUrl() + "/__admin/#view=loads" + open);
        assertThat(rows(page)).hasCount(20);
        String seen = open.isEmpty() ? ".fleet .load" : "[data-fixes] tbody tr";
        assertThat(page.locator(seen).first()).isVisible();
        page.clock().runFor(10_000);
        page.evaluate("watch()");
        int before = server.load(driven).view().pingCount();
        for (int i = 0; i < FIXES; i++) drive(page, driven);
        String told = Integer.toString(before + FIXES);
        visit.passUntil(() -> rows(page).last().locator("td").nth(3).textContent().equals(told));
        if (!open.isEmpty()) assertThat(page.locator(seen)).hasCount(before + FIXES);

        assertThat(page.evaluate("Object.keys(touched).join()")).isEqualTo(driven);
        // A row for each position, and none of the list is made again.
        assertThat(visit.number("made")).isEqualTo(open.isEmpty() ? 0 : FIXES);
        double most = visit.number("(performance.now() - watched) / 3000") + 2;
        assertThat(visit.number("draws")).isLessThan(most);
        assertThat(visit.number(ENDLESS)).as("animations without an end").isZero();
        assertNothingIsWrittenWhileNobodyLooks(page, driven);
        visit.assertNoComplaint();
      }
    }
  }

  private static final String ENDLESS =
      "document.getAnimations()"
          + ".filter(one => one.effect.getComputedTiming().endTime === Infinity).length";

  private void assertNothingIsWrittenWhileNobodyLooks(Page page, String driven) {
    page.clock().runFor(10_000);
    page.evaluate(
        "Object.defineProperty(document, 'visibilityState', { value: 'hidden' });"
            + " Object.defineProperty(document, 'hidden', { value: true });"
            + " document.dispatchEvent(new Event('visibilitychange'));"
            + " window.wrote = 0; new MutationObserver(() => wrote++).observe(document.body,"
            + " { childList: true, attributes: true, characterData: true, subtree: true });");
    ping(driven, server.load(driven).view().pingCount());
    page.clock().runFor(60_000);
    assertThat(page.evaluate("wrote")).isEqualTo(0);
  }

  /** One second of a truck, as the page hears of it. */
  private void drive(Page page, String loadNumber) {
    int heard = ((Number) page.evaluate("heard")).intValue();
    ping(loadNumber, server.load(loadNumber).view().pingCount());
    page.waitForCondition(() -> ((Number) page.evaluate("heard")).intValue() > heard);
    page.clock().runFor(1_000);
  }

  @Test
  void nothingMovesWhileItFillsOnAPhoneAndOnADesk() {
    for (int i = 0; i < 60; i++) create();
    for (Visit.Window window : Visit.Window.values()) {
      try (Visit visit = window.open(server.baseUrl())) {
        visit
            .page()
            .addInitScript(
                "window.shift = 0; new PerformanceObserver(seen => seen.getEntries().forEach("
                    + "entry => (window.shift += entry.value)))"
                    + ".observe({ type: 'layout-shift', buffered: true });");
        Page page = visit.open(server.baseUrl() + "/__admin/").page();
        assertThat(rows(page)).hasCount(50);
        assertThat(page.locator(".fleet .load")).hasCount(60);
        assertThat(visit.number("window.shift")).as(window.name()).isLessThan(0.1);
        assertThat(page.locator("[data-now]")).containsText("UTC");
        for (int width : new int[] {360, 390, 412, 600, 768, 1_024, 1_280, 1_500}) {
          page.setViewportSize(width, 900);
          assertThat(visit.number(HEADER_GROWS_BY)).as(width + " wide").isZero();
        }
        assertThat(
                visit.number(
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
            .isZero();
        visit.assertAccessible();
        visit.assertNoComplaint();
      }
    }
  }

  private Visit open(String hash) {
    return Visit.wide(server.baseUrl()).open(server.baseUrl() + "/__admin/" + hash);
  }

  private static Locator rows(Page page) {
    return page.locator("[data-rows] tr");
  }

  private String create() {
    made++;
    return client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
  }
}
