package io.freightsdk.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pages that are open are told what changes, over a connection that stays. */
class PageStreamsTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  @AutoClose
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(START)
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .start();

  private final Http client = new Http(server.baseUrl(), server.createBroker("25.00").agentKey());

  @Test
  void aPreviewOfTheLinkDoesNotJoinTheDriverButAPageThatIsReadDoes() {
    Tree load = create(Orders.TWO_STOPS);
    String number = load.text("loadNumber");
    client.get(path(load.text("driverWebLink")));
    client.send("HEAD", path(load.text("driverWebLink")), null);
    assertThat(server.load(number).view().driverJoined()).isFalse();
    try (RawSocket events = stream(load.text("driverWebLink") + "/events?v=0")) {
      assertThat(nextLine(events, "class=\"verb\"")).isNotEmpty();
      assertThat(server.load(number).view().driverJoined()).isTrue();
    }
  }

  @Test
  void oneStreamServesThePagesOfABrowser() {
    Tree one = create(Orders.TWO_STOPS);
    Tree two = create(Orders.TWO_STOPS);
    String on =
        path(one.text("trackingLink")).substring(1)
            + "!,"
            + path(two.text("driverWebLink")).substring(1)
            + "!,track/trk_unknown!";
    try (RawSocket events = stream(server.baseUrl() + "/live?on=" + on)) {
      assertThat(nextLine(events, "<h1>")).contains("Waiting for pickup");
      assertThat(nextLine(events, "class=\"verb\"")).contains("Drive to the pickup at");
      assertThat(nextLine(events, "data: track/")).isEqualTo("data: track/trk_unknown");
      server.driver(one.text("loadNumber")).driveToNextStop();
      // It may tell of the way there first.
      assertThat(nextLine(events, "At the pickup in")).contains("<h1>");
    }
  }

  @Test
  void changesReachAnOpenPageAndClosingEndsItsStream() throws Exception {
    Tree load = create(Orders.TWO_STOPS);
    String page = client.get(path(load.text("trackingLink"))).text();
    String version = page.replaceFirst("(?s).*data-version=\"(\\w+)\".*", "$1");
    try (RawSocket events = stream(load.text("trackingLink") + "/events?v=" + version)) {
      server.driver(load.text("loadNumber")).driveToNextStop();

      // It may tell of the way there first.
      assertThat(nextLine(events, "At the pickup in Cincinnati, OH")).contains("<h1>");

      server.close();
      assertThat(nextLine(events, "never sent")).isEmpty();
    }
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!thread.getName().equals("freight-server-pages")) continue;
      thread.join(60_000);
      assertThat(thread.isAlive()).as("the thread of the pages").isFalse();
    }
  }

  @Test
  void theDriversPageFollowsTheTruck() {
    Tree load = create(Orders.TWO_STOPS);
    try (RawSocket events = stream(load.text("driverWebLink") + "/events?v=0")) {
      assertThat(nextLine(events, "class=\"verb\"")).contains("Drive to the pickup at");

      server.driver(load.text("loadNumber")).driveToNextStop();

      assertThat(nextLine(events, "You are here. Load at")).contains("class=\"verb\"");
    }
  }

  @Test
  void theStreamOfADeliveredLoadGoesOnUntilItsLinkExpires() {
    Tree load = create(Orders.TWO_STOPS);
    server
        .driver(load.text("loadNumber"))
        .driveToNextStop()
        .waitAtStop(Duration.ofMinutes(40))
        .driveToNextStop();
    try (RawSocket events = stream(load.text("trackingLink") + "/events?v=0")) {
      assertThat(nextLine(events, "class=\"value\"")).contains("Today");
      server.clock().advance(Duration.ofDays(1));
      assertThat(nextLine(events, "class=\"value\"")).contains("Yesterday");
      server.clock().advance(Duration.ofDays(7));
      assertThat(nextLine(events, "event: end")).isNotEmpty();
    }
  }

  @Test
  void aLiveStreamCountsALookForEachOfItsPages() {
    String link = path(create(Orders.TWO_STOPS).text("trackingLink"));
    String three = "track/trk_x!,track/trk_y!,track/trk_z!";
    for (int i = 0; i < 57; i++) client.get("/api" + link);
    try (RawSocket open = stream(server.baseUrl() + "/live?on=" + three)) {
      assertThat(open.readLine()).contains(" 200 ");
    }
    assertThat(client.get("/live?on=" + three).status()).isEqualTo(429);
    assertThat(client.get("/api" + link).status()).isEqualTo(429);
  }

  private Tree create(String order) {
    return client.post("/v1/agent/loads", order).json();
  }

  private String path(String link) {
    return link.substring(server.baseUrl().length());
  }

  private RawSocket stream(String link) {
    RawSocket socket = RawSocket.to(server);
    socket.send("GET " + path(link) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return socket;
  }

  /** The next line with this in it; empty when the stream ends before. */
  private static String nextLine(RawSocket events, String part) {
    try {
      String line = events.readLine();
      while (!line.contains(part)) line = events.readLine();
      return line;
    } catch (RawSocket.Ended ended) {
      return "";
    }
  }
}
