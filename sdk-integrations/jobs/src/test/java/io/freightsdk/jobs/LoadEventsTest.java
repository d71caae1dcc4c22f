package io.freightsdk.jobs;

import static io.freightsdk.jobs.Trip.CREATED;
import static io.freightsdk.jobs.Trip.LOAD;
import static io.freightsdk.jobs.Trip.minute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.jobs.LoadEvent.ArrivedAtStop;
import io.freightsdk.jobs.LoadEvent.Delivered;
import io.freightsdk.jobs.LoadEvent.DepartedFromStop;
import io.freightsdk.jobs.LoadEvent.DriverNotJoined;
import io.freightsdk.jobs.LoadEvent.EtaChanged;
import io.freightsdk.jobs.LoadEvent.FollowingStarted;
import io.freightsdk.jobs.LoadEvent.GpsSilent;
import io.freightsdk.jobs.LoadEvent.PositionUpdated;
import io.freightsdk.jobs.LoadEvent.RunningLate;
import io.freightsdk.jobs.LoadEvent.StatusChanged;
import io.freightsdk.jobs.LoadEvent.StopTimesCorrected;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadEventsTest {
  private final Trip trip = Trip.usual();

  @Test
  void arrivalIsReportedBeforeItsStatus() {
    List<LoadEvent> events = story(trip.at(59), trip.at(61));

    assertThat(events)
        .containsExactly(
            new ArrivedAtStop(LOAD, trip.at(61).position().stops().get(0), minute(60)),
            new StatusChanged(LOAD, LoadStatus.PLANNED, LoadStatus.AT_PICKUP, minute(60)));
  }

  @Test
  void unreadStatusIsReportedFromTheStopTimes() {
    List<LoadEvent> events = story(trip.at(0), trip.at(700));
    List<PositionStop> stops = trip.at(700).position().stops();

    assertThat(events)
        .containsExactly(
            new ArrivedAtStop(LOAD, stops.get(0), minute(60)),
            new StatusChanged(LOAD, LoadStatus.PLANNED, LoadStatus.AT_PICKUP, minute(60)),
            new DepartedFromStop(LOAD, stops.get(0), minute(120)),
            new StatusChanged(LOAD, LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, minute(120)),
            new ArrivedAtStop(LOAD, stops.get(1), minute(600)),
            new StatusChanged(LOAD, LoadStatus.IN_TRANSIT, LoadStatus.DELIVERED, minute(600)),
            new Delivered(LOAD, minute(600), true, -5));
  }

  @Test
  void deliveryAfterTheArrivalReportsAtDelivery() {
    Trip waiting = new Trip(60, 120, 600, 640, true);

    assertThat(story(waiting.at(500), waiting.at(700)))
        .filteredOn(StatusChanged.class::isInstance)
        .containsExactly(
            new StatusChanged(LOAD, LoadStatus.IN_TRANSIT, LoadStatus.AT_DELIVERY, minute(600)),
            new StatusChanged(LOAD, LoadStatus.AT_DELIVERY, LoadStatus.DELIVERED, minute(640)));
  }

  @Test
  void followingLateReportsAllEarlierEvents() {
    List<LoadEvent> events = FreightJobs.eventsBetween(CREATED, null, trip.at(130));

    PositionSnapshot first =
        with(130, position -> position.gpsTrack(List.of(lastFix(trip.at(130)))));
    assertThat(events.get(0)).isEqualTo(new FollowingStarted(LOAD, first.position()));
    assertThat(story(events)).isEqualTo(story(trip.at(0), trip.at(130)));
  }

  @Test
  void repeatedPositionHasNoEvents() {
    assertThat(FreightJobs.eventsBetween(CREATED, trip.at(130), trip.at(130))).isEmpty();
  }

  @Test
  void cancellationHasNoTime() {
    PositionSnapshot cancelled =
        new PositionSnapshot(
            trip.positionAt(30).toBuilder().status(LoadStatus.CANCELLED).build(), minute(31));

    assertThat(story(trip.at(30), cancelled))
        .containsExactly(new StatusChanged(LOAD, LoadStatus.PLANNED, LoadStatus.CANCELLED, null));
  }

  @Test
  void statusesBeforeACancellationAreReported() {
    PositionSnapshot cancelled = with(130, position -> position.status(LoadStatus.CANCELLED));

    assertThat(story(trip.at(30), cancelled))
        .filteredOn(StatusChanged.class::isInstance)
        .containsExactly(
            new StatusChanged(LOAD, LoadStatus.PLANNED, LoadStatus.AT_PICKUP, minute(60)),
            new StatusChanged(LOAD, LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, minute(120)),
            new StatusChanged(LOAD, LoadStatus.IN_TRANSIT, LoadStatus.CANCELLED, null));
  }

  @Test
  void unknownStatusIsReportedUnchanged() {
    LoadStatus pending = LoadStatus.of("DELIVERED_PENDING_BOL");
    PositionSnapshot reading =
        new PositionSnapshot(trip.positionAt(130).toBuilder().status(pending).build(), minute(130));

    assertThat(story(trip.at(61), reading))
        .contains(new StatusChanged(LOAD, LoadStatus.AT_PICKUP, pending, null));
  }

  @Test
  void missedPickupHasADepartureWithoutAnArrival() {
    PositionStop missed =
        trip.positionAt(30).stops().get(0).toBuilder().departedAt(minute(40)).build();
    PositionSnapshot after =
        new PositionSnapshot(
            trip.positionAt(45).toBuilder()
                .status(LoadStatus.IN_TRANSIT)
                .stops(missed, trip.positionAt(45).stops().get(1))
                .build(),
            minute(45));

    assertThat(story(trip.at(30), after))
        .containsExactly(
            new DepartedFromStop(LOAD, missed, minute(40)),
            new StatusChanged(LOAD, LoadStatus.PLANNED, LoadStatus.IN_TRANSIT, minute(40)));
  }

  @Test
  void changedStopTimeIsReportedAsCorrection() {
    PositionStop before = trip.positionAt(70).stops().get(0);
    PositionStop moved = before.toBuilder().arrivedAt(minute(55)).build();
    PositionSnapshot after =
        new PositionSnapshot(
            trip.positionAt(71).toBuilder()
                .stops(moved, trip.positionAt(71).stops().get(1))
                .build(),
            minute(71));

    assertThat(story(trip.at(70), after))
        .containsExactly(new StopTimesCorrected(LOAD, before, moved));
  }

  @Test
  void departureAfterACorrectionMayBeOlderThanTheReportedArrival() {
    PositionStop reported = trip.positionAt(70).stops().get(0);
    PositionStop corrected =
        reported.toBuilder().arrivedAt(minute(40)).departedAt(minute(50)).build();
    PositionSnapshot later =
        with(130, position -> position.stops(corrected, trip.positionAt(130).stops().get(1)));

    assertThat(story(trip.at(70), later))
        .containsExactly(
            new StopTimesCorrected(LOAD, reported, corrected),
            new DepartedFromStop(LOAD, corrected, minute(50)),
            new StatusChanged(LOAD, LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, minute(50)));
    assertThat(reported.arrivedAt()).isEqualTo(minute(60));
    assertThat(story(later, later)).isEmpty();
  }

  @Test
  void newerFixesUpdateThePosition() {
    assertThat(FreightJobs.eventsBetween(CREATED, trip.at(200), trip.at(207)))
        .containsExactly(new PositionUpdated(LOAD, lastFix(trip.at(207)), 7));
  }

  @Test
  void smallEtaChangeHasNoEvent() {
    PositionSnapshot before = withEta(200, minute(600));

    assertThat(FreightJobs.eventsBetween(CREATED, before, withEta(200, minute(614)))).isEmpty();
    assertThat(FreightJobs.eventsBetween(CREATED, before, withEta(200, minute(615))))
        .containsExactly(new EtaChanged(LOAD, minute(600), minute(615)));
  }

  @Test
  void silentPhoneIsReportedOnce() {
    LoadPosition stale = trip.positionAt(200);
    PositionSnapshot quiet = new PositionSnapshot(stale, minute(229));
    PositionSnapshot silent = new PositionSnapshot(stale, minute(230));
    PositionSnapshot stillSilent = new PositionSnapshot(stale, minute(290));

    assertThat(FreightJobs.eventsBetween(CREATED, trip.at(200), quiet)).isEmpty();
    assertThat(FreightJobs.eventsBetween(CREATED, quiet, silent))
        .containsExactly(new GpsSilent(LOAD, minute(200), null, Duration.ofMinutes(30)));
    assertThat(FreightJobs.eventsBetween(CREATED, silent, stillSilent)).isEmpty();
    assertThat(FreightJobs.eventsBetween(CREATED, stillSilent, trip.at(300)))
        .as("its end")
        .containsExactly(new PositionUpdated(LOAD, lastFix(trip.at(300)), 100));
  }

  /** Each row is a load with fixes at these minutes. */
  @ParameterizedTest(name = "fixes at {0}, read at {1} and {2}: silent {3}")
  @CsvSource({
    "100 129 158,             100, 160,",
    "100 130,                 100, 131, 100-130",
    "100 110 230 235,         105, 236, 110-230",
    "100 110 230 235 300 310, 105, 311, 110-230 235-300",
    // still silent
    "100 110 230,             105, 260, 110-230 230-",
    // reported by the earlier read
    "100 110 230,             140, 240,",
    "100 110 230 280,         140, 281, 230-280",
    "100 110 230,             231, 240,",
    // the first read
    "100 110 230 235,            , 236, 110-230",
    "230 235,                    , 236,",
  })
  void silenceBetweenTwoReadsIsReportedWithItsEnd(
      String fixes, Integer before, int after, String silences) {
    PositionSnapshot earlier = before == null ? null : fixes(fixes, before);
    assertThat(silences(earlier, fixes(fixes, after)))
        .isEqualTo(silences == null ? List.of() : List.of(silences.split(" ")));
  }

  @Test
  void lateFixesInASilencePreventItsReport() {
    PositionSnapshot before = fixes("100 110", 111);
    assertThat(silences(before, fixes("100 110 230", 231))).containsExactly("110-230");
    assertThat(silences(before, fixes("100 110 130 155 180 205 230", 231))).isEmpty();
    assertThat(silences(fixes("100 110 230", 231), fixes("100 110 150 230 240", 241)))
        .as("after the report")
        .isEmpty();
  }

  /** The service returns 500 fixes, and the fixes before may have been sent all the time. */
  @Test
  void timeBeforeTheFirstReturnedFixIsNotSilent() {
    assertThat(silences(fixes("100 110", 111), fixes("230 235", 236))).isEmpty();
  }

  @Test
  void silenceBeforeTheDeliveryIsReportedWithIt() {
    PositionSnapshot over = fixes("130 140 400 595", 700);
    LoadPosition delivered =
        over.position().toBuilder().status(LoadStatus.DELIVERED).deliveredAt(minute(595)).build();
    assertThat(silences(fixes("130 140", 141), new PositionSnapshot(delivered, minute(700))))
        .containsExactly("140-400", "400-595");
  }

  /** On the way to the delivery, with fixes at these minutes. */
  private PositionSnapshot fixes(String minutes, int readAt) {
    List<GpsPoint> track =
        Stream.of(minutes.split(" "))
            .map(Integer::valueOf)
            .filter(minute -> minute <= readAt)
            .map(minute -> GpsPoint.builder().lat(36.0).lng(-84.0).ts(minute(minute)).build())
            .toList();
    LoadPosition position = trip.positionAt(130).toBuilder().gpsTrack(track).build();
    return new PositionSnapshot(position, minute(readAt));
  }

  /** For example, {@code 110-230}, or {@code 110-} if the silence lasts. */
  private static List<String> silences(PositionSnapshot before, PositionSnapshot after) {
    List<String> silences = new ArrayList<>();
    for (LoadEvent event : FreightJobs.eventsBetween(CREATED, before, after)) {
      if (!(event instanceof GpsSilent silent)) continue;
      boolean lasts = silent.nextFixAt() == null;
      Instant end = lasts ? after.readAt() : silent.nextFixAt();
      assertThat(silent.silentFor()).isEqualTo(Duration.between(silent.lastFixAt(), end));
      silences.add(minuteOf(silent.lastFixAt()) + "-" + (lasts ? "" : minuteOf(end)));
    }
    return silences;
  }

  private static long minuteOf(Instant time) {
    return Duration.between(CREATED, time).toMinutes();
  }

  @ParameterizedTest(name = "window {0}, followed from {1}, read at {2} and {3}: {4}")
  @CsvSource({
    // an hour before the window
    "600,   0,    , 539, false",
    "600,   0,    , 540, true",
    "600,   0, 539, 540, true",
    "600,   0, 539, 900, true",
    "600,   0, 540, 600, false",
    // not within half an hour
    "600, 580,    , 609, false",
    "600, 580, 609, 610, true",
    "600, 700,    , 729, false",
    "600, 700, 700, 730, true",
    // without a window
    "   ,   0,    , 119, false",
    "   ,   0, 119, 120, false",
    "   ,   0, 120, 5000, false",
  })
  void missingDriverIsReportedOnce(
      Integer window, int followed, Integer before, int after, boolean isReported) {
    List<LoadEvent> events =
        FreightJobs.eventsBetween(
            minute(followed),
            before == null ? null : unseen(window, before),
            unseen(window, after));
    assertThat(events.contains(new DriverNotJoined(LOAD))).isEqualTo(isReported);
  }

  @Test
  void driverWhoJoinedOrNeedNotJoinIsNotReported() {
    LoadPosition.Builder unseen = unseen(600, 600).position().toBuilder();
    LoadPosition joined = unseen.gpsTrack(List.of(lastFix(trip.at(20)))).build();
    LoadPosition cancelled = unseen.gpsTrack(List.of()).status(LoadStatus.CANCELLED).build();
    for (LoadPosition position : List.of(joined, cancelled)) {
      assertThat(
              FreightJobs.eventsBetween(CREATED, null, new PositionSnapshot(position, minute(600))))
          .doesNotHaveAnyElementsOfTypes(DriverNotJoined.class);
    }
  }

  /** As a dispatcher sets it in the application of the service. */
  @Test
  void missingDriverIsReportedAgainForALaterWindow() {
    PositionSnapshot earlier = unseen(600, 540);
    assertThat(FreightJobs.eventsBetween(CREATED, earlier, unseen(900, 600))).isEmpty();
    assertThat(FreightJobs.eventsBetween(CREATED, unseen(900, 600), unseen(900, 840)))
        .containsExactly(new DriverNotJoined(LOAD));
  }

  private static PositionSnapshot unseen(Integer window, int minute) {
    PositionStop pickup =
        PositionStop.builder()
            .type(StopType.PICKUP)
            .sequence(1)
            .windowFrom(window == null ? null : minute(window))
            .build();
    return new PositionSnapshot(
        LoadPosition.builder().loadNumber(LOAD).status(LoadStatus.PLANNED).stops(pickup).build(),
        minute(minute));
  }

  /** Minutes after the end of the window of the stop that the truck drives to. */
  @ParameterizedTest(name = "read at {0}, estimate {1}; then at {2}, estimate {3}: {4} late")
  @CsvSource({
    // by the estimate
    "-90, -20, -80,  15,   ",
    "-90, -20, -80,  16, 16",
    "-90,  16, -80,  45,   ",
    "-90,  16, -80,  46, 46",
    "-90,  46, -80,  75,   ",
    "-90,  46, -80,  76, 76",
    // by the time of the read
    "  0,    ,  15,    ,   ",
    "  0,    ,  16,    , 16",
    " 16,    ,  40,    ,   ",
    " 16,    ,  50,    , 50",
    "  0,    ,  50,  10, 50",
    // one event for several steps
    "-90, -20, -80, 500, 500",
    // catches up, and falls behind again
    "-90,  50, -80,  20,   ",
    "-90,  20, -80,  50, 50",
    // the first read
    "   ,    , -80,  10,   ",
    "   ,    , -80,  20, 20",
  })
  void loadRunsLateAfterTheGraceAndEachHalfHour(
      Integer before, Integer etaBefore, int after, Integer eta, Integer minutes) {
    PositionSnapshot reading = late(after, eta);
    assertThat(runningLate(before == null ? null : late(before, etaBefore), reading))
        .containsExactlyElementsOf(
            minutes == null
                ? List.of()
                : List.of(
                    new RunningLate(
                        LOAD,
                        LoadStatus.IN_TRANSIT,
                        reading.position().nextStop(),
                        minute(600 + minutes),
                        minutes)));
  }

  /** One event is enough for a driver who has not joined: {@link DriverNotJoined}. */
  @Test
  void noLoadRunsLateBeforeItsFirstFix() {
    PositionSnapshot joined = windows(130, 100, 120);
    PositionSnapshot unseen =
        new PositionSnapshot(
            joined.position().toBuilder().gpsTrack(List.of()).build(), joined.readAt());
    assertThat(runningLate(null, unseen)).isEmpty();
    assertThat(runningLate(unseen, joined)).as("with the first fix").hasSize(1);
  }

  @Test
  void stopWithoutAWindowEndIsNeverLate() {
    LoadPosition open = trip.positionAt(200);
    assertThat(open.nextStop().windowTo()).isNull();
    assertThat(runningLate(null, new PositionSnapshot(open, minute(5_000)))).isEmpty();
  }

  @Test
  void reachedStopIsNotLateAndTheNextIsReportedSeparately() {
    PositionSnapshot atPickup = windows(100, 200, 100);
    PositionSnapshot left = windows(130, 200, 100);
    assertThat(runningLate(windows(50, 0, 100), atPickup)).isEmpty();
    assertThat(runningLate(windows(50, 0, 600), left)).hasSize(1);
    assertThat(runningLate(atPickup, left)).hasSize(1);
    assertThat(runningLate(left, windows(700, 200, 100))).isEmpty();
  }

  /** Eighty minutes at the pickup, of which the drive has made up for an hour. */
  @Test
  void stopIsReportedLateAfterALaterStop() {
    assertThat(runningLate(windows(50, -20, 580), windows(130, -20, 580)))
        .singleElement()
        .extracting("stop.type", "delayMinutes")
        .containsExactly(StopType.DELIVERY, 20);
  }

  /** On its way to the delivery, and that window ends at minute 600. */
  private PositionSnapshot late(int minutesAfterTheEnd, Integer eta) {
    List<PositionStop> stops = trip.positionAt(130).stops();
    LoadPosition.Builder position =
        trip.positionAt(130).toBuilder()
            .stops(stops.get(0), stops.get(1).toBuilder().windowTo(minute(600)).build())
            .eta(null);
    if (eta != null) {
      position.eta(Eta.builder().put("nextStopEta", minute(600 + eta).toString()).build());
    }
    return new PositionSnapshot(position.build(), minute(600 + minutesAfterTheEnd));
  }

  /** The trip at a minute, with the ends of both windows. */
  private PositionSnapshot windows(int minute, int pickupEnds, int deliveryEnds) {
    List<PositionStop> stops = trip.positionAt(minute).stops();
    return with(
        minute,
        position ->
            position.stops(
                stops.get(0).toBuilder().windowTo(minute(pickupEnds)).build(),
                stops.get(1).toBuilder().windowTo(minute(deliveryEnds)).build()));
  }

  private static List<LoadEvent> runningLate(PositionSnapshot before, PositionSnapshot after) {
    return FreightJobs.eventsBetween(CREATED, before, after).stream()
        .filter(RunningLate.class::isInstance)
        .toList();
  }

  @Test
  void positionsOfTwoLoadsAreRefused() {
    PositionSnapshot other =
        new PositionSnapshot(
            trip.positionAt(5).toBuilder().loadNumber("LD-2026-0002").build(), minute(5));

    assertThatThrownBy(() -> FreightJobs.eventsBetween(CREATED, trip.at(5), other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LD-2026-0001, then LD-2026-0002");
  }

  @Test
  void lateFixesUpdateThePosition() {
    PositionSnapshot late = with(200, position -> position.pingCount(205));
    assertThat(FreightJobs.eventsBetween(CREATED, trip.at(200), late))
        .containsExactly(new PositionUpdated(LOAD, lastFix(trip.at(200)), 4));
  }

  @Test
  void deliveredLoadIsNotSilent() {
    PositionSnapshot over =
        new PositionSnapshot(trip.positionAt(700), minute(700).plus(Duration.ofDays(1)));
    assertThat(FreightJobs.eventsBetween(CREATED, trip.at(700), over)).isEmpty();
  }

  @Test
  void etaIsOfTheLastStop() {
    Eta both =
        Eta.builder()
            .put("nextStopEta", minute(300).toString())
            .put("etaAt", minute(600).toString())
            .build();
    assertThat(
            FreightJobs.eventsBetween(
                CREATED, withEta(200, minute(600)), with(200, p -> p.eta(both))))
        .isEmpty();
  }

  @Test
  void visitComesBeforeAChangeWithoutATime() {
    PositionSnapshot held = with(59, position -> position.status(LoadStatus.of("ON_HOLD")));
    PositionSnapshot cancelled = with(61, position -> position.status(LoadStatus.CANCELLED));
    assertThat(story(held, cancelled))
        .hasExactlyElementsOfTypes(ArrivedAtStop.class, StatusChanged.class);
  }

  @Test
  void stopsAreMatchedBySequence() {
    List<PositionStop> stops = trip.positionAt(130).stops();
    PositionSnapshot swapped = with(130, p -> p.stops(stops.get(1), stops.get(0)));
    assertThat(FreightJobs.eventsBetween(CREATED, trip.at(130), swapped)).isEmpty();
  }

  @Test
  void stopsWithoutASequenceAreMatchedByIndex() {
    assertThat(FreightJobs.eventsBetween(CREATED, unnumbered(130), unnumbered(130))).isEmpty();
    assertThat(story(unnumbered(30), unnumbered(130)))
        .hasAtLeastOneElementOfType(ArrivedAtStop.class)
        .hasAtLeastOneElementOfType(DepartedFromStop.class);
  }

  private PositionSnapshot unnumbered(int minute) {
    List<PositionStop> stops =
        trip.positionAt(minute).stops().stream()
            .map(stop -> stop.toBuilder().sequence(null).build())
            .toList();
    return with(minute, position -> position.stops(stops));
  }

  @Test
  void atDeliveryRefersToTheLastDelivery() {
    PositionStop last = trip.positionAt(610).stops().get(1);
    PositionStop first =
        last.toBuilder().sequence(2).arrivedAt(minute(400)).departedAt(minute(450)).build();
    PositionSnapshot waits =
        with(
            610,
            position ->
                position
                    .status(LoadStatus.AT_DELIVERY)
                    .deliveredAt(null)
                    .stops(
                        trip.positionAt(610).stops().get(0),
                        first,
                        last.toBuilder().sequence(3).build()));
    assertThat(story(trip.at(130), waits))
        .contains(
            new StatusChanged(LOAD, LoadStatus.IN_TRANSIT, LoadStatus.AT_DELIVERY, minute(600)));
  }

  private PositionSnapshot with(int minute, UnaryOperator<LoadPosition.Builder> change) {
    LoadPosition.Builder position = trip.positionAt(minute).toBuilder();
    return new PositionSnapshot(change.apply(position).build(), minute(minute));
  }

  private PositionSnapshot withEta(int minute, Instant etaAt) {
    Eta eta = Eta.builder().put("etaAt", etaAt.toString()).build();
    return new PositionSnapshot(
        trip.positionAt(minute).toBuilder().eta(eta).build(), minute(minute));
  }

  private static GpsPoint lastFix(PositionSnapshot reading) {
    return reading.position().gpsTrack().get(reading.position().gpsTrack().size() - 1);
  }

  private static List<LoadEvent> story(PositionSnapshot before, PositionSnapshot after) {
    return story(FreightJobs.eventsBetween(CREATED, before, after));
  }

  /** The events that are the same for every way of reading the load. */
  static List<LoadEvent> story(List<LoadEvent> events) {
    List<LoadEvent> story = new ArrayList<>(events);
    story.removeIf(
        event ->
            event instanceof FollowingStarted
                || event instanceof PositionUpdated
                || event instanceof EtaChanged
                || event instanceof RunningLate
                || event instanceof GpsSilent);
    return story;
  }
}
