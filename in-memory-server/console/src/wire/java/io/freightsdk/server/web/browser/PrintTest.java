package io.freightsdk.server.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.Media;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Tree;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The customer's page on paper, printed by somebody whose screen is dark. */
@InBrowser
@InBrowser.OnlyInChromium("WebDriver BiDi has no print media, and prints without colours")
class PrintTest {
  private static final Pattern SHEET = Pattern.compile("/Type\\s*/Page\\b(?!s)");
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder().frozenClock().simulatedDrives(true).seed(11).start();
  private final Http client = new Http(server.baseUrl(), server.createBroker("25.00").agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void isBlackOnWhiteWithoutWhatOnlyAScreenCanDo() {
    try (Visit visit = Visit.dark(server.baseUrl())) {
      Page page = visit.open(inTransit().text("trackingLink")).page();
      PlaywrightAssertions.assertThat(page.locator("[data-live]")).isVisible();
      assertThat(colour(page, "background-color")).isNotEqualTo("rgb(255, 255, 255)");

      page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

      PlaywrightAssertions.assertThat(page.locator("[data-live]")).isHidden();
      PlaywrightAssertions.assertThat(page.locator("footer")).isHidden();
      PlaywrightAssertions.assertThat(page.locator(".timeline li").first()).isVisible();
      assertThat(colour(page, "background-color")).isEqualTo("rgb(255, 255, 255)");
      assertThat(colour(page, "color")).isEqualTo("rgb(0, 0, 0)");
      visit.assertNoComplaint();
    }
  }

  @Test
  void fitsOnTwoSheets() {
    try (Visit visit = Visit.desktop(server.baseUrl())) {
      Page page = visit.open(inTransit().text("trackingLink")).page();
      byte[] pdf = page.pdf(new Page.PdfOptions().setFormat("Letter"));
      long sheets = SHEET.matcher(new String(pdf, StandardCharsets.ISO_8859_1)).results().count();
      assertThat(sheets).isBetween(1L, 2L);
    }
  }

  private Tree inTransit() {
    Tree load = client.post("/v1/agent/loads", Orders.TWO_STOPS).json();
    server.driver(load.text("loadNumber")).driveUntil(LoadStatus.IN_TRANSIT);
    return load;
  }

  private static String colour(Page page, String property) {
    return (String)
        page.evaluate("p => getComputedStyle(document.body).getPropertyValue(p)", property);
  }
}
