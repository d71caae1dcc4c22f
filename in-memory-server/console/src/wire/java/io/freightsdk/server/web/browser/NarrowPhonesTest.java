package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commonest narrow phones are 360 and 320 pixels wide: no page is wider than they are. */
@InBrowser
class NarrowPhonesTest {
  private static final String STOP =
      "{\"address\":\"1 Dock Rd\",\"city\":\"%s\",\"state\":\"TX\",\"zip\":\"75201\",\"lat\":%s,\"lng\":%s}";

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

  @ParameterizedTest
  @ValueSource(strings = {"en", "es"})
  void theCustomersPageFitsInEveryState(String language) {
    Tree load = create();
    String number = load.text("loadNumber");
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(load.text("trackingLink") + "?lang=" + language).page();
      assertThat(page.locator("[data-share-page]")).isVisible();
      assertFits(visit, "PLANNED");
      server.load(number).awaitBol(true);
      for (LoadStatus status :
          List.of(LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, LoadStatus.AT_DELIVERY)) {
        String before = page.locator(".badge").textContent();
        server.driver(number).driveUntil(status);
        assertThat(page.locator(".badge")).not().hasText(before);
        assertFits(visit, status.value());
        if (!status.equals(LoadStatus.IN_TRANSIT)) continue;
        server.clock().advance(Duration.ofHours(2));
        assertThat(page.locator(".silence")).isVisible();
        assertFits(visit, "silent");
      }
      String before = page.locator(".badge").textContent();
      server.load(number).deliver();
      assertThat(page.locator(".badge")).not().hasText(before);
      assertFits(visit, "DELIVERED");
    }
  }

  @Test
  void theCustomersPageOfACancelledLoadFits() {
    Tree load = create();
    server.load(load.text("loadNumber")).cancel();
    try (Visit visit = Visit.phone(server.baseUrl())) {
      visit.open(load.text("trackingLink"));
      assertFits(visit, "CANCELLED");
    }
  }

  @Test
  void theDriversPageFits() {
    Tree load = create();
    try (Visit visit = Visit.phone(server.baseUrl())) {
      Page page = visit.open(load.text("driverWebLink")).page();
      assertFits(visit, "before");
      server.driver(load.text("loadNumber")).driveUntil(LoadStatus.AT_PICKUP);
      assertThat(page.locator(".verb")).hasText("You are here. Load at");
      assertFits(visit, "at the pickup");
    }
  }

  private static void assertFits(Visit visit, String state) {
    for (int width : new int[] {320, 360, 390}) {
      visit.page().setViewportSize(width, 740);
      assertThat(visit.number("document.documentElement.scrollWidth"))
          .as(state + " at " + width)
          .isEqualTo(width);
    }
  }

  private Tree create() {
    String order =
        "{\"driverPhone\":\"+13125550142\",\"pickups\":[%s],\"deliveries\":[%s]}"
            .formatted(
                STOP.formatted("Dallas", 32.78, -96.8),
                STOP.formatted("San Antonio", 29.42, -98.49));
    return client.post("/v1/agent/loads", order).json();
  }
}
