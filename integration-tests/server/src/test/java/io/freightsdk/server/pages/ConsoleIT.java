package io.freightsdk.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console as someone who tests by hand expects it, at a desk and on a phone. */
@Tag("slow") // drives a browser
@ExtendWith(TestBrowser.Start.class)
class ConsoleIT {
  @AutoClose private final ConsoleScene scene = new ConsoleScene();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsCutOff(boolean onAPhone) {
    try (BrowserSession session = onAPhone ? phone() : desktop()) {
      Page page = session.page();
      for (String address : List.of("#loads", "#requests", "#money", "#messages", "#faults")) {
        open(session, address);
        assertThat(page.locator("h2").first()).not().isEmpty();
        if (!address.equals("#faults")) assertThat(page.locator("#rows a").first()).isVisible();
        assertThat(cutOff(page)).as(address).isEmpty();
      }
      open(session, "#loads/" + ConsoleScene.ON_THE_ROAD);
      assertThat(page.locator("#detail .stops")).isVisible();
      assertThat(cutOff(page)).as("a load").isEmpty();
      open(session, "#loads/new");
      assertThat(page.locator("#buy")).isEnabled();
      assertThat(cutOff(page)).as("the form").isEmpty();
      session.assertAccessible();
      open(session, "#requests");
      page.locator("#rows a").first().click();
      assertThat(page.locator("#detail pre").first()).isVisible();
      assertThat(cutOff(page)).as("a request").isEmpty();
      session.assertNoErrors();
    }
  }

  @Test
  void everyViewAndLoadHasAnAddressThatAReloadKeeps() {
    String load = "#loads/" + ConsoleScene.ON_THE_ROAD;
    try (BrowserSession session = desktop()) {
      Page page = open(session, "").page();
      assertThat(page.locator("#title")).hasText("Loads");
      page.getByText("Money", new Page.GetByTextOptions().setExact(true)).click();
      assertThat(page.locator("#title")).hasText("Money");
      assertThat(page).hasURL(scene.console("#money"));
      page.locator("#rows a").first().click();
      assertThat(page).hasURL(scene.console(load));
      assertThat(page.locator("#detail h2")).hasText(ConsoleScene.ON_THE_ROAD);
      assertThat(page).hasTitle(ConsoleScene.ON_THE_ROAD + ", In-memory server");

      page.reload();
      assertThat(page.locator("#detail h2")).hasText(ConsoleScene.ON_THE_ROAD);
      page.goBack();
      assertThat(page.locator("#title")).hasText("Money");
      assertThat(page.locator("#detail")).isHidden();
      page.goForward();
      assertThat(page.locator("#detail h2")).hasText(ConsoleScene.ON_THE_ROAD);
      page.getByText("Close", new Page.GetByTextOptions().setExact(true)).first().click();
      assertThat(page.locator("#detail")).isHidden();
      assertThat(page).hasURL(scene.console("#loads"));
      session.assertNoErrors();
    }
  }

  @Test
  void theAddressContainsTheSearch() {
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#loads").page();
      page.locator("#q").fill("globex/77 & Co");
      assertThat(page.locator("#rows tr")).hasCount(0);
      page.locator("#q").fill("globex/77");
      assertThat(page.locator("#rows tr")).hasCount(1);
      page.locator("#rows a").click();
      assertThat(page.locator("#detail h2")).hasText(ConsoleScene.PLANNED);

      page.reload();
      assertThat(page.locator("#q")).hasValue("globex/77");
      assertThat(page.locator("#rows tr")).hasCount(1);
      assertThat(page.locator("#detail h2")).hasText(ConsoleScene.PLANNED);
      session.assertNoErrors();
    }
  }

  @Test
  void aRowShowsStatusPlacesAndReference() {
    try (BrowserSession session = desktop()) {
      Locator row = open(session, "#loads").page().locator("#rows tr").last();
      assertThat(row.locator("td"))
          .hasText(
              new String[] {
                ConsoleScene.ON_THE_ROAD,
                "in transit",
                "Cincinnati, OH",
                "Sevierville, TN",
                "acme/PO-1007",
                "Nov 20, 6:10 AM MST"
              });
      session.assertNoErrors();
    }
  }

  @Test
  void theClockMovesByADay() {
    Instant before = scene.server.clock().now();
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#loads").page();
      page.getByText("1 day", new Page.GetByTextOptions().setExact(true)).click();
      assertThat(page.locator("#now")).containsText("Nov 21");
      assertThat(scene.server.clock().now()).isEqualTo(before.plus(Duration.ofDays(1)));
      session.assertNoErrors();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"#nothing", "#%", "#constructor/1", "#loads?q=%"})
  void anUnknownAddressShowsTheLoads(String address) {
    try (BrowserSession session = desktop()) {
      Page page = open(session, address).page();
      assertThat(page.locator("#title")).hasText("Loads");
      assertThat(page.locator("#rows tr")).hasCount(3);
      session.assertNoErrors();
    }
  }

  @Test
  void aTruckOnTheMapLeadsToItsLoad() {
    try (BrowserSession session = desktop()) {
      Page page = open(session, "").page();
      assertThat(page.locator(".map .truck")).hasCount(1);
      assertThat(page.locator(".map .ofTruck")).hasText(ConsoleScene.ON_THE_ROAD);
      page.locator(".map .truck").click();
      assertThat(page.locator("#detail h2")).hasText(ConsoleScene.ON_THE_ROAD);
      assertThat(page.locator("#detail")).containsText("8 mi north of London, KY");
      assertThat(page.locator(".map .driven")).hasCount(1);
      session.assertNoErrors();
    }
  }

  @Test
  void theLinkInAMessageOpensTheDriversPage() {
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#messages").page();
      page.locator("#rows tr").first().getByText(Pattern.compile("/driver/drv_")).last().click();
      assertThat(page.locator("#share")).isVisible();
      session.assertNoErrors();
    }
  }

  @Test
  void detailsReplaceTheListOnAPhone() {
    try (BrowserSession session = phone()) {
      Page page = open(session, "").page();
      page.locator("#rows a").last().click();
      Locator drive = page.getByText("Drive until delivered");
      assertThat(drive).isVisible();
      assertThat(page.locator("#rows")).isHidden();
      BoundingBox seen = drive.boundingBox();
      assertThat(seen.y).isPositive();
      assertThat(seen.y + seen.height).isLessThan(844);

      page.goBack();
      assertThat(page.locator("#rows")).isVisible();
      session.assertNoErrors();
    }
  }

  @Test
  void onlyLoadsHaveAMap() {
    try (BrowserSession session = phone()) {
      Page page = open(session, "#requests/req_5").page();
      Locator charged = page.locator("#detail dd").getByText("0.02 USD");
      assertThat(charged).isVisible();
      assertThat(page.locator("#map")).isHidden();
      open(session, "#loads");
      assertThat(page.locator("#map")).isVisible();
      session.assertNoErrors();
    }
  }

  @Test
  void theFormShowsThePriceAndCreatesALoad() {
    scene.server.price("load_create", "0.70");
    try (BrowserSession session = desktop()) {
      Page page = open(session, "").page();
      page.locator("#create").click();
      assertThat(page.locator("#buy")).hasText("Create the load for 0.70 USD");
      assertThat(scene.broker).hasBalance("23.01");
      page.locator("[name=toZip]").fill("99999999");
      page.locator("#buy").click();
      assertThat(page.locator("#order-notice"))
          .hasText("Missing or invalid fields, deliveries.0.zip");
      assertThat(scene.broker).hasBalance("23.01");

      page.locator("[name=toZip]").fill("37863");
      page.locator("[name=customerRef]").fill("acme/PO-2000");
      page.locator("#buy").click();
      assertThat(page.locator("#notice")).hasText("Created LD-2026-0004");
      assertThat(page.locator("#order")).isHidden();
      assertThat(page.locator("#detail")).containsText("acme/PO-2000");
      assertThat(page.locator("#detail .stops li").last()).containsText("Sevierville, TN 37863");
      assertThat(page.locator("#detail .stops li").last()).containsText("Appointment Sat, Nov 21");
      assertThat(scene.broker).hasBalance("22.31");
      session.assertNoErrorsExcept("400");
    }
  }

  @Test
  void aRequestShowsFormattedJsonWithUnchangedNumbers() {
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#requests/req_1").page();
      assertThat(page.locator("#detail pre").first().textContent())
          .startsWith("{\n  \"customerRef\": \"acme/PO-1007\",\n")
          .contains("\"weight\": 41200");
      session.assertNoErrors();
    }
  }

  @Test
  void aNoticeDisappearsWithItsView() {
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#money").page();
      page.locator("#credit button").click();
      assertThat(page.locator("#notice")).hasText("Add money: done");
      page.locator("[data-view=requests]").click();
      assertThat(page.locator("#title")).hasText("Requests");
      assertThat(page.locator("#notice")).isEmpty();
      session.assertNoErrors();
    }
  }

  @Test
  void anEmptyServerShowsItsAddressAndKey() {
    scene.server.reset();
    String key = scene.server.createBroker("7.00").agentKey();
    try (BrowserSession session = desktop()) {
      Page page = open(session, "").page();
      assertThat(page.locator("#empty")).containsText(scene.server.baseUrl());
      assertThat(page.locator("#empty")).containsText("Bearer " + key);
      assertThat(page.locator("#empty")).containsText("7.00 USD");
      assertThat(page.locator("table")).isHidden();
      session.assertAccessible();
      session.assertNoErrors();
    }
  }

  @Test
  void aLoadShowsItsExpectedArrival() {
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#loads/" + ConsoleScene.ON_THE_ROAD).page();
      assertThat(page.locator("#detail .facts")).containsText("Arrives about");
      assertThat(page.locator("#detail .stops")).containsText("Expected about Fri, Nov 20");
      session.assertNoErrors();
    }
  }

  @Test
  void closingTheFormChargesNothing() {
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#loads/new").page();
      assertThat(page.locator("#buy")).isEnabled();
      page.keyboard().press("Escape");
      assertThat(page.locator("#order")).isHidden();
      assertThat(page).hasURL(scene.console("#loads"));
      assertThat(scene.broker).hasBalance("23.01");
      session.assertNoErrors();
    }
  }

  @Test
  void anOrderResentAfterALostResponseCreatesOneLoad() {
    scene.server.faults().next(Operation.CREATE_LOAD, Fault.statusAfterCommit(500));
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#loads/new").page();
      assertThat(page.locator("#buy")).isEnabled();
      page.locator("[name=customerRef]").fill("");
      page.locator("#buy").click();
      assertThat(page.locator("#order-notice")).not().isEmpty();
      page.locator("#buy").click();
      assertThat(page.locator("#notice")).hasText("Created LD-2026-0004");
      assertThat(scene.broker).hasBalance("22.36");
      session.assertNoErrorsExcept("500");
    }
  }

  /** Before brokers are read, or if a search finds none, no broker would get the money. */
  @Test
  void moneyIsAddedOnceABrokerIsSelected() {
    try (BrowserSession session = desktop()) {
      Page page = session.page();
      List<Route> held = new ArrayList<>();
      page.route(url -> url.contains("/__admin/brokers?"), held::add);
      open(session, "#money");
      Locator add = page.locator("#credit button");
      Locator change = page.locator("#price button");
      assertThat(add).isVisible();
      assertThat(add).isDisabled();
      assertThat(change).isDisabled();
      page.waitForCondition(() -> !held.isEmpty());
      page.unrouteAll();
      held.forEach(Route::resume);
      assertThat(add).isEnabled();
      assertThat(change).isEnabled();
      page.locator("#q").fill("nobody is called so");
      assertThat(add).isDisabled();
      page.locator("#q").fill("");
      add.click();
      assertThat(page.locator("#notice")).hasText("Add money: done");
      session.assertNoErrors();
    }
  }

  @Test
  void theSmallestPriceIsNotShownAsZero() {
    scene.server.price("position_read", "0.000000001");
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#money").page();
      page.locator("#price [name=key]").selectOption("position_read");
      assertThat(page.locator("#price [name=usd]")).hasValue("0.000000001");
      session.assertNoErrors();
    }
  }

  @Test
  void formsStartWithCommonValues() {
    scene.server.createBroker("0.00");
    scene.server.createBroker("0.00");
    try (BrowserSession session = desktop()) {
      Page page = open(session, "#money").page();
      assertThat(page.locator("#price [name=key]")).hasValue("load_create");
      assertThat(page.locator("#price [name=usd]")).hasValue("0.65");
      assertThat(page.locator("#credit [name=broker]")).hasValue(scene.broker.brokerId());
      page.locator("#price [name=key]").selectOption("position_read");
      assertThat(page.locator("#price [name=usd]")).hasValue("0.02");

      open(session, "#loads/new");
      assertThat(page.locator("#order [name=broker]")).hasValue(scene.broker.brokerId());

      open(session, "#faults");
      assertThat(page.locator("#fault [name=operation]")).hasValue("createLoad");
      assertThat(page.locator("#fault [name=phase]")).hasValue("AFTER_COMMIT");
      assertThat(page.locator("#fault [name=status]")).isHidden();
      page.locator("#fault button").first().click();
      assertThat(page.locator("#rows tr")).containsText("CLOSE");
      assertThat(page.locator("#rows tr")).containsText("the next call, after the charge");
      page.locator("#fault [name=kind]").selectOption("STATUS");
      assertThat(page.locator("#fault [name=status]")).isVisible();
      page.locator("#fault button").first().click();
      assertThat(page.locator("#rows tr").last()).containsText("STATUS 500");
      page.locator("#fault [name=kind]").selectOption("DELAY");
      page.locator("#fault button").first().click();
      assertThat(page.locator("#rows tr").last()).containsText("DELAY PT2S");
      session.assertNoErrors();
    }
  }

  private BrowserSession desktop() {
    return BrowserSession.desktop(scene.server.baseUrl());
  }

  private BrowserSession phone() {
    return BrowserSession.phone(scene.server.baseUrl());
  }

  /** Starts from an empty page, because a browser does not reload for another fragment. */
  private BrowserSession open(BrowserSession session, String address) {
    return session.open("about:blank").open(scene.console(address));
  }

  /** Elements that are narrower than their content or reach out of the window. */
  private static List<?> cutOff(Page page) {
    return (List<?>)
        page.evaluate(
            """
            () => [...document.querySelectorAll("main *, dialog *")].filter((element) => {
              if (!element.checkVisibility() || element.closest(".map, thead")) return false;
              if (element.tagName === "OPTION") return false;
              if (element.getBoundingClientRect().right > document.documentElement.clientWidth + 1) return true;
              if (element.tagName !== "SELECT") return element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
              const whole = element.cloneNode(true);
              whole.style.cssText = "width: auto; max-width: none; position: absolute";
              document.body.append(whole);
              const isCut = whole.offsetWidth > element.offsetWidth + 1;
              whole.remove();
              return isCut;
            }).map((element) => element.outerHTML.slice(0, 200))
            """);
  }
}
