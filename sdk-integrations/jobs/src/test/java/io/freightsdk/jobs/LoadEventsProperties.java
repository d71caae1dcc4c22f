package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.jobs.rules.FollowedLoad;
import io.freightsdk.jobs.LoadEvent.GpsSilent;
import io.freightsdk.jobs.LoadEvent.StatusChanged;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopType;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No event is lost and none is reported twice, whatever positions follow each other. */
class LoadEventsProperties {

  @Property(seed = "61352690")
  void eventsAppliedToTheEarlierPositionGiveTheLater(
      @ForAll("anyPositions") List<PositionSnapshot> readings) {
    StateFromEvents state = StateFromEvents.initial();
    PositionSnapshot before = null;
    for (PositionSnapshot after : readings) {
      for (LoadEvent event : FreightJobs.eventsBetween(Trip.CREATED, before, after)) {
        StateFromEvents next = state.with(event);
        assertThat(next).as("an event that tells nothing new: %s", event).isNotEqualTo(state);
        state = next;
      }
      assertThat(state.status()).isEqualTo(after.position().status());
      assertThat(state.stopTimes()).isEqualTo(StateFromEvents.stopTimesOf(after.position()));
      assertThat(state.isDelivered())
          .isEqualTo(after.position().status().equals(LoadStatus.DELIVERED));
      before = after;
    }
  }

  @Property(seed = "557207383")
  void readFrequencyChangesNoFact(
      @ForAll("trips") Trip trip, @ForAll("minutes") List<Integer> readAt) {
    List<LoadEvent> everyMinute = new ArrayList<>();
    for (int minute = 0; minute <= 1000; minute++) {
      everyMinute.addAll(
          FreightJobs.eventsBetween(
              Trip.CREATED, minute == 0 ? null : trip.at(minute - 1), trip.at(minute)));
    }
    List<LoadEvent> seldom = new ArrayList<>();
    PositionSnapshot before = null;
    TreeSet<Integer> minutes = new TreeSet<>(readAt);
    minutes.add(1000);
    for (int minute : minutes) {
      seldom.addAll(FreightJobs.eventsBetween(Trip.CREATED, before, trip.at(minute)));
      before = trip.at(minute);
    }

    assertThat(facts(seldom)).isEqualTo(facts(everyMinute));
  }

  /** A position is stored without its track; its events are computed from the stored position. */
  @Property(seed = "-624268560")
  void storedReadingsGiveTheSameEvents(
      @ForAll("trips") Trip trip, @ForAll("minutes") List<Integer> readAt) {
    FollowedLoad kept = FollowedLoad.dueNow(Trip.LOAD, "PO-1", null, Trip.CREATED);
    PositionSnapshot before = null;
    for (int minute : new TreeSet<>(readAt)) {
      PositionSnapshot after = trip.at(minute);
      kept = kept.afterReading(after, 1);
      assertThat(kept.news().events())
          .isEqualTo(FreightJobs.eventsBetween(Trip.CREATED, before, after));
      kept = kept.afterReporting();
      assertThat(kept.news().events()).isEmpty();
      before = after;
    }
  }

  /** Also if another instance computes the events from the stored positions. */
  @Property(seed = "1467093352")
  void eachSilenceIsReportedOnce(
      @ForAll("minutesBetweenFixes") List<Integer> gaps, @ForAll("minutes") List<Integer> readAt) {
    List<GpsPoint> track = new ArrayList<>();
    Map<Instant, Instant> silences = new TreeMap<>();
    int at = 0;
    for (int gap : gaps) {
      track.add(GpsPoint.builder().lat(36.0).lng(-84.0).ts(Trip.minute(at)).build());
      if (gap >= 30) silences.put(Trip.minute(at), Trip.minute(at + gap));
      at += gap;
    }
    FollowedLoad load = FollowedLoad.dueNow(Trip.LOAD, "PO-1", null, Trip.CREATED);
    TreeSet<Integer> minutes = new TreeSet<>(readAt);
    minutes.add(at + 30);
    List<GpsSilent> reported = new ArrayList<>();
    for (int minute : minutes) {
      load = load.afterReading(seen(track, minute), 1);
      assertThat(load.news().events())
          .isEqualTo(
              FollowedLoad.events(
                  Trip.LOAD,
                  Trip.CREATED,
                  load.news().before(),
                  load.news().latest(),
                  load.plan().givenUpReason()));
      for (LoadEvent event : load.news().events()) {
        if (event instanceof GpsSilent silent) reported.add(silent);
      }
      load = load.afterReporting();
    }
    silences.put(track.get(track.size() - 1).ts(), Instant.MAX); // It lasts.
    assertThat(reported)
        .extracting(GpsSilent::lastFixAt)
        .containsExactlyElementsOf(silences.keySet());
    assertThat(reported)
        .allSatisfy(
            silent -> {
              Instant end = silences.get(silent.lastFixAt());
              assertThat(silent.nextFixAt()).isIn(null, end);
            });
  }

  private static PositionSnapshot seen(List<GpsPoint> track, int minute) {
    Instant readAt = Trip.minute(minute);
    LoadPosition position =
        LoadPosition.builder()
            .loadNumber(Trip.LOAD)
            .status(LoadStatus.PLANNED)
            .gpsTrack(track.stream().filter(fix -> !fix.ts().isAfter(readAt)).toList())
            .build();
    return new PositionSnapshot(position, readAt);
  }

  @Provide
  Arbitrary<List<Integer>> minutesBetweenFixes() {
    return Arbitraries.integers().between(1, 60).list().ofMinSize(1).ofMaxSize(40);
  }

  @Property(seed = "-2008495643")
  void eachStatusChangeStartsAtThePreviousStatus(
      @ForAll("anyPositions") List<PositionSnapshot> readings) {
    LoadStatus current = LoadStatus.PLANNED;
    PositionSnapshot before = null;
    for (PositionSnapshot after : readings) {
      for (LoadEvent event : FreightJobs.eventsBetween(Trip.CREATED, before, after)) {
        if (event instanceof StatusChanged change) {
          assertThat(change.from()).isEqualTo(current);
          assertThat(change.to()).isNotEqualTo(current);
          current = change.to();
        }
      }
      before = after;
    }
  }

  /** The events without their snapshots, which differ between two reads. */
  private static List<String> facts(List<LoadEvent> events) {
    return LoadEventsTest.story(events).stream().map(StateFromEvents::fact).toList();
  }

  @Provide
  Arbitrary<Trip> trips() {
    Arbitrary<Integer> gap = Arbitraries.integers().between(1, 240);
    return Combinators.combine(gap, gap, gap, Arbitraries.of(0, 1, 30, 100))
        .as((a, b, c, bol) -> new Trip(a, a + b, a + b + c, a + b + c + bol, true));
  }

  @Provide
  Arbitrary<List<Integer>> minutes() {
    return Arbitraries.integers().between(0, 999).list().ofMaxSize(12);
  }

  @Provide
  Arbitrary<List<PositionSnapshot>> anyPositions() {
    return Combinators.combine(
            Arbitraries.of(
                "PLANNED",
                "AT_PICKUP",
                "IN_TRANSIT",
                "AT_DELIVERY",
                "DELIVERED",
                "CANCELLED",
                "DELIVERED_PENDING_BOL"),
            times(),
            times(),
            times(),
            times(),
            times(),
            Arbitraries.integers().between(0, 5))
        .as(LoadEventsProperties::reading)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  private static Arbitrary<Instant> times() {
    return Arbitraries.integers().between(0, 50).map(Trip::minute).injectNull(0.4);
  }

  private static PositionSnapshot reading(
      String status,
      Instant pickedUp,
      Instant leftPickup,
      Instant arrived,
      Instant left,
      Instant deliveredAt,
      int pings) {
    PositionStop pickup = stop(StopType.PICKUP, 1, pickedUp, leftPickup);
    PositionStop delivery = stop(StopType.DELIVERY, 2, arrived, left);
    List<GpsPoint> track = new ArrayList<>();
    for (int i = 0; i < pings; i++) {
      track.add(GpsPoint.builder().lat(36.0 + i).lng(-84.0).ts(Trip.minute(i)).build());
    }
    LoadPosition position =
        LoadPosition.builder()
            .loadNumber(Trip.LOAD)
            .status(LoadStatus.of(status))
            .createdAt(Trip.CREATED)
            .deliveredAt(deliveredAt)
            .stops(pickup, delivery)
            .gpsTrack(track)
            .pingCount(pings)
            .build();
    return new PositionSnapshot(position, Trip.minute(10));
  }

  private static PositionStop stop(
      StopType type, int sequence, Instant arrivedAt, Instant departedAt) {
    return PositionStop.builder()
        .type(type)
        .sequence(sequence)
        .city("Corbin")
        .state("KY")
        .arrivedAt(arrivedAt)
        .departedAt(departedAt)
        .build();
  }
}
