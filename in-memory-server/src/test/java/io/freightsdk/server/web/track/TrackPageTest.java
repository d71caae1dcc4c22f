package io.freightsdk.server.web.track;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.map.TrackLine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrackPageTest {
  @Test
  void saysWhereTheLoadIsWithoutAnyScript() {
    String html = page(Samples.onTheRoad()).html();

    assertThat(html)
        .contains("<h1>On the way to Chicago, IL</h1>")
        .contains(">In transit</span>")
        .contains("690 mi")
        .contains("345 mi to go")
        .contains("61 mph, 1 min ago")
        .contains("<meta http-equiv=\"refresh\"");
  }

  @Test
  void timesAreThoseOfTheStopsOwnZone() {
    String html = page(Samples.planned()).html();

    assertThat(text(html))
        .contains("Planned Today 3:00 – 5:00 PM EST")
        .contains("Planned Today 8:00 – 10:00 PM EST");
  }

  @Test
  void anExpectedDelayIsSaidBeforeItHappens() {
    assertThat(text(page(Samples.onTheRoad()).html()))
        .contains("Arrives in Chicago, IL about Today 6:45 PM CST in 6 h 25 min, 45 min late");
  }

  private static final List<String> CITIES = List.of("Chicago", "Peoria", "Memphis", "Jackson");

  /** Stops in one time zone, where the truck is expected at 2, 3, 4 and 5 in the afternoon. */
  private static TrackView expected(String status, int stops, int next, boolean isAtNext) {
    List<TrackStop> planned = new ArrayList<>();
    List<Instant> arrivals = new ArrayList<>();
    for (int i = 1; i <= stops; i++) {
      boolean isDone = i < next;
      boolean isHere = i == next && isAtNext;
      planned.add(
          Samples.stop(
              i,
              i == 1 ? StopType.PICKUP : StopType.DELIVERY,
              CITIES.get(i - 1),
              "IL",
              new Coordinates(41 - i, -89),
              "2026-11-20T20:00:00Z",
              isDone || isHere ? "2026-11-20T16:00:00Z" : null,
              isDone ? "2026-11-20T17:00:00Z" : null));
      if (i >= next) arrivals.add(Instant.parse("2026-11-20T19:00:00Z").plusSeconds(3_600L * i));
    }
    TrackView base = Samples.onTheRoad();
    return new TrackView(
        base.loadNumber(),
        status,
        base.createdAt(),
        null,
        planned,
        List.of(),
        base.truck(),
        new TrackView.Arrival(next, arrivals, 120),
        80.0,
        null,
        base.now());
  }

  @ParameterizedTest(name = "{0}, {1} stops, stop {2} is next, there: {3}")
  @CsvSource({
    "PLANNED, 2, 1, false",
    "PLANNED, 3, 1, false",
    "PLANNED, 4, 1, false",
    "AT_PICKUP, 2, 1, true",
    "AT_PICKUP, 3, 1, true",
    "AT_PICKUP, 4, 1, true",
    "IN_TRANSIT, 2, 2, false",
    "IN_TRANSIT, 3, 2, false",
    "IN_TRANSIT, 3, 2, true",
    "IN_TRANSIT, 3, 3, false",
    "IN_TRANSIT, 4, 2, false",
    "IN_TRANSIT, 4, 2, true",
    "IN_TRANSIT, 4, 3, false",
    "IN_TRANSIT, 4, 3, true",
    "IN_TRANSIT, 4, 4, false",
  })
  void theLargeTimeIsThatOfTheStopItNames(String status, int stops, int next, boolean isAtNext) {
    TrackView load = expected(status, stops, next, isAtNext);
    String english = text(page(load).html());
    Matcher large =
        Pattern.compile("Arrives in (\\w+), IL about Today (\\d):00 PM CST").matcher(english);
    assertThat(large.find()).as(english).isTrue();
    int hour = 2 + CITIES.indexOf(large.group(1));
    assertThat(large.group(2)).isEqualTo(Integer.toString(hour));
    assertThat(english).contains("120 mi to go to " + CITIES.get(stops - 1) + ", IL");
  }

  /** At the end there is one stop that the headline and the large time can mean. */
  @ParameterizedTest(name = "{0}, {1} stops")
  @CsvSource({
    "AT_DELIVERY, 2",
    "AT_DELIVERY, 3",
    "AT_DELIVERY, 4",
    "DELIVERED, 2",
    "DELIVERED, 3",
    "DELIVERED, 4"
  })
  void atTheEndTheLargeTimeIsThatOfTheLastStop(String status, int stops) {
    TrackView load = ended(status, stops);
    boolean isDelivered = status.equals("DELIVERED");
    String last = CITIES.get(stops - 1) + ", IL";
    assertThat(text(page(load).html()))
        .contains(
            isDelivered ? "Delivered in " + last : "At the delivery in " + last,
            (isDelivered ? "Delivered" : "Arrived at the delivery") + " Today 10:00 AM CST");
  }

  /** Every stop was left an hour before the next was reached, the last at 10 in the morning. */
  private static TrackView ended(String status, int stops) {
    TrackView base = expected("IN_TRANSIT", stops, stops, true);
    Instant there = base.stops().get(stops - 1).arrivedAt();
    return new TrackView(
        base.loadNumber(),
        status,
        base.createdAt(),
        status.equals("DELIVERED") ? there : null,
        base.stops(),
        base.track(),
        base.truck(),
        base.eta(),
        base.distanceMiles(),
        null,
        base.now());
  }

  @Test
  void aDeliveredLoadSaysHowLateItWas() {
    String html = page(Samples.delivered()).html();

    assertThat(text(html)).contains("Delivered Today 6:51 PM CST 51 min late");
  }

  @Test
  void theStopThatIsNextIsMarkedForScreenReaders() {
    String html = page(Samples.onTheRoad()).html();

    assertThat(html).containsOnlyOnce("aria-current=\"step\"");
    assertThat(text(html)).contains("Delivery , next Chicago, IL");
  }

  @Test
  void thePolicyAllowsExactlyTheInlineStyleAndScript() throws Exception {
    Page page = page(Samples.onTheRoad());

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
            StopType.PICKUP,
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

    assertThat(page(hostile).html())
        .doesNotContain("<script>alert")
        .doesNotContain("<img")
        .doesNotContain("<b>O")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\uFFFD");
  }

  @Test
  void aNameOfTenThousandCharactersIsCutToALine() {
    TrackView load = Samples.planned();
    TrackStop longName =
        Samples.stop(
            1, StopType.PICKUP, "M".repeat(10_000), "TX", null, "2026-11-20T20:00:00Z", null, null);
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

    assertThat(page(view).html()).hasSizeLessThan(80_000).doesNotContain("M".repeat(61));
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
                      StopType.DELIVERY,
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

    assertThat(page(view).html().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(150_000);
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

    assertThat(page(view).html().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(60_000);
  }

  @Test
  void thePageHasTheRegionsThatItsScriptReplaces() {
    assertThat(page(Samples.onTheRoad()).html())
        .contains("data-region=\"summary\"", "data-region=\"timeline\"", "data-region=\"load\"");
  }

  @Test
  void whatIsOldIsSaidFirstAndNothingIsCalledLive() {
    String html = page(Samples.silent()).html();

    assertThat(text(html))
        .contains("No position since 12:18 PM CST , 1 h 4 min ago . Estimates count from there")
        .contains("Estimate for Chicago, IL if the truck has not moved since Today 6:45 PM CST")
        .contains("Estimate Today 6:45 PM CST")
        .doesNotContain("Arrives in", "Live", ">in ");
    assertThat(html)
        .contains("truck silent", "class=\"arrival silent\"")
        .contains("<span class=\"passing\">1 h 4 min ago");
  }

  @Test
  void atTheDeliveryItDoesNotArriveAnyMore() {
    String text = text(page(Samples.atDelivery()).html());

    assertThat(text)
        .contains("At the delivery in Chicago, IL")
        .contains("Arrived at the delivery Today 6:51 PM CST Not delivered yet: the bill of lading")
        .doesNotContain("Arrives in", "under a minute", "to go", "Expected");
  }

  @Test
  void everyStopAheadHasItsEstimate() {
    String text = text(page(Samples.manyStops(20, 8)).html());

    assertThat(text.split("Expected Today|Expected Tomorrow", -1)).hasSize(20 - 8 + 1);
  }

  @Test
  void doneAndFarStopsOfALongLoadAreFolded() {
    String html = page(Samples.manyStops(20, 8)).html();

    assertThat(text(html)).contains("7 stops done").contains("7 more stops");
    assertThat(html.replaceAll("(?s)<details.*?</details>", "").split("<li value", -1))
        .hasSize(1 + 6);
    assertThat(page(Samples.onTheRoad()).html()).doesNotContain("<details");
  }

  @Test
  void whatIsShownToTheMinuteChangesByTheMinute() {
    TrackView load = Samples.onTheRoad();
    Instant minute = load.now().plusSeconds(30);
    String first = page(at(load, minute.plusMillis(1))).html();

    assertThat(page(at(load, minute.plusMillis(20_004))).html()).isEqualTo(first);
    assertThat(page(at(load, minute.plusSeconds(60))).html()).isNotEqualTo(first);
  }

  /** The same positions looked at later: an estimate slides with the clock. */
  private static TrackView at(TrackView load, Instant now) {
    Duration later = Duration.between(load.now(), now);
    TrackView.Arrival eta = load.eta();
    List<Instant> arrivals = eta.arrivals().stream().map(arrival -> arrival.plus(later)).toList();
    return Samples.with(
        load,
        load.truck(),
        new TrackView.Arrival(eta.nextStop(), arrivals, eta.remainingMiles()),
        now);
  }

  @Test
  void marksThatTurnTextAroundAreTakenOut() {
    TrackView load = Samples.planned();
    TrackStop turned =
        Samples.stop(
            1,
            StopType.PICKUP,
            "Nash\u202Eelliv\u2067",
            "TN",
            null,
            "2026-11-20T20:00:00Z",
            null,
            null);
    TrackView view =
        new TrackView(
            "LD-1",
            "PLANNED",
            load.createdAt(),
            null,
            List.of(turned),
            List.of(),
            null,
            null,
            null,
            null,
            load.now());

    assertThat(page(view).html())
        .contains("Nash\uFFFDelliv\uFFFD, TN")
        .doesNotContain("\u202E", "\u2067");
  }

  private static String hashOf(String element, String html) throws Exception {
    String content = html.replaceFirst("(?s).*<" + element + ">(.*?)</" + element + ">.*", "$1");
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }

  private static Page page(TrackView load) {
    return TrackPage.of(load);
  }

  private static String text(String html) {
    return html.replaceAll("(?s)<(style|script)>.*?</\\1>", "")
        .replaceAll("<[^>]*>", " ")
        .replaceAll("\\s+", " ");
  }
}
