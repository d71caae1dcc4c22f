package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Geolocation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The driver's page in the driver's language, in one hand, and beside the phone's programs. */
@InBrowser
class DriversLanguageTest {
  private static final Coordinates CINCINNATI = new Coordinates(39.1031, -84.5120);

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
          .pingThrottle(Duration.ZERO)
          .seed(11)
          .start();
  private final Http client = new Http(server.baseUrl(), server.createBroker("25.00").agentKey());
  private final Tree load = client.post("/v1/agent/loads", Orders.TWO_STOPS).json();
  private final String number = load.text("loadNumber");
  private final String link = load.text("driverWebLink");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aSpanishPhoneReadsSpanishAndStaysSpanishWhileTheTruckDrives() {
    server.driver(number).ping(CINCINNATI.travel(0, 90_000));
    try (Visit visit = Visit.phone(server.baseUrl(), "es-MX")) {
      visit.context().grantPermissions(List.of("geolocation"));
      visit.context().setGeolocation(new Geolocation(39.9, -84.5).setAccuracy(12));
      Page page = visit.open(link).page();
      assertThat(page.locator(".verb")).hasText("Vaya a recoger en");
      assertThat(page.locator(".ahead")).containsText("por recorrer");
      visit.screenshot("driver-spanish-phone");
      visit.assertAccessible();

      page.getByText("Compartir mi ubicación").click();
      assertThat(page.locator("[data-share-state]")).containsText("Compartida. Último envío");
      visit.screenshot("driver-spanish-sharing-phone");
      visit.assertAccessible();

      server.driver(number).driveToStop(1);
      assertThat(page.locator(".verb")).hasText("Ya llegó. Cargue en");
      assertThat(page.locator(".badge")).hasText("En la recogida");
      visit.assertNoComplaint();
    }
  }

  @Test
  void theSwitchIsRememberedForTheNextLoad() {
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(link).page();
      assertThat(page.locator(".verb")).hasText("Drive to the pickup at");
      page.getByText("Español").click();
      assertThat(page.locator(".verb")).hasText("Vaya a recoger en");

      Tree next = client.post("/v1/agent/loads", Orders.TWO_STOPS).json();
      visit.open(next.text("driverWebLink"));
      assertThat(page.locator("html")).hasAttribute("lang", "es-US");
      page.getByText("English").click();
      visit.open(link);
      assertThat(page.locator(".verb")).hasText("Drive to the pickup at");
      visit.open(server.baseUrl() + "/driver/drv_0?lang=es");
      assertThat(page.locator("h1")).hasText("Este enlace no lleva a ninguna parte");
    }
  }

  @Test
  void theWayAheadIsLargeAndTheButtonWhereTheThumbIs() {
    server.driver(number).ping(CINCINNATI.travel(0, 90_000));
    for (int width : new int[] {320, 390}) {
      try (Visit visit = Visit.phone(server.baseUrl())) {
        Page page = visit.page();
        page.setViewportSize(width, 700);
        visit.open(link);
        Locator button = page.locator("[data-share]");
        assertThat(page.locator(".ahead dd").first()).containsText(" mi");
        double letters =
            visit.number(
                "parseFloat(getComputedStyle(document.querySelector('.ahead dd')).fontSize)");
        assertThat(letters).isGreaterThanOrEqualTo(32);
        assertThat(button.boundingBox().y).isBetween(550.0, 640.0);
        assertThat(button.boundingBox().height).isGreaterThanOrEqualTo(72);
        // What is last on the page is not below the button.
        page.evaluate("scrollTo(0, document.body.scrollHeight)");
        double last =
            visit.number("document.querySelector('.stops').getBoundingClientRect().bottom");
        assertThat(last).isLessThanOrEqualTo(button.boundingBox().y);
        assertThat(
                visit.number(
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
            .isZero();
      }
    }
  }

  @Test
  @InBrowser.OnlyInChromium("WebDriver BiDi leaves a service worker connected")
  void aPageThatIsOpenedWithoutASignalSaysSinceWhenAndGoesOnKeepingPositions() {
    try (Visit visit = Visit.phone(server.baseUrl())) {
      visit.context().grantPermissions(List.of("geolocation"));
      visit.context().setGeolocation(new Geolocation(39.9, -84.5).setAccuracy(12));
      Page page = visit.open(link).page();
      page.getByText("Share my location").click();
      assertThat(page.locator("[data-share-state]")).containsText("Last sent");
      // The cache is there before the page is in it.
      page.waitForFunction("async () => !!(await caches.match(location.pathname))");
      page.waitForFunction("async () => !!(await navigator.serviceWorker.ready).active");

      visit.context().setOffline(true);
      page.reload();
      assertThat(page.locator(".verb")).hasText("Drive to the pickup at");
      assertThat(page.locator("[data-live]")).containsText("No connection since");
      assertThat(page.locator("[data-waiting]")).containsText("waits for a connection");
      // Nothing is said of this moment.
      assertThat(page.locator(".ahead")).isHidden();
      visit.screenshot("driver-opened-offline-phone");
      assertThat(server.load(number).view().pingCount()).isEqualTo(1);

      visit.context().setOffline(false);
      page.reload();
      assertThat(page.locator("[data-waiting]")).isHidden();
      page.waitForCondition(() -> server.load(number).view().pingCount() >= 2);
      page.getByText("Sharing. Press to stop").click();
      page.waitForFunction("async () => (await caches.keys()).length === 0");
    }
  }

  @Test
  void aPhoneCanPutItBesideItsPrograms() {
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(link).page();
      Object manifest =
          page.evaluate(
              "fetch(document.querySelector('link[rel=manifest]').href).then((m) => m.json())");
      assertThat(manifest)
          .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
          .containsEntry("display", "standalone")
          .containsEntry("start_url", "../" + link.substring(link.lastIndexOf('/') + 1));
      for (int size : new int[] {192, 512}) {
        String width =
            "createImageBitmap(await (await fetch('/driver/app/icon-%d.png')).blob())"
                .formatted(size);
        assertThat(visit.number("async () => (await " + width + ").width")).isEqualTo(size);
      }
      visit.assertNoComplaint();
    }
  }
}
