package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A load of which only the order or the driver is known, and all that the console shows of it. */
@InBrowser
class ConsoleLoadTest {
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .seed(11)
          .start();
  private final Broker broker = server.createBroker("50.00");
  private final Http client = new Http(server.baseUrl(), broker.agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  private String ordered() {
    String order =
        """
        {"driverPhone":"(312) 555-0142","customerRef":"PO-7731","shipperName":"Valley Fresh",
         "carrierName":"Blue Line","truckNumber":"T-100","equipmentType":"REEFER","weight":41200,
         "rate":1850.5,"miles":268,
         "pickups":[{%s,"facilityName":"Dock 4"}],"deliveries":[%s]}"""
            .formatted(Orders.pickupMembers(), Orders.delivery());
    return client.post("/v1/agent/loads", order).json().text("loadNumber");
  }

  @Test
  void aLoadIsFoundByItsReferenceAndItsDriverAndShowsItsOrder() {
    String number = ordered();
    for (int i = 0; i < 3; i++) client.post("/v1/agent/loads", other("PO-" + i));
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.open(server.baseUrl() + "/__admin/").page();
      assertThat(rows(page)).hasCount(4);
      for (String asked : new String[] {"po-7731", "3125550142", "(312) 555-0142", "0142"}) {
        page.locator("[name=q]").fill(asked);
        assertThat(rows(page)).hasCount(1);
        assertThat(rows(page)).containsText("PO-7731");
        page.locator("[name=q]").fill("");
        assertThat(rows(page)).hasCount(4);
      }
      page.locator("[name=q]").fill("PO-7731");
      assertThat(rows(page)).hasCount(1);
      rows(page).locator("a").click();
      Locator panel = page.locator("[data-panel]");
      for (String said :
          new String[] {
            number,
            "PO-7731",
            "+13125550142, has not joined",
            "T-100",
            "Blue Line",
            "Valley Fresh",
            "REEFER, 41,200 lb",
            "1850.50 USD",
            "268 miles",
            "Dock 4",
            "100 Main St, Cincinnati, OH 45202",
            "200 Parkway, Sevierville, TN 37862"
          }) {
        assertThat(panel).containsText(said);
      }
      visit.screenshot("console-order");
      visit.assertAccessible();
      visit.assertNoComplaint();
    }
  }

  @Test
  void positionsAreCountedOnceAndRefusedOnesApart() {
    String number = ordered();
    for (double lat : new double[] {39.0, 39.01, 39.02}) {
      server.clock().advance(Duration.ofMinutes(2));
      server.driver(number).ping(lat, -84.4);
    }
    server.clock().advance(Duration.ofMinutes(1));
    server.driver(number).ping(35.0, -90.4);
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.open(server.baseUrl() + "/__admin/#view=loads&load=" + number).page();
      assertThat(page.locator("[data-moment]")).containsText("3 of 3 positions, 1 refused");
      assertThat(page.locator("[data-panel] dl")).containsText("3 kept, 1 refused");
      page.locator("[data-key=step-back]").click();
      assertThat(page.locator("[data-moment]")).containsText("3 of 3 positions");
      assertThat(page.locator("[data-moment]")).not().containsText("refused");
    }
  }

  @Test
  void noColumnIsCutWhileAPanelIsOpen() {
    String number = ordered();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    try {
      client.get("/v1/agent/loads/" + number);
    } catch (RuntimeException closed) {
      // As planned.
    }
    client.send("POST", "/v1/agent/loads/" + number + "/delivery-confirm", "{}");
    String request = server.journal().requests().get(0).requestId();
    for (String opened :
        new String[] {
          "#view=requests&request=" + request,
          "#view=loads&load=" + number,
          "#view=brokers&broker=" + broker.brokerId()
        }) {
      try (Visit visit = Visit.desktop(server.baseUrl())) {
        Page page = visit.open(server.baseUrl() + "/__admin/" + opened).page();
        assertThat(page.locator("#panel-title")).isVisible();
        assertThat(rows(page).first()).isVisible();
        for (int width : new int[] {1_280, 1_366, 1_500}) {
          page.setViewportSize(width, 900);
          assertThat(
                  visit.number(
                      "(() => { const rows = document.querySelector('.scroll');"
                          + " return rows.scrollWidth - rows.clientWidth; })()"))
              .as(opened + " at " + width)
              .isZero();
        }
      }
    }
  }

  @Test
  void aFewRowsLeaveNoEmptyHalf() {
    for (int i = 0; i < 6; i++) client.post("/v1/agent/loads", other("PO-" + i));
    try (Visit visit = Visit.wide(server.baseUrl())) {
      Page page = visit.open(server.baseUrl() + "/__admin/").page();
      assertThat(rows(page)).hasCount(6);
      double end = bottom(visit, "[data-rows] tr:last-child");
      assertThat(bottom(visit, ".list") - end).isLessThan(120);
    }
  }

  private static double bottom(Visit visit, String selector) {
    return ((Number) visit.box(selector).get("bottom")).doubleValue();
  }

  private static String other(String reference) {
    return Orders.body(reference).replace("+13125550142", "+12065550199");
  }

  private static Locator rows(Page page) {
    return page.locator("[data-rows] tr");
  }
}
