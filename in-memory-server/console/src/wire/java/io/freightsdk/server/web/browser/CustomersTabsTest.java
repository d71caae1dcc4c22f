package io.freightsdk.server.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The customer's page over time: many tabs, a server that falls silent, a reader who selects. */
@ParameterizedClass
@EnumSource(Visit.Window.class)
@InBrowser
class CustomersTabsTest {
  private static final Coordinates LEXINGTON = new Coordinates(38.04, -84.50);
  @Parameter private Visit.Window window;

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .seed(11)
          .start();
  private final Http client = new Http(server.baseUrl(), server.createBroker("25.00").agentKey());
  private final Tree load = client.post("/v1/agent/loads", Orders.TWO_STOPS).json();
  private final String link = load.text("trackingLink");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void theEighthTabIsAsLiveAsTheFirst() {
    try (Visit visit = window.open(server.baseUrl())) {
      List<Page> tabs = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Page tab = i == 0 ? visit.page() : visit.context().newPage();
        tab.navigate(link);
        assertThat(tab.locator("[data-live]")).hasText("Connected");
        tabs.add(tab);
      }
      ping(LEXINGTON);
      for (Page tab : tabs) assertThat(tab.locator(".facts")).containsText("Lexington, KY");
      visit.assertNoComplaint();
    }
  }

  @Test
  void aServerThatFallsSilentIsNotLive() throws IOException {
    ping(LEXINGTON);
    try (Relay relay = new Relay(server.port());
        Visit visit = window.open(relay.url())) {
      Page page = visit.page();
      page.clock().install();
      visit.open(relay.url() + link.substring(server.baseUrl().length()));
      assertThat(page.locator("[data-live]")).hasText("Live");

      relay.stall();
      page.clock().runFor(60_000);

      assertThat(page.locator("[data-live]")).containsText("No connection since");
      assertThat(page.locator("main.cut-off")).hasCount(1);
    }
  }

  @Test
  void aSelectionSurvivesAnUpdate() {
    ping(LEXINGTON);
    try (Visit visit = window.open(server.baseUrl())) {
      Page page = visit.open(link).page();
      assertThat(page.locator("[data-live]")).hasText("Live");
      page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))");
      String before = page.locator(".facts").textContent();

      server.clock().advance(Duration.ofMinutes(4));

      assertThat(page.locator(".facts")).not().hasText(before);
      assertThat(page.evaluate("getSelection().toString()"))
          .isEqualTo(page.locator("h1").textContent());
      visit.assertNoComplaint();
    }
  }

  @Test
  void aPageThatHadToWaitComesByItself() {
    for (int i = 0; i < 60; i++) client.get("/track/trk_none");
    try (Visit visit = window.open(server.baseUrl())) {
      Page page = visit.page();
      page.clock().install();
      visit.open(link);
      assertThat(page.locator("h1")).hasText("Please wait a moment");

      server.clock().advance(Duration.ofSeconds(61));
      page.clock().runFor(61_000);

      assertThat(page.locator("h1")).containsText("Waiting for pickup");
    }
  }

  private void ping(Coordinates at) {
    server.clock().advance(Duration.ofMinutes(1));
    server.driver(load.text("loadNumber")).ping(at);
  }

  /** Passes bytes between a browser and the server, until it does not any more. */
  private static final class Relay implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ConcurrentLinkedQueue<Socket> open = new ConcurrentLinkedQueue<>();
    private volatile boolean stalled;

    Relay(int port) throws IOException {
      start(
          () -> {
            while (true) {
              Socket browser = listener.accept();
              Socket behind = new Socket(InetAddress.getLoopbackAddress(), port);
              open.add(browser);
              open.add(behind);
              start(() -> pass(browser, behind));
              start(() -> pass(behind, browser));
            }
          });
    }

    String url() {
      return "http://127.0.0.1:" + listener.getLocalPort();
    }

    void stall() {
      stalled = true;
    }

    private void pass(Socket from, Socket to) throws IOException {
      byte[] bytes = new byte[8_192];
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        if (!stalled) out.write(bytes, 0, read);
      }
      to.shutdownOutput();
    }

    private interface Work {
      void run() throws IOException;
    }

    private static void start(Work work) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (IOException closed) {
                  // The test is over, or the browser has left.
                }
              },
              "relay");
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void close() throws IOException {
      listener.close();
      for (Socket socket : open) socket.close();
    }
  }
}
