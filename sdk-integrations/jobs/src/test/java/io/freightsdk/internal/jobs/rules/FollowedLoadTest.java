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
  private static final FollowedLoad FOUND = FollowedLoad.dueNow("L", "PO-1", null, NOW);

  @Test
  void newLoadIsReadWhenItsPickupIsExpected() {
    StopInput pickup =
        OrderTest.input().pickups().get(0).toBuilder().date(NOW.plus(Duration.ofDays(2))).build();
    CreateLoadInput input = OrderTest.input().toBuilder().pickups(pickup).build();
    BookedLoad booked = booking(BookedLoad.Origin.CREATED);
    assertThat(FollowedLoad.ofBooked(input, booked, NOW, 1).plan().nextReadAt())
        .isEqualTo(at(48 * 60));
    assertThat(FollowedLoad.ofBooked(input, booked, NOW, 0.25).plan().nextReadAt())
        .as("it may be early")
        .isEqualTo(at(47 * 60));
    assertThat(FollowedLoad.ofBooked(input, booked, at(72 * 60), 1).plan().nextReadAt())
        .isEqualTo(at(72 * 60));
    assertThat(
            FollowedLoad.ofBooked(input, booking(BookedLoad.Origin.FOUND), NOW, 1)
                .plan()
                .nextReadAt())
        .isEqualTo(NOW);
  }

  @Test
  void eventsStayUntilReported() {
    FollowedLoad read = FOUND.afterReading(reading(0, position()), 1);
    assertThat(read.news().events()).hasSize(1).hasOnlyElementsOfType(FollowingStarted.class);
    FollowedLoad reported = read.afterReporting();
    assertThat(reported.news().events()).isEmpty();
    assertThat(reported.news().latest()).isEqualTo(read.news().latest());
    assertThat(reported.plan().nextReadAt()).isEqualTo(read.plan().nextReadAt()).isAfter(NOW);
  }

  @Test
  void repeatedReadingHasNoEvents() {
    FollowedLoad reported = FOUND.afterReading(reading(0, position()), 1).afterReporting();
    assertThat(reported.afterReading(reading(60, position()), 1).news().events()).isEmpty();
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
    assertThat(read.news().latest().position().gpsTrack()).containsExactly(track.get(499));
    assertThat(read.news().events()).isEqualTo(EventsBetween.of(NOW, before, after));
    assertThat(read.news().events()).contains(new PositionUpdated("L", track.get(499), 490));
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
    assertThat(read.news().events())
        .isEqualTo(EventsBetween.of(NOW, before, after))
        .isEqualTo(FollowedLoad.events("L", NOW, read.news().before(), read.news().latest(), null))
        .contains(
            new GpsSilent("L", at(60), at(180), Duration.ofMinutes(120)),
            new GpsSilent("L", at(300), at(340), Duration.ofMinutes(40)));
    List<GpsPoint> stored = read.news().latest().position().gpsTrack();
    assertThat(stored).startsWith(fix(400)).endsWith(fix(400)).hasSizeLessThan(20);
    assertThat(read.afterReporting().afterReading(after, 1).news().events()).as("once").isEmpty();
  }

  private static List<GpsPoint> fixes(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(FollowedLoadTest::fix)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  @Test
  void deliveredLoadIsNotReadAgain() {
    FollowedLoad over = FOUND.afterReading(reading(0, position().status(LoadStatus.DELIVERED)), 1);
    assertThat(over.news().events()).hasAtLeastOneElementOfType(Delivered.class);
    assertThat(over.plan().nextReadAt()).isNull();
    assertThat(over.plan().givenUpReason()).isNull();
  }

  @Test
  void loadIsGivenUpSevenDaysAfterItsNewsWereExpected() {
    FollowedLoad load = FOUND;
    int reads = 0;
    while (load.plan().nextReadAt() != null) {
      int minute = (int) Duration.between(NOW, load.plan().nextReadAt()).toMinutes();
      load = load.afterReading(reading(minute, window(24 * 60)), 1);
      reads++;
      if (load.plan().nextReadAt() != null) load = load.afterReporting();
    }
    assertThat(load.news().latest().readAt()).isEqualTo(at(8 * 24 * 60));
    assertThat(load.news().events()).hasSize(1).hasOnlyElementsOfType(FollowingGivenUp.class);
    assertThat(reads).as("each miss doubles the wait").isBetween(5, 15);
  }

  /** After the jobs were closed for a month, or the balance was empty for so long. */
  @Test
  void oneReadingGivesNoLoadUp() {
    FollowedLoad load = FOUND.afterReading(reading(0, window(0)), 1).afterReporting();
    int month = 30 * 24 * 60;
    int dayLater = month + 24 * 60;
    FollowedLoad alone = load.afterReading(reading(month, window(0)), 1).afterReporting();
    assertThat(alone.plan().nextReadAt()).isEqualTo(at(dayLater));
    assertThat(alone.afterReading(reading(dayLater, window(0)), 1).news().events())
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
    assertThat(over.news().events())
        .hasExactlyElementsOfTypes(GpsSilent.class, FollowingGivenUp.class);
    assertThat(over.plan().nextReadAt()).isNull();
  }

  @Test
  void newsRestartTheSevenDays() {
    FollowedLoad load = FOUND.afterReading(reading(0, window(0)), 1).afterReporting();
    int sixDays = 6 * 24 * 60;
    FollowedLoad moved =
        load.afterReading(reading(sixDays, window(0).addGpsTrack(fix(sixDays))), 1)
            .afterReporting();
    assertThat(moved.plan().newsExpectedFrom()).isAfterOrEqualTo(at(sixDays));
    FollowedLoad quiet =
        moved.afterReading(reading(sixDays + 60, window(0).addGpsTrack(fix(sixDays))), 1);
    assertThat(quiet.plan().newsExpectedFrom()).isEqualTo(moved.plan().newsExpectedFrom());
    assertThat(quiet.plan().nextReadAt()).isNotNull();
  }

  @Test
  void standingTruckIsReportedButIsNoProgress() {
    FollowedLoad joined =
        FOUND.afterReading(reading(0, window(0).addGpsTrack(fix(0))), 1).afterReporting();
    FollowedLoad stands = joined.afterReading(reading(60, window(0).addGpsTrack(fix(60))), 1);
    assertThat(stands.news().events()).hasSize(1).hasOnlyElementsOfType(PositionUpdated.class);
    assertThat(stands.plan().newsExpectedFrom()).isEqualTo(joined.plan().newsExpectedFrom());
    GpsPoint away = fix(60).toBuilder().lat(36.01).build();
    FollowedLoad drives = joined.afterReading(reading(60, window(0).addGpsTrack(away)), 1);
    assertThat(drives.plan().newsExpectedFrom()).isEqualTo(at(60));
  }

  @Test
  void eachLostReadDoublesTheWait() {
    FollowedLoad load = FOUND;
    List<Long> waits = new ArrayList<>();
    Instant now = NOW;
    while (load.plan().nextReadAt() != null) {
      load = load.afterLostRead(now, "lost");
      if (load.plan().nextReadAt() == null) break;
      waits.add(Duration.between(now, load.plan().nextReadAt()).toMinutes());
      now = load.plan().nextReadAt();
    }
    assertThat(waits).startsWith(30L, 60L, 120L, 240L, 480L, 960L, 1_440L, 1_440L).hasSize(12);
    assertThat(load.news().events())
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
    assertThat(lost.plan().givenUpReason()).isNull();
    assertThat(lost.plan().nextReadAt()).isEqualTo(at(eightDays + 60));
  }

  @Test
  void responseResetsLostReads() {
    FollowedLoad lost = FOUND.afterLostRead(NOW, "lost").afterLostRead(at(30), "lost");
    FollowedLoad read = lost.afterReading(reading(90, position()), 1).afterReporting();
    assertThat(read.plan().lostReads()).isZero();
    assertThat(read.afterLostRead(at(900), "lost").plan().nextReadAt()).isEqualTo(at(930));
  }

  @Test
  void givenUpLoadIsReportedAndEnds() {
    FollowedLoad refused =
        FOUND.afterReading(reading(0, position()), 1).afterReporting().givenUp("not yours");
    assertThat(refused.news().events()).containsExactly(new FollowingGivenUp("L", "not yours"));
    assertThat(refused.afterReporting().plan().nextReadAt()).isNull();
  }

  @Test
  void placeIsForOneRead() {
    FollowedLoad inLine = FOUND.withPlace(NOW);
    assertThat(inLine.plan().placeAt()).isEqualTo(NOW);
    assertThat(inLine.afterReading(reading(0, position()), 0.5).plan().placeAt()).isNull();
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
