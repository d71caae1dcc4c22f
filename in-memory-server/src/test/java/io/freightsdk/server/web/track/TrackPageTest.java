package io.freightsdk.server.web.track;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.live.RegionUpdate;
import io.freightsdk.server.web.map.MapStop.Kind;
import io.freightsdk.server.web.map.TrackLine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TrackPageTest {
  @Test
  void saysWhereTheLoadIsWithoutAnyScript() {
    String html = TrackPage.of(Samples.onTheRoad()).html();

    assertThat(html)
        .contains("<h1>On the way to Chicago, IL</h1>")
        .contains(">In transit</span>")
        .contains("690 mi")
        .contains("345 mi to go")
        .contains("61 mph, 1 min ago")
        .contains("<meta http-equiv=\"refresh\"")
        .contains(" data-follow>");
  }

  @Test
  void timesAreThoseOfTheStopsOwnZone() {
    String html = TrackPage.of(Samples.planned()).html();

    assertThat(text(html))
        .contains("Planned Fri, Nov 20, 3:00 – 5:00 PM EST")
        .contains("Planned Fri, Nov 20, 8:00 – 10:00 PM EST");
  }

  @Test
  void anExpectedDelayIsSaidBeforeItHappens() {
    assertThat(text(TrackPage.of(Samples.onTheRoad()).html()))
        .contains("Arrives about Fri, Nov 20, 6:45 PM CST in 6 h 25 min, 45 min late");
  }

  @Test
  void aDeliveredLoadSaysHowLateItWasAndStandsStill() {
    String html = TrackPage.of(Samples.delivered()).html();

    assertThat(text(html)).contains("Delivered Fri, Nov 20, 6:51 PM CST 51 min late");
    assertThat(html).doesNotContain(" data-follow>").doesNotContain("http-equiv");
  }

  @Test
  void theStopThatIsNextIsMarkedForScreenReaders() {
    String html = TrackPage.of(Samples.onTheRoad()).html();

    assertThat(html).containsOnlyOnce("aria-current=\"step\"");
    assertThat(text(html)).contains("Delivery , next Chicago, IL");
  }

  @Test
  void thePolicyAllowsExactlyTheInlineStyleAndScript() throws Exception {
    Page page = TrackPage.of(Samples.onTheRoad());

    assertThat(page.contentSecurityPolicy())
        .startsWith("default-src 'none'; ")
        .contains("style-src " + hashOf("style", page.html()) + ";")
        .contains("script-src " + hashOf("script", page.html()) + ";")
        .doesNotContain("unsafe");
    assertThat(page.html())
        .doesNotContainPattern("\\son\\w+=|\\sstyle=|https?://(?!www\\.w3\\.org/2000/svg)");
  }

  @Test
  void hostileTextIsOnlyText() {
    TrackView load = Samples.planned();
    TrackStop evil =
        Samples.stop(
            1,
            Kind.PICKUP,
            "<script>alert(1)</script>\"'&\u0000",
            "TX",
            null,
            "2026-11-20T20:00:00Z",
            null,
            null);
    TrackView hostile =
        new TrackView(
            "LD-\"><img src=x onerror=alert(1)>",
            "<b>ODD</b>",
            load.createdAt(),
            null,
            List.of(evil),
            List.of(),
            null,
            null,
            null,
            null,
            load.now());

    String html = TrackPage.of(hostile).html();
    String update = TrackPage.update(hostile).markup();

    for (String markup : List.of(html, update)) {
      assertThat(markup)
          .doesNotContain("<script>alert")
          .doesNotContain("<img")
          .doesNotContain("<b>O");
      assertThat(markup).contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\uFFFD");
    }
  }

  @Test
  void aNameOfTenThousandCharactersIsCutToALine() {
    TrackView load = Samples.planned();
    TrackStop longName =
        Samples.stop(
            1, Kind.PICKUP, "M".repeat(10_000), "TX", null, "2026-11-20T20:00:00Z", null, null);
    TrackView view =
        new TrackView(
            "LD-1",
            "PLANNED",
            load.createdAt(),
            null,
            List.of(longName),
            List.of(),
            null,
            null,
            null,
            null,
            load.now());

    assertThat(TrackPage.of(view).html()).hasSizeLessThan(60_000).doesNotContain("M".repeat(61));
  }

  @Test
  void theLargestPageStaysUnder150Kilobytes() {
    List<Coordinates> zigzag = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 4_096; i++) {
      zigzag.add(new Coordinates(26 + 22 * random.nextDouble(), -122 + 50 * random.nextDouble()));
    }
    List<TrackStop> fifty =
        java.util.stream.IntStream.rangeClosed(1, 50)
            .mapToObj(
                i -> {
                  Coordinates at = new Coordinates(26 + (i * 7 % 22), -122 + (i * 13 % 50));
                  return Samples.stop(
                      i,
                      Kind.DELIVERY,
                      "City " + i,
                      "TX",
                      at,
                      "2026-11-20T20:00:00Z",
                      "2026-11-20T20:00:00Z",
                      "2026-11-20T21:00:00Z");
                })
            .toList();
    TrackView view =
        new TrackView(
            "LD-1",
            "IN_TRANSIT",
            Samples.BOOKED,
            null,
            fifty,
            TrackLine.of(zigzag),
            null,
            null,
            1e6,
            null,
            Samples.NOW);

    assertThat(TrackPage.of(view).html().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(150_000);
  }

  @Test
  void aTrackOfAMillionFixesIsASmallPage() {
    Track track = new Track();
    for (int i = 0; i < 1_000_000; i++) {
      double along = i / 1e6;
      double lat = 33 + 8 * along + Math.sin(i / 9_000.0);
      track.add(Fix.of(Samples.BOOKED.plusSeconds(i), lat, -97 + 9 * along, 10));
    }
    TrackView load = Samples.onTheRoad();
    List<Coordinates> line = TrackLine.of(track.sampled(4_096));
    TrackView view =
        new TrackView(
            load.loadNumber(),
            load.status(),
            load.createdAt(),
            null,
            load.stops(),
            line,
            load.truck(),
            load.eta(),
            track.distanceMiles(),
            null,
            load.now());

    assertThat(TrackPage.of(view).html().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(60_000);
  }

  @Test
  void anUpdateHasTheRegionsOfThePageAndChangesWithThem() {
    TrackView load = Samples.onTheRoad();
    String page = TrackPage.of(load).html();
    RegionUpdate update = TrackPage.update(load);

    assertThat(page).contains("data-version=\"" + update.version() + "\"");
    Matcher regions = Pattern.compile("data-region=\"\\w+\"").matcher(update.markup());
    assertThat(regions.results().map(region -> region.group()).toList())
        .containsExactly(
            "data-region=\"summary\"", "data-region=\"timeline\"", "data-region=\"load\"")
        .allSatisfy(region -> assertThat(page).contains(region));
    assertThat(TrackPage.update(Samples.delivered()).version()).isNotEqualTo(update.version());
    assertThat(update.more()).isTrue();
    assertThat(TrackPage.update(Samples.delivered()).more()).isFalse();
  }

  @Test
  void aTruckUnheardOfForHalfAnHourIsShownAsSilent() {
    TrackView load = Samples.onTheRoad();
    TrackView.TruckSighting seen = load.truck();
    Instant later = seen.time().plusSeconds(42 * 60);
    TrackView silent =
        new TrackView(
            load.loadNumber(),
            load.status(),
            load.createdAt(),
            null,
            load.stops(),
            load.track(),
            seen,
            load.eta(),
            load.distanceMiles(),
            null,
            later);

    assertThat(TrackPage.of(silent).html()).contains("truck silent").contains("late\">42 min ago");
  }

  private static String hashOf(String element, String html) throws Exception {
    String content = html.replaceFirst("(?s).*<" + element + ">(.*?)</" + element + ">.*", "$1");
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }

  private static String text(String html) {
    return html.replaceAll("(?s)<(style|script)>.*?</\\1>", "")
        .replaceAll("<[^>]*>", " ")
        .replaceAll("\\s+", " ");
  }
}
