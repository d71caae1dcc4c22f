package io.freightsdk.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Http.Reply;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PagesOverHttpTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(START)
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .start();
  private final Broker broker = server.createBroker("25.00");
  private final Http client = new Http(server.baseUrl(), broker.agentKey());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void theLinksOfALoadOpen() {
    Tree load = create(Orders.TWO_STOPS);

    Reply page = open(load.text("trackingLink"));
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'; ");
    assertThat(page.header("Cache-Control")).isEqualTo("no-store");
    assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(page.text()).contains("Waiting for pickup in Cincinnati, OH");

    Reply driver = open(load.text("driverWebLink"));
    assertThat(driver.status()).isEqualTo(200);
    assertThat(driver.text()).contains("100 Main St").contains("data-share");
  }

  @Test
  void theCustomersPageShowsNothingPrivate() {
    String order =
        """
        {"driverPhone":"+13125550142","shipperName":"Secret Shipper","carrierName":"Hidden Carrier",
         "rate":4321.5,"customerRef":"PO-77","truckNumber":"T-99",
         "pickups":[{"address":"100 Main St","city":"Cincinnati","state":"OH","zip":"45202",
           "facilityName":"Quiet Dock","lat":39.1031,"lng":-84.5120}],
         "deliveries":[%s]}"""
            .formatted(Orders.delivery());
    Tree load = create(order);

    String page = open(load.text("trackingLink")).text();

    assertThat(page)
        .doesNotContain("Secret Shipper", "Hidden Carrier", "4321", "PO-77", "T-99", "Quiet Dock")
        .doesNotContain("+13125550142", "3125550142", "100 Main St", load.text("loadId"))
        .doesNotContain("drv_", broker.brokerId());
  }

  @Test
  void anUnknownLinkIsExplained() {
    for (String path : new String[] {"/track/trk_0", "/driver/drv_0"}) {
      Reply page = client.get(path);
      assertThat(page.status()).isEqualTo(404);
      assertThat(page.text()).contains("This link leads nowhere");
    }
    assertThat(client.get("/track/trk_0/events").status()).isEqualTo(404);
  }

  @Test
  void aWeekAfterDeliveryTheLinkHasExpired() {
    Tree load = create(Orders.TWO_STOPS);
    deliver(load);

    server.clock().advance(Duration.ofDays(6));
    assertThat(open(load.text("trackingLink")).status()).isEqualTo(200);
    server.clock().advance(Duration.ofDays(2));
    Reply expired = open(load.text("trackingLink"));

    assertThat(expired.status()).isEqualTo(410);
    assertThat(expired.text()).contains("This tracking link has expired");
  }

  @Test
  void theSixtyFirstLookInAMinuteHasToWait() {
    Tree load = create(Orders.TWO_STOPS);
    for (int i = 0; i < 60; i++) {
      assertThat(open(load.text("trackingLink")).status()).isEqualTo(200);
    }

    Reply refused = open(load.text("trackingLink"));

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("60");
    assertThat(refused.text())
        .contains("Please wait a moment")
        .contains("<meta http-equiv=\"refresh\" content=\"60\">");
  }

  @Test
  void pagesAreCompressedForBrowsersAndForNobodyElse() {
    String page = path(create(Orders.TWO_STOPS).text("trackingLink"));
    Reply whole = client.send("GET", page, null);
    Reply packed = client.send("GET", page, null, "Accept-Encoding", "br, gzip");
    Reply refused = client.send("GET", page, null, "Accept-Encoding", "gzip;q=0, identity");

    assertThat(packed.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(packed.header("Vary")).isEqualTo("Accept-Encoding");
    assertThat(Integer.parseInt(packed.header("Content-Length")))
        .isLessThan(Integer.parseInt(whole.header("Content-Length")) / 2);
    assertThat(whole.header("Content-Encoding")).isNull();
    assertThat(refused.header("Content-Encoding")).isNull();
  }

  @Test
  void noDriveIsOfferedThatThePageMayNotAskFor() {
    for (String token : new String[] {null, "adm_secret"}) {
      var builder = InMemoryFreightServer.builder().simulatedDrives(true);
      if (token != null) builder.adminToken(token);
      try (InMemoryFreightServer own = builder.start()) {
        Http caller = new Http(own.baseUrl(), own.createBroker("5.00").agentKey());
        Tree load = caller.post("/v1/agent/loads", Orders.TWO_STOPS).json();
        String link = load.text("driverWebLink").substring(own.baseUrl().length());
        String page = caller.get(link).text();
        assertThat(page.contains("data-drive>")).isEqualTo(token == null);
      }
    }
  }

  @Test
  void aWeekAfterTheEndTheDriversPageIsClosedAndSoAreItsAddresses() {
    Tree load = create(Orders.TWO_STOPS);
    deliver(load);
    server.clock().advance(Duration.ofHours(25));
    assertThat(open(load.text("driverWebLink")).text())
        .contains("Tracking of this load has ended")
        .doesNotContain("100 Main St", "<button");
    server.clock().advance(Duration.ofDays(7));
    Reply closed = open(load.text("driverWebLink"));
    assertThat(closed.status()).isEqualTo(410);
    assertThat(closed.text()).contains("This load is done").doesNotContain("Cincinnati");
  }

  @Test
  void aPreviewOfTheLinkDoesNotJoinTheDriverButAPageThatIsReadDoes() {
    Tree load = create(Orders.TWO_STOPS);
    String number = load.text("loadNumber");
    open(load.text("driverWebLink"));
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
      assertThat(nextLine(events, "<h1>")).contains("At the pickup in");
    }
    for (String wrong : new String[] {"", "?on=", "?on=track/x", "?on=__admin/brokers!"}) {
      assertThat(client.get("/live" + wrong).status()).isEqualTo(400);
    }
  }

  @Test
  void theCustomersPageAndItsStreamsSpeakTheLanguageThatIsWanted() {
    String link = create(Orders.TWO_STOPS).text("trackingLink");
    String waiting = "<h1>Espera la recogida en Cincinnati, OH";
    assertThat(client.get(path(link), "Accept-Language", "es-MX").text()).contains(waiting);
    assertThat(client.get(path(link), "Cookie", "a=b; language=es").text()).contains(waiting);
    assertThat(client.get(path(link) + "?lang=en", "Cookie", "language=es").text())
        .contains("<h1>Waiting for pickup in Cincinnati, OH");
    assertThat(client.get("/track/trk_0?lang=es").text()).contains("Este enlace no lleva");
    String shared = server.baseUrl() + "/live?on=" + path(link).substring(1) + ".es!";
    for (String stream : List.of(link + "/events?lang=es&v=0", shared)) {
      try (RawSocket events = stream(stream)) {
        assertThat(nextLine(events, "<h1>")).contains(waiting);
      }
    }
  }

  /** An animation without an end draws sixty pictures a second as long as the page is open. */
  @Test
  void nothingOnAPageMovesForEver() {
    Tree load = create(Orders.TWO_STOPS);
    for (String path :
        List.of(path(load.text("trackingLink")), path(load.text("driverWebLink")), "/__admin/")) {
      assertThat(client.get(path).text()).as(path).contains("<style>").doesNotContain("infinite");
    }
  }

  @Test
  void everyAnswerIsGuardedAgainstOtherPages() {
    Tree load = create(Orders.TWO_STOPS);
    for (String path :
        new String[] {
          path(load.text("trackingLink")),
          path(load.text("driverWebLink")),
          "/track/trk_0",
          "/__admin/",
          "/__admin/loads",
          "/v1/agent/balance",
          "/api" + path(load.text("trackingLink")),
          "/openapi.yaml",
          "/live.js",
          "/nowhere"
        }) {
      Reply reply = client.get(path);
      assertThat(reply.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
      assertThat(reply.header("Content-Security-Policy")).as(path).startsWith("default-src 'none'");
      assertThat(reply.header("Cross-Origin-Opener-Policy")).as(path).isEqualTo("same-origin");
      assertThat(reply.header("Cross-Origin-Resource-Policy")).as(path).isEqualTo("same-origin");
      assertThat(reply.header("Permissions-Policy"))
          .as(path)
          .startsWith(path.startsWith("/driver/") ? "geolocation=(self)" : "geolocation=()");
    }
  }

  @Test
  void hostileNamesDoNoHarm() {
    String order =
        """
        {"driverPhone":"+13125550142","shipperName":"<script>alert(1)</script>",
         "equipmentType":"<script>alert(2)</script>",
         "pickups":[{"address":"<script>alert(3)</script>","city":"<script>alert(4)</script>",
           "state":"OH","zip":"45202","facilityName":"%s","lat":39.1031,"lng":-84.5120}],
         "deliveries":[%s]}"""
            .formatted("F".repeat(10_000), Orders.delivery());
    Tree load = create(order);

    for (String link : new String[] {load.text("trackingLink"), load.text("driverWebLink")}) {
      Reply page = open(link);
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.text()).doesNotContain("<script>alert").hasSizeLessThan(90_000);
    }
  }

  @Test
  void aLongTrackStaysASmallPage() {
    Tree load = create(Orders.TWO_STOPS);
    var driver = server.driver(load.text("loadNumber"));
    for (int i = 0; i < 50_000; i++) {
      double along = i / 5e4;
      double lat = 39.0 - 3 * along + 0.2 * Math.sin(i / 350.0);
      driver.ping(
          Fix.of(START.minusSeconds(86_000).plusMillis(i * 1_600L), lat, -84.5 + along, 10));
    }

    Reply page = open(load.text("trackingLink"));

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.bytes()).hasSizeLessThan(150_000);
    assertThat(page.text()).contains("class=\"driven\" d=\"M");
  }

  @Test
  void changesReachAnOpenPageAndClosingEndsItsStream() throws Exception {
    Tree load = create(Orders.TWO_STOPS);
    String page = open(load.text("trackingLink")).text();
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
    deliver(load);
    try (RawSocket events = stream(load.text("trackingLink") + "/events?v=0")) {
      assertThat(nextLine(events, "class=\"value\"")).contains("Today");
      server.clock().advance(Duration.ofDays(1));
      assertThat(nextLine(events, "class=\"value\"")).contains("Yesterday");
      server.clock().advance(Duration.ofDays(7));
      assertThat(nextLine(events, "event: end")).isNotEmpty();
    }
  }

  @Test
  void aForeignNameThatPointsHereOpensNoTestControl() {
    String here = "localhost:" + server.port();
    assertThat(status(here, null)).isEqualTo(200);
    assertThat(status(here, "http://" + here)).isEqualTo(200);
    assertThat(status("evil.example:" + server.port(), null)).isEqualTo(403);
    assertThat(status(here, "http://evil.example")).isEqualTo(403);
  }

  private int status(String host, String origin) {
    try (RawSocket socket = RawSocket.to(server)) {
      String from = origin == null ? "" : "Origin: " + origin + "\r\n";
      return socket.exchange(
          "GET /__admin/brokers HTTP/1.1\r\nHost: " + host + "\r\n" + from + "\r\n");
    }
  }

  private Tree create(String order) {
    Reply created = client.post("/v1/agent/loads", order);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.json();
  }

  private void deliver(Tree load) {
    server
        .driver(load.text("loadNumber"))
        .driveToNextStop()
        .waitAtStop(Duration.ofMinutes(40))
        .driveToNextStop();
  }

  private Reply open(String link) {
    return client.get(path(link));
  }

  private String path(String link) {
    return link.substring(server.baseUrl().length());
  }

  private RawSocket stream(String link) {
    RawSocket socket = RawSocket.to(server);
    String path = link.substring(server.baseUrl().length());
    socket.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
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
