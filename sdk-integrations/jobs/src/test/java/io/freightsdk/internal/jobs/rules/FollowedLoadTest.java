package io.freightsdk.internal.jobs.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.LoadEvent.Delivered;
import io.freightsdk.jobs.LoadEvent.FollowingGivenUp;
import io.freightsdk.jobs.LoadEvent.FollowingStarted;
import io.freightsdk.jobs.LoadEvent.GpsSilent;
import io.freightsdk.jobs.LoadEvent.PositionUpdated;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopInput;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FollowedLoadTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
  private static final FollowedLoad FOUND = FollowedLoad.readNow("L", "PO-1", null, NOW);

  @Test
  void newLoadIsReadWhenItsPickupIsExpected() {
    StopInput pickup =
        OrderTest.input().pickups().get(0).toBuilder().date(NOW.plus(Duration.ofDays(2))).build();
    CreateLoadInput input = OrderTest.input().toBuilder().pickups(pickup).build();
    BookedLoad booked = booking(BookedLoad.Origin.CREATED);
    assertThat(FollowedLoad.ofBooked(input, booked, NOW, 1).nextReadAt()).isEqualTo(at(48 * 60));
    assertThat(FollowedLoad.ofBooked(input, booked, NOW, 0.25).nextReadAt())
        .as("it may be early")
        .isEqualTo(at(47 * 60));
    assertThat(FollowedLoad.ofBooked(input, booked, at(72 * 60), 1).nextReadAt())
        .isEqualTo(at(72 * 60));
    assertThat(FollowedLoad.ofBooked(input, booking(BookedLoad.Origin.FOUND), NOW, 1).nextReadAt())
        .isEqualTo(NOW);
  }

  @Test
  void eventsStayUntilReported() {
    FollowedLoad read = FOUND.afterReading(reading(0, position()), 1);
    assertThat(read.events()).hasSize(1).hasOnlyElementsOfType(FollowingStarted.class);
    FollowedLoad reported = read.afterReporting();
    assertThat(reported.events()).isEmpty();
    assertThat(reported.latest()).isEqualTo(read.latest());
    assertThat(reported.nextReadAt()).isEqualTo(read.nextReadAt()).isAfter(NOW);
  }

  @Test
  void repeatedReadingHasNoEvents() {
    FollowedLoad reported = FOUND.afterReading(reading(0, position()), 1).afterReporting();
    assertThat(reported.afterReading(reading(60, position()), 1).events()).isEmpty();
  }

  @Test
  void droppingTheTrackChangesNoEvent() {
    List<GpsPoint> track = new ArrayList<>();
    for (int minute = 0; minute < 500; minute++) {
      track.add(GpsPoint.builder().lat(36.0 + minute).lng(-84.0).ts(at(minute)).build());
    }
    PositionSnapshot before = reading(10, position().gpsTrack(track.subList(0, 10)));
    PositionSnapshot after = reading(500, position().gpsTrack(track));
    FollowedLoad reported = FOUND.afterReading(before, 1).afterReporting();
    FollowedLoad read = reported.afterReading(after, 1);
    assertThat(read.latest().position().gpsTrack()).containsExactly(track.get(499));
    assertThat(read.events()).isEqualTo(EventsBetween.of(NOW, before, after));
    assertThat(read.events()).contains(new PositionUpdated("L", track.get(499), 490));
  }

  /** As another instance computes them after a crash. */
  @Test
  void storedPositionGivesTheSameSilences() {
    PositionSnapshot before = reading(10, position().gpsTrack(fixes(0, 10)));
    List<GpsPoint> track = fixes(0, 60);
    track.addAll(fixes(180, 300));
    track.addAll(fixes(340, 400));
    PositionSnapshot after = reading(401, position().gpsTrack(track));
    FollowedLoad read = FOUND.afterReading(before, 1).afterReporting().afterReading(after, 1);
    assertThat(read.events())
        .isEqualTo(EventsBetween.of(NOW, before, after))
        .isEqualTo(FollowedLoad.events("L", NOW, read.before(), read.latest(), null))
        .contains(
            new GpsSilent("L", at(60), at(180), Duration.ofMinutes(120)),
            new GpsSilent("L", at(300), at(340), Duration.ofMinutes(40)));
    List<GpsPoint> stored = read.latest().position().gpsTrack();
    assertThat(stored).startsWith(fix(400)).endsWith(fix(400)).hasSizeLessThan(20);
    assertThat(read.afterReporting().afterReading(after, 1).events()).as("once").isEmpty();
  }

  private static List<GpsPoint> fixes(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(FollowedLoadTest::fix)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  @Test
  void deliveredLoadIsNotReadAgain() {
    FollowedLoad over = FOUND.afterReading(reading(0, position().status(LoadStatus.DELIVERED)), 1);
    assertThat(over.events()).hasAtLeastOneElementOfType(Delivered.class);
    assertThat(over.nextReadAt()).isNull();
    assertThat(over.givenUp()).isNull();
  }

  @Test
  void loadIsGivenUpSevenDaysAfterItsNewsWereExpected() {
    FollowedLoad load = FOUND;
    int reads = 0;
    while (load.nextReadAt() != null) {
      int minute = (int) Duration.between(NOW, load.nextReadAt()).toMinutes();
      load = load.afterReading(reading(minute, window(24 * 60)), 1);
      reads++;
      if (load.nextReadAt() != null) load = load.afterReporting();
    }
    assertThat(load.latest().readAt()).isEqualTo(at(8 * 24 * 60));
    assertThat(load.events()).hasSize(1).hasOnlyElementsOfType(FollowingGivenUp.class);
    assertThat(reads).as("each miss doubles the wait").isBetween(5, 15);
  }

  /** After the jobs were closed for a month, or the balance was empty for so long. */
  @Test
  void oneReadingGivesNoLoadUp() {
    FollowedLoad load = FOUND.afterReading(reading(0, window(0)), 1).afterReporting();
    int month = 30 * 24 * 60;
    int dayLater = month + 24 * 60;
    FollowedLoad alone = load.afterReading(reading(month, window(0)), 1).afterReporting();
    assertThat(alone.nextReadAt()).isEqualTo(at(dayLater));
    assertThat(alone.afterReading(reading(dayLater, window(0)), 1).events())
        .hasExactlyElementsOfTypes(FollowingGivenUp.class);
  }

  /** A phone that falls silent is reported, and is no news that keeps a load. */
  @Test
  void silenceIsReportedWithTheGivenUpLoad() {
    FollowedLoad moved =
        FOUND.afterReading(reading(0, window(0).addGpsTrack(fix(0))), 1).afterReporting();
    int fourDays = 4 * 24 * 60;
    int eightDays = 2 * fourDays;
    FollowedLoad stands =
        moved
            .afterReading(reading(fourDays, window(0).addGpsTrack(fix(fourDays))), 1)
            .afterReporting();
    FollowedLoad over =
        stands.afterReading(reading(eightDays, window(0).addGpsTrack(fix(fourDays))), 1);
    assertThat(over.events()).hasExactlyElementsOfTypes(GpsSilent.class, FollowingGivenUp.class);
    assertThat(over.nextReadAt()).isNull();
  }

  @Test
  void newsRestartTheSevenDays() {
    FollowedLoad load = FOUND.afterReading(reading(0, window(0)), 1).afterReporting();
    int sixDays = 6 * 24 * 60;
    FollowedLoad moved =
        load.afterReading(reading(sixDays, window(0).addGpsTrack(fix(sixDays))), 1)
            .afterReporting();
    assertThat(moved.newsExpectedFrom()).isAfterOrEqualTo(at(sixDays));
    FollowedLoad quiet =
        moved.afterReading(reading(sixDays + 60, window(0).addGpsTrack(fix(sixDays))), 1);
    assertThat(quiet.newsExpectedFrom()).isEqualTo(moved.newsExpectedFrom());
    assertThat(quiet.nextReadAt()).isNotNull();
  }

  @Test
  void standingTruckIsReportedButIsNoProgress() {
    FollowedLoad joined =
        FOUND.afterReading(reading(0, window(0).addGpsTrack(fix(0))), 1).afterReporting();
    FollowedLoad stands = joined.afterReading(reading(60, window(0).addGpsTrack(fix(60))), 1);
    assertThat(stands.events()).hasSize(1).hasOnlyElementsOfType(PositionUpdated.class);
    assertThat(stands.newsExpectedFrom()).isEqualTo(joined.newsExpectedFrom());
    GpsPoint away = fix(60).toBuilder().lat(36.01).build();
    FollowedLoad drives = joined.afterReading(reading(60, window(0).addGpsTrack(away)), 1);
    assertThat(drives.newsExpectedFrom()).isEqualTo(at(60));
  }

  @Test
  void eachLostReadDoublesTheWait() {
    FollowedLoad load = FOUND;
    List<Long> waits = new ArrayList<>();
    Instant now = NOW;
    while (load.nextReadAt() != null) {
      load = load.afterLostRead(now, "lost");
      if (load.nextReadAt() == null) break;
      waits.add(Duration.between(now, load.nextReadAt()).toMinutes());
      now = load.nextReadAt();
    }
    assertThat(waits).startsWith(30L, 60L, 120L, 240L, 480L, 960L, 1_440L, 1_440L).hasSize(12);
    assertThat(load.events())
        .containsExactly(
            new FollowingGivenUp(
                "L", "the responses of all reads were lost for seven days, the last with lost"));
    assertThat(now).isAfterOrEqualTo(at(7 * 24 * 60));
  }

  /** The service was down in between, or the jobs were closed. */
  @Test
  void daysWithoutReadsGiveNoLoadUp() {
    int eightDays = 8 * 24 * 60;
    FollowedLoad lost = FOUND.afterLostRead(NOW, "lost").afterLostRead(at(eightDays), "lost");
    assertThat(lost.givenUp()).isNull();
    assertThat(lost.nextReadAt()).isEqualTo(at(eightDays + 60));
  }

  @Test
  void responseResetsLostReads() {
    FollowedLoad lost = FOUND.afterLostRead(NOW, "lost").afterLostRead(at(30), "lost");
    FollowedLoad read = lost.afterReading(reading(90, position()), 1).afterReporting();
    assertThat(read.lostReads()).isEqualTo(LostReads.NONE);
    assertThat(read.afterLostRead(at(900), "lost").nextReadAt()).isEqualTo(at(930));
  }

  @Test
  void givenUpLoadIsReportedAndEnds() {
    FollowedLoad refused =
        FOUND.afterReading(reading(0, position()), 1).afterReporting().givenUp("not yours");
    assertThat(refused.events()).containsExactly(new FollowingGivenUp("L", "not yours"));
    assertThat(refused.afterReporting().nextReadAt()).isNull();
  }

  @Test
  void placeIsForOneRead() {
    FollowedLoad inLine = FOUND.withPlace(NOW);
    assertThat(inLine.placeAt()).isEqualTo(NOW);
    assertThat(inLine.afterReading(reading(0, position()), 0.5).placeAt()).isNull();
  }

  private static BookedLoad booking(BookedLoad.Origin kind) {
    return new BookedLoad("PO-1", null, "L", "https://track/1", null, null, kind, false);
  }

  private static LoadPosition.Builder position() {
    return LoadPosition.builder().loadNumber("L").status(LoadStatus.PLANNED);
  }

  private static LoadPosition.Builder window(int minute) {
    return position().stops(PositionStop.builder().sequence(1).windowFrom(at(minute)).build());
  }

  private static PositionSnapshot reading(int minute, LoadPosition.Builder position) {
    return new PositionSnapshot(position.build(), at(minute));
  }

  private static GpsPoint fix(int minute) {
    return GpsPoint.builder().lat(36.0).lng(-84.0).ts(at(minute)).build();
  }

  private static Instant at(int minute) {
    return NOW.plus(Duration.ofMinutes(minute));
  }
}
