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
    String html = DriverPage.of(load("PLANNED", null, null, false)).html();

    assertThat(html)
        .contains("<p class=\"verb\">Drive to the pickup at</p>")
        .contains("<h1>Acme Cold Storage</h1>")
        .contains("12 Dock Rd, Dallas, TX 75201")
        .contains("href=\"geo:32.77670,-96.79700?q=12+Dock+Rd%2C+Dallas%2C+TX+75201\"")
        .contains("data-share");
  }

  @Test
  void atTheDockItSaysToLoad() {
    assertThat(DriverPage.of(load("AT_PICKUP", EARLIER, null, false)).html())
        .contains("You are here. Load at");
  }

  @Test
  void onTheRoadItNamesTheDelivery() {
    assertThat(DriverPage.of(load("IN_TRANSIT", EARLIER, NOW, false)).html())
        .contains("<p class=\"verb\">Deliver to</p>")
        .contains("<h1>900 Lake St</h1>");
  }

  @Test
  void afterTheEndNoPositionIsAskedFor() {
    String html = DriverPage.of(load("DELIVERED", EARLIER, NOW, true)).html();

    assertThat(html).contains("Tracking of this load has ended").doesNotContain("<button");
  }

  @Test
  void afterTheEndNothingPrivateIsShown() {
    DriverView load = load("DELIVERED", EARLIER, NOW, true);

    for (String markup : List.of(DriverPage.of(load).html(), DriverPage.update(load).markup())) {
      assertThat(markup)
          .contains("Dallas, TX")
          .doesNotContain("Acme", "Dock Rd", "Lake St", "geo:", "REEFER", "41,250");
    }
  }

  @Test
  void whatIsSharedIsSaidBeforeTheFirstPress() {
    assertThat(DriverPage.of(load("PLANNED", null, null, false)).html())
        .contains("Nothing is sent until you press the button")
        .contains("every customer who has this load's tracking link")
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
            false,
            NOW,
            1,
            null);
    assertThat(DriverPage.of(load).html())
        .contains("<li class=\"missed\"><p class=\"what\">Pickup · passed without a stop");
  }

  @Test
  void onlyADemonstrationOffersToDrive() {
    DriverView real = load("PLANNED", null, null, false);
    DriverView demo =
        new DriverView(
            real.loadNumber(), real.status(), real.stops(), null, null, false, true, NOW, 1, null);

    assertThat(DriverPage.of(real).html()).doesNotContain("Simulated truck");
    assertThat(DriverPage.of(demo).html()).contains("Simulated truck");
  }

  @Test
  void theWayToTheNextStopIsSaid() {
    DriverView load = load("IN_TRANSIT", NOW.minusSeconds(9_000), NOW.minusSeconds(7_200), false);
    DriverView.Ahead ahead = new DriverView.Ahead(2, 312.4, NOW.plusSeconds(19_800));
    DriverView under =
        new DriverView(
            load.loadNumber(),
            load.status(),
            load.stops(),
            null,
            null,
            false,
            false,
            NOW,
            1,
            ahead);

    assertThat(DriverPage.of(under).html()).contains("<b>312 mi</b> to go: about 5 h 30 min, ");
    assertThat(DriverPage.of(load).html()).doesNotContain("to go");
  }

  @Test
  void hostileNamesAreShortHarmlessText() {
    TrackStop stop = stop(1, StopType.PICKUP, null, null);
    DriverView.Stop hostile =
        new DriverView.Stop(
            stop, "<script>alert(1)</script>" + "M".repeat(10_000), "\"><svg onload=x>", "'");
    DriverView load =
        new DriverView(
            "LD-1", "PLANNED", List.of(hostile), "<b>VAN</b>", null, false, false, NOW, 1, null);

    String html = DriverPage.of(load).html();

    assertThat(html)
        .doesNotContain("<script>alert", "<svg", "<b>VAN", "M".repeat(121))
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .hasSizeLessThan(40_000);
    assertThat(DriverPage.update(load).markup()).doesNotContain("<script>", "<svg");
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
    return new DriverView(
        "LD-2026-0042", status, stops, "REEFER", 41_250.0, ended, false, NOW, 1, null);
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
