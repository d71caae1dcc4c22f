package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.TripSamples.after;
import static io.freightsdk.server.domain.trip.TripSamples.fix;
import static io.freightsdk.server.domain.trip.TripSamples.minute;
import static io.freightsdk.server.domain.trip.TripSamples.offStop;
import static io.freightsdk.server.domain.trip.TripSamples.plan;
import static io.freightsdk.server.domain.trip.TripSamples.sharp;
import static io.freightsdk.server.domain.trip.TripSamples.stopAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissedStopTest {
  /** Loaded at the first stop and on the way to the second. */
  private static Progress loadedAnd(Fix... fixes) {
    return TripSamples.after(loaded(plan(ON_ARRIVAL, 1, 3)), fixes);
  }

  private static Progress loaded(TripPlan plan) {
    return TripSamples.after(
        plan, sharp(-300, stopAt(1)), sharp(-280, after(1)), sharp(-279, after(1)));
  }

  @ParameterizedTest
  @CsvSource({"3.999, false", "4, true", "25, true"})
  void fourMinutesInALaterFenceMissTheStopsBetween(double stay, boolean missed) {
    Progress progress = loadedAnd(sharp(0, stopAt(3)), sharp(stay, stopAt(3)));

    assertThat(progress.stopVisits().get(1).isMissed()).isEqualTo(missed);
    assertThat(progress.status()).isEqualTo(Status.IN_TRANSIT);
    if (missed) {
      assertThat(progress.stopVisits().get(1).arrivedAt()).isNull();
      assertThat(progress.stopVisits().get(1).departedAt()).isNull();
      assertThat(progress.stopVisits().get(2).arrivedAt()).isEqualTo(minute(0));
    }
  }

  /** On its way to stop 2 the truck drives through the middle of stop 3's fence without a halt. */
  @ParameterizedTest(name = "{0} m, a fix every {1} s")
  @CsvSource({"3200, 30", "3200, 60", "8000, 30", "8000, 60", "16000, 60", "16000, 300"})
  void drivingThroughALaterFenceMissesNothingAtAnySpeed(double radius, int seconds) {
    Fence onTheWay = new Fence(stopAt(2), radius);
    TripPlan plan =
        TripSamples.plan(new Fence(stopAt(1), 3_200), new Fence(stopAt(3), 3_200), onTheWay);
    for (int mph = 5; mph <= 100; mph += 5) {
      double metersPerFix = mph * Coordinates.METERS_PER_MILE * seconds / 3_600;
      Progress progress = loaded(plan);
      double minute = 0;
      for (double meters = 20_000; meters >= -20_000; meters -= metersPerFix) {
        progress = progress.advance(sharp(minute, offStop(2, meters)));
        minute += seconds / 60.0;
      }
      assertThat(progress.status()).as("%s mph", mph).isEqualTo(Status.IN_TRANSIT);
      assertThat(progress.stopVisits().get(1).isMissed()).as("%s mph", mph).isFalse();
    }
  }

  @Test
  void aShortHaltNearTheLastStopMissesNothing() {
    Progress progress = loaded(plan(ON_ARRIVAL, 3, 3));
    double minute = 0;
    for (double meters = 12_000; meters > 2_200; meters -= 1_000) {
      progress = progress.advance(sharp(minute++, offStop(6, meters)));
    }
    for (int i = 0; i <= 2; i++) {
      progress = progress.advance(sharp(minute++, offStop(6, 2_200)));
    }
    for (double meters = 2_200; meters < 12_000; meters += 1_000) {
      progress = progress.advance(sharp(minute++, offStop(6, meters)));
    }

    assertThat(progress.stopVisits()).noneMatch(StopVisit::isMissed);
    assertThat(progress.status()).isEqualTo(Status.IN_TRANSIT);
  }

  @Test
  void stopOutOfOrderArrivesWhenItsTruckParks() {
    Progress progress =
        loadedAnd(
            fix(0, offStop(3, 3_000), 120.0),
            sharp(5, offStop(3, 1_000)),
            sharp(8, stopAt(3)),
            sharp(18, stopAt(3)));

    assertThat(progress.stopVisits().get(1).isMissed()).isTrue();
    assertThat(progress.stopVisits().get(2).arrivedAt()).isEqualTo(minute(8));
  }

  @Test
  void truckNotSeenAtThePickupIsNeverLoaded() {
    Progress waiting = Progress.of(plan(ON_ARRIVAL, 1, 2));
    for (int i = 0; i < 2_000; i += i % 500 == 490 ? 1_000 : 10) {
      waiting = waiting.advance(sharp(i, stopAt(3)));
    }
    assertThat(waiting.status()).isEqualTo(Status.PLANNED);

    Progress loaded =
        TripSamples.after(
            waiting, sharp(2_400, stopAt(1)), sharp(2_500, stopAt(2)), sharp(2_501, stopAt(2)));
    assertThat(loaded.stopVisits().get(0).arrivedAt()).isEqualTo(minute(2_400));
    assertThat(loaded.status()).isEqualTo(Status.IN_TRANSIT);
  }

  @Test
  void fixesTooCoarseToDecideAnythingAtThePickupAreNoLoading() {
    Progress progress =
        TripSamples.after(
            plan(ON_ARRIVAL, 1, 1),
            fix(0, stopAt(1), 200.0),
            fix(9, stopAt(1), 200.0),
            sharp(180, stopAt(2)),
            sharp(200, stopAt(2)));

    assertThat(progress.status()).isEqualTo(Status.PLANNED);
    assertThat(progress.stopVisits().get(0).isMissed()).isFalse();
  }

  @Test
  void leavingTheFenceInBetweenStartsOver() {
    Progress progress =
        loadedAnd(sharp(0, stopAt(3)), sharp(5, offStop(3, 20_000)), sharp(12, stopAt(3)));

    assertThat(progress.stopVisits().get(1).isMissed()).isFalse();
  }

  @ParameterizedTest(name = "{0} coarse fixes in {1} minutes")
  @CsvSource({"2, 3.99, false", "2, 4, true", "5, 4, true", "40, 40, true"})
  void coarseFixesOfAParkedTruckMissTheStopsBetween(int fixes, double stay, boolean missed) {
    Progress progress = loaded(plan(ON_ARRIVAL, 1, 3));
    for (int i = 0; i < fixes; i++) {
      progress = progress.advance(fix(i * stay / (fixes - 1), stopAt(3), 120.0));
    }

    assertThat(progress.stopVisits().get(1).isMissed()).isEqualTo(missed);
    assertThat(progress.stopVisits().get(2).isArrived()).isEqualTo(missed);
  }

  @Test
  void coarseFixesOfATruckThatDrivesMissNothing() {
    Progress progress = loaded(plan(ON_ARRIVAL, 1, 3));
    for (int i = 0; i < 20; i++) {
      progress = progress.advance(fix(i, offStop(3, 3_000 - 300 * i), null));
    }

    assertThat(progress.stopVisits()).noneMatch(StopVisit::isMissed);
  }

  @Test
  void anArrivedStopThatWasNeverSeenLeftIsDepartedNotMissed() {
    Progress progress =
        TripSamples.after(
            plan(ON_ARRIVAL, 1, 2),
            sharp(0, stopAt(1)),
            sharp(200, stopAt(3)),
            sharp(201, stopAt(3)),
            sharp(215, stopAt(3)));

    assertThat(progress.stopVisits().get(0).isMissed()).isFalse();
    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(minute(200));
    assertThat(progress.stopVisits().get(1).isMissed()).isTrue();
    assertThat(progress.stopVisits().get(2).arrivedAt()).isEqualTo(minute(200));
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void loadingInsideTwoOverlappingFencesMissesNothing() {
    TripPlan plan =
        TripSamples.plan(new Fence(stopAt(1), 3_200), new Fence(offStop(1, 3_000), 3_200));
    Progress progress = Progress.of(plan);
    for (int i = 0; i < 60; i++) {
      progress = progress.advance(sharp(i, offStop(1, 100)));
    }

    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
  }

  @Test
  void coarseFixNeitherStartsNorEndsAStayAtALaterStop() {
    assertThat(
            loadedAnd(sharp(0, stopAt(3)), fix(5, stopAt(3), 51.0), sharp(10, stopAt(3)))
                .stopVisits()
                .get(1)
                .isMissed())
        .isTrue();
    assertThat(
            loadedAnd(sharp(0, stopAt(3)), fix(5, stopAt(4), 51.0), sharp(10, stopAt(3)))
                .stopVisits()
                .get(1)
                .isMissed())
        .as("it was elsewhere meanwhile")
        .isFalse();
  }

  @Test
  void theWiderFenceOfTwoStopsInOneYardShowsBoth() {
    TripPlan plan =
        TripSamples.plan(
            new Fence(stopAt(1), 3_200),
            new Fence(stopAt(2), 3_200),
            new Fence(stopAt(3), 300),
            new Fence(offStop(3, 150), 3_200));

    Progress progress =
        TripSamples.after(loaded(plan), sharp(0, offStop(3, 2_000)), sharp(15, offStop(3, 2_000)));

    assertThat(progress.stopVisits().get(1).isMissed()).isTrue();
    assertThat(progress.stopVisits().get(2).arrivedAt()).isEqualTo(minute(0));
    assertThat(progress.stopVisits().get(3).arrivedAt()).isEqualTo(minute(0));
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
  }

  /** The last stop's fence begins where a truck may still be at the first. */
  private static final TripPlan LAST_NEAR_FIRST =
      TripSamples.plan(
          new Fence(stopAt(1), 3_200),
          new Fence(stopAt(2), 3_200),
          new Fence(offStop(1, 7_000), 3_200));

  @Test
  void returningToAStopResetsTheLaterStop() {
    Progress progress =
        TripSamples.after(
            LAST_NEAR_FIRST,
            sharp(0, stopAt(1)),
            sharp(10, offStop(1, 4_000)),
            sharp(12, stopAt(1)),
            sharp(21, offStop(1, 4_000)));

    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
    assertThat(progress.stopVisits().get(2).isArrived()).isFalse();
  }

  @Test
  void laterStopArrivesAfterTheEarlierDeparture() {
    Progress left =
        TripSamples.after(
            LAST_NEAR_FIRST,
            sharp(0, stopAt(1)),
            sharp(16, offStop(1, 4_000)),
            sharp(20, offStop(1, 5_000)),
            sharp(21, offStop(1, 5_000)),
            sharp(23, offStop(1, 5_000)));
    assertThat(left.stopVisits().get(0).departedAt()).isEqualTo(minute(20));
    assertThat(left.stopVisits().get(2).isArrived()).isFalse();

    Progress there = left.advance(sharp(24, offStop(1, 5_000)));
    assertThat(there.stopVisits().get(1).isMissed()).isTrue();
    assertThat(there.stopVisits().get(2).arrivedAt()).isEqualTo(minute(20));
  }
}
