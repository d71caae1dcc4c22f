package io.freightsdk.examples.orderservice;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Needs;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The page of the operators in the machine's Chromium, driven by the machine's Node. */
@Tag("slow") // drives a browser
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = "freight.jobs.read-budget-per-day=10000")
@AutoConfigureFreightServer
class OperatorsPageIT {
  /** For what does not come at all: on a busy machine a page may take many seconds. */
  private static final int BOUND_MILLIS = 60_000;

  private static final String LINES_OF_STATE =
      """
      row => {
        const text = document.createRange()
        text.selectNodeContents(row.querySelector('[data-name=State]'))
        return text.getClientRects().length
      }
      """;

  @TempDir static Path folder;

  @Autowired InMemoryFreightServer server;
  @Autowired Faults faults;
  @Autowired JdbcClient database;
  @LocalServerPort int port;

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    properties.add("spring.datasource.url", () -> Databases.sqlite(folder));
    properties.add("freight.limits.zone", Databases::zoneWhereItIsNoon);
  }

  @Test
  void operatorSeesOrdersAndRetriesStoppedOnes() {
    Frontend frontend = new Frontend(port);
    frontend.put(OrderServiceIT.path("acme", "PO-1"), OrderServiceIT.LOAD);
    String load =
        Eventually.until(() -> order(frontend, "PO-1", "loadNumber"), number -> !number.isEmpty());
    server.driver(load).driveUntil(LoadStatus.IN_TRANSIT);
    server.clock().advance(Duration.ofHours(6));
    Eventually.until(
        () -> frontend.get(OrderServiceIT.path("acme", "PO-1")).body(),
        body -> body.contains("IN_TRANSIT"));
    String wrong = OrderServiceIT.LOAD.replace("+13125550142", "+1312");
    frontend.put(OrderServiceIT.path("acme", "PO-2"), wrong);
    Eventually.until(() -> order(frontend, "PO-2", "state"), "STOPPED"::equals);
    faults.always(Operation.CREATE_LOAD, Fault.status(413));
    frontend.put(OrderServiceIT.path("acme", "PO-3"), OrderServiceIT.LOAD);
    OrderServiceIT.awaitStopped(() -> order(frontend, "PO-3", "state"), server.clock(), database);

    try (Playwright playwright = playwright();
        Browser browser = playwright.chromium().launch(chromium())) {
      Page page = browser.newPage();
      page.navigate("http://127.0.0.1:" + port + "/");
      Locator latest = page.locator("#latest tbody tr");
      assertThat(latest).hasCount(3);
      assertThat(latest.filter(of("PO-1"))).containsText("BOOKED");
      assertThat(latest.filter(of("PO-1"))).containsText(load);
      Locator stopped = page.locator("#stopped tbody tr");
      assertThat(stopped).hasCount(2);
      assertThat(stopped.filter(of("PO-2"))).containsText("driverPhone");
      assertThat(page.locator("#summary")).containsText("2 orders stopped");
      assertThat(latest.filter(of("PO-3"))).containsText("413");
      page.setViewportSize(1000, 800);
      Assertions.assertThat((int) latest.filter(of("PO-1")).evaluate(LINES_OF_STATE))
          .as("a word is not broken next to long reasons")
          .isEqualTo(1);
      page.setViewportSize(390, 844);
      Assertions.assertThat((int) page.evaluate("document.documentElement.scrollWidth"))
          .as("fits a phone")
          .isLessThanOrEqualTo(390);

      faults.clear();
      page.locator("#stopped button").click();
      assertThat(stopped).hasCount(1);
      assertThat(stopped).containsText("PO-2");
      assertThat(latest.filter(of("PO-3"))).containsText("BOOKED");
      assertThat(page.locator("#failure")).isEmpty();

      page.route("**/operators/counts", route -> route.abort());
      page.reload();
      assertThat(page.locator("#failure")).containsText("The orders cannot be read");
      page.unroute("**/operators/counts");
      page.reload();

      latest.filter(of("PO-1")).getByText("acme/PO-1").click();
      assertThat(page.locator("body")).containsText("IN_TRANSIT");
    }
  }

  private static String order(Frontend frontend, String number, String member) {
    return frontend.get(OrderServiceIT.path("acme", number)).text(member);
  }

  private static Locator.FilterOptions of(String number) {
    return new Locator.FilterOptions().setHasText(number);
  }

  private static Playwright playwright() {
    PlaywrightAssertions.setDefaultAssertionTimeout(BOUND_MILLIS);
    Map<String, String> environment =
        Map.of(
            "PLAYWRIGHT_NODEJS_PATH",
            program("node").toString(),
            "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
            "1");
    return Playwright.create(new Playwright.CreateOptions().setEnv(environment));
  }

  private static BrowserType.LaunchOptions chromium() {
    return new BrowserType.LaunchOptions()
        .setExecutablePath(program("chromium"))
        .setTimeout(2 * BOUND_MILLIS)
        // Containers have no user but root, and 64 MB of shared memory, which a page may exceed.
        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage"));
  }

  /** Without it the test is skipped and says so. */
  private static Path program(String name) {
    Path found =
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    Needs.Program.BROWSER.orSkip(found != null);
    return found;
  }
}
