package io.freightsdk.server.web.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.track.TrackStop;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DriverPageTest {
  private static final Instant NOW = Instant.parse("2026-11-20T18:20:00Z");
  private static final Instant EARLIER = NOW.minusSeconds(7_200);

  @Test
  void saysWhereToGoNext() {
    String html = html(load("PLANNED", null, null, false));

    assertThat(html)
        .contains("<p class=\"verb\">Drive to the pickup at</p>")
        .contains("<h1>Acme Cold Storage</h1>")
        .contains("12 Dock Rd, Dallas, TX 75201")
        .contains("href=\"geo:32.77670,-96.79700?q=12+Dock+Rd%2C+Dallas%2C+TX+75201\"")
        .contains("data-share");
  }

  @Test
  void atTheDockItSaysToLoad() {
    assertThat(html(load("AT_PICKUP", EARLIER, null, false))).contains("You are here. Load at");
  }

  @Test
  void onTheRoadItNamesTheDelivery() {
    assertThat(html(load("IN_TRANSIT", EARLIER, NOW, false)))
        .contains("<p class=\"verb\">Deliver to</p>")
        .contains("<h1>900 Lake St</h1>");
  }

  @Test
  void afterTheEndNoPositionIsAskedFor() {
    String html = html(load("DELIVERED", EARLIER, NOW, true));

    assertThat(html).contains("Tracking of this load has ended").doesNotContain("<button");
  }

  @Test
  void afterTheEndNothingPrivateIsShown() {
    assertThat(html(load("DELIVERED", EARLIER, NOW, true)))
        .contains("Dallas, TX")
        .doesNotContain("Acme", "Dock Rd", "Lake St", "geo:", "REEFER", "41,250");
  }

  @Test
  void whatIsSharedIsSaidBeforeTheFirstPress() {
    assertThat(html(load("PLANNED", null, null, false)))
        .contains("Nothing is sent until you press the button")
        .contains("every customer who has this load&#39;s tracking link")
        .contains("about once a minute")
        .contains("customers can open it for seven days after delivery")
        .contains("Keep this page open and the screen on.");
  }

  @Test
  void aMissedStopIsNotTickedOff() {
    TrackStop there = stop(1, StopType.PICKUP, null, null);
    TrackStop missed =
        new TrackStop(
            1, StopType.PICKUP, "Dallas", "TX", there.at(), 3_200, NOW, NOW, null, null, true);
    DriverView load =
        new DriverView(
            "LD-1",
            "IN_TRANSIT",
            List.of(new DriverView.Stop(missed, null, "12 Dock Rd", "75201")),
            null,
            null,
            false,
            NOW,
            1,
            null);
    assertThat(html(load))
        .contains("<li class=\"missed\"><p class=\"what\">Pickup · passed without a stop");
  }

  @Test
  void theWayToTheNextStopIsSaid() {
    DriverView load = load("IN_TRANSIT", NOW.minusSeconds(9_000), NOW.minusSeconds(7_200), false);
    DriverView.Ahead ahead = new DriverView.Ahead(2, 312.4, NOW.plusSeconds(19_800));
    DriverView under =
        new DriverView(
            load.loadNumber(), load.status(), load.stops(), null, null, false, NOW, 1, ahead);

    assertThat(html(under))
        .contains(
            "<dt>to go</dt><dd>312 mi</dd>", "<dt>until you are there</dt><dd>5 h 30 min</dd>")
        .contains("You arrive about <time");
    assertThat(html(load)).doesNotContain("<dt>to go");
  }

  @Test
  void hostileNamesAreShortHarmlessText() {
    TrackStop stop = stop(1, StopType.PICKUP, null, null);
    DriverView.Stop hostile =
        new DriverView.Stop(
            stop, "<script>alert(1)</script>" + "M".repeat(10_000), "\"><svg onload=x>", "'");
    DriverView load =
        new DriverView(
            "LD-1", "PLANNED", List.of(hostile), "<b>VAN</b>", null, false, NOW, 1, null);

    String html = html(load);

    assertThat(html)
        .doesNotContain("<script>alert", "<svg", "<b>VAN", "M".repeat(121))
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .hasSizeLessThan(45_000);
  }

  private static String html(DriverView load) {
    return DriverPage.of(load).html();
  }

  private static DriverView load(
      String status, @Nullable Instant arrived, @Nullable Instant departed, boolean ended) {
    List<DriverView.Stop> stops =
        List.of(
            new DriverView.Stop(
                stop(1, StopType.PICKUP, arrived, departed),
                "Acme Cold Storage",
                "12 Dock Rd",
                "75201"),
            new DriverView.Stop(
                stop(2, StopType.DELIVERY, null, null), null, "900 Lake St", "75202"));
    return new DriverView("LD-2026-0042", status, stops, "REEFER", 41_250.0, ended, NOW, 1, null);
  }

  private static TrackStop stop(
      int number, StopType kind, @Nullable Instant arrived, @Nullable Instant departed) {
    return new TrackStop(
        number,
        kind,
        "Dallas",
        "TX",
        new Coordinates(32.7767, -96.797),
        3_200,
        NOW,
        NOW.plusSeconds(7_200),
        arrived,
        departed,
        false);
  }
}
