package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
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

  private static String other(String reference) {
    return Orders.body(reference).replace("+13125550142", "+12065550199");
  }

  private static Locator rows(Page page) {
    return page.locator("[data-rows] tr");
  }
}
