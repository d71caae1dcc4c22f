package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.Loads.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.Loads.fix;
import static io.freightsdk.server.domain.trip.Loads.minute;
import static io.freightsdk.server.domain.trip.Loads.offStop;
import static io.freightsdk.server.domain.trip.Loads.plan;
import static io.freightsdk.server.domain.trip.Loads.sharp;
import static io.freightsdk.server.domain.trip.Loads.stopAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Fix;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissedStopTest {
  private static Progress of(TripPlan plan, Fix... fixes) {
    Progress progress = Progress.of(plan);
    for (Fix fix : fixes) {
      progress = progress.advance(fix);
    }
    return progress;
  }

  private static Progress of(Fix... fixes) {
    return of(plan(ON_ARRIVAL, 1, 2), fixes);
  }

  @ParameterizedTest
  @CsvSource({"9.999, false", "10, true", "25, true"})
  void tenMinutesInALaterFenceMissTheEarlierStops(double minutes, boolean missed) {
    Progress progress = of(sharp(0, stopAt(2)), sharp(minutes, stopAt(2)));

    assertThat(progress.stops().get(0).missed()).isEqualTo(missed);
    assertThat(progress.status()).isEqualTo(missed ? Status.IN_TRANSIT : Status.PLANNED);
    if (missed) {
      assertThat(progress.stops().get(0).arrivedAt()).isNull();
      assertThat(progress.stops().get(0).departedAt()).isEqualTo(minute(0));
      assertThat(progress.stops().get(1).arrivedAt()).isEqualTo(minute(0));
    }
  }

  @Test
  void aTruckThatWaitsNearTheConsigneeBeforeAnyPickupDeliversNothing() {
    Progress waiting = of(sharp(0, stopAt(3)), sharp(11, stopAt(3)), sharp(29, stopAt(3)));
    assertThat(waiting.status()).isEqualTo(Status.PLANNED);

    Progress loaded =
        waiting
            .advance(sharp(400, stopAt(1)))
            .advance(sharp(500, stopAt(2)))
            .advance(sharp(501, stopAt(2)));
    assertThat(loaded.stops().get(0).arrivedAt()).isEqualTo(minute(400));
    assertThat(loaded.status()).isEqualTo(Status.IN_TRANSIT);
  }

  @Test
  void halfAnHourOfFixesAtTheLastStopUnloadsThereWithoutAPickupSeen() {
    assertThat(of(sharp(0, stopAt(3)), sharp(30, stopAt(3))).status()).isEqualTo(Status.PLANNED);

    Progress unloaded = of(sharp(0, stopAt(3)), sharp(11, stopAt(3)), sharp(30, stopAt(3)));
    assertThat(unloaded.status()).isEqualTo(Status.DELIVERED);
    assertThat(unloaded.deliveredAt()).isEqualTo(minute(0));
    assertThat(unloaded.stops().get(0).missed()).isTrue();
  }

  @Test
  void aPickupThatTheTruckWasNearLiesBehindItAfterTenMinutesAtTheLastStop() {
    Progress progress =
        of(fix(0, offStop(1, 3_300), 120.0), sharp(300, stopAt(3)), sharp(310, stopAt(3)));

    assertThat(progress.stops().get(0).missed()).isTrue();
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void aPingEveryMinuteForTenMinutesCountsAsWell() {
    Progress progress = of();
    for (int i = 0; i < 10; i++) {
      progress = progress.advance(sharp(i, stopAt(2)));
    }
    assertThat(progress.status()).isEqualTo(Status.PLANNED);

    progress = progress.advance(sharp(10, stopAt(2)));
    assertThat(progress.status()).isEqualTo(Status.IN_TRANSIT);
    assertThat(progress.stops().get(0).missed()).isTrue();
    assertThat(progress.stops().get(1).arrivedAt()).isEqualTo(minute(0));
    assertThat(progress.stops().get(2).isArrived()).isFalse();
  }

  @Test
  void leavingTheFenceInBetweenStartsAnew() {
    Progress progress = of(sharp(0, stopAt(2)), sharp(5, offStop(2, 20_000)), sharp(12, stopAt(2)));

    assertThat(progress.status()).isEqualTo(Status.PLANNED);
  }

  @Test
  void coarseFixesNeverMissAStop() {
    assertThat(of(fix(0, stopAt(2), null), fix(30, stopAt(2), null)).status())
        .isEqualTo(Status.PLANNED);
    assertThat(of(fix(0, stopAt(2), 51.0), fix(30, stopAt(2), 51.0)).status())
        .isEqualTo(Status.PLANNED);
    assertThat(of(sharp(0, stopAt(2)), fix(30, stopAt(2), 51.0)).status())
        .isEqualTo(Status.PLANNED);
  }

  @Test
  void anArrivedStopThatWasNeverSeenLeftIsDepartedNotMissed() {
    Progress progress =
        of(
            sharp(0, stopAt(1)),
            sharp(200, stopAt(3)),
            sharp(201, stopAt(3)),
            sharp(215, stopAt(3)));

    assertThat(progress.stops().get(0).missed()).isFalse();
    assertThat(progress.stops().get(0).departedAt()).isEqualTo(minute(200));
    assertThat(progress.stops().get(1).missed()).isTrue();
    assertThat(progress.stops().get(2).arrivedAt()).isEqualTo(minute(200));
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void loadingInsideTwoOverlappingFencesMissesNothing() {
    TripPlan plan =
        new TripPlan(
            List.of(
                new PlannedStop(1, StopType.PICKUP, new Fence(stopAt(1), 3_200), null, null),
                new PlannedStop(
                    2, StopType.DELIVERY, new Fence(offStop(1, 3_000), 3_200), null, null)),
            ON_ARRIVAL);
    Progress progress = Progress.of(plan);
    for (int i = 0; i < 60; i++) {
      progress = progress.advance(sharp(i, offStop(1, 100)));
    }

    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
  }

  @Test
  void aCoarseFixNeitherShowsNorBreaksAStayAtALaterStop() {
    assertThat(
            of(sharp(0, stopAt(2)), fix(5, stopAt(2), 51.0), sharp(10, stopAt(2)))
                .stops()
                .get(0)
                .missed())
        .isTrue();
    assertThat(
            of(sharp(0, stopAt(2)), fix(5, stopAt(3), 51.0), sharp(10, stopAt(2)))
                .stops()
                .get(0)
                .missed())
        .as("it was elsewhere meanwhile")
        .isFalse();
  }

  @Test
  void theWiderFenceOfTwoStopsInOneYardShowsBoth() {
    TripPlan plan =
        new TripPlan(
            List.of(
                new PlannedStop(1, StopType.PICKUP, new Fence(stopAt(1), 3_200), null, null),
                new PlannedStop(2, StopType.DELIVERY, new Fence(stopAt(2), 300), null, null),
                new PlannedStop(
                    3, StopType.DELIVERY, new Fence(offStop(2, 150), 3_200), null, null)),
            ON_ARRIVAL);

    Progress progress =
        of(
            plan,
            sharp(0, offStop(2, 2_000)),
            sharp(15, offStop(2, 2_000)),
            sharp(30, offStop(2, 2_000)));

    assertThat(progress.stops().get(1).arrivedAt()).isEqualTo(minute(0));
    assertThat(progress.stops().get(2).arrivedAt()).isEqualTo(minute(0));
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
  }

  /** The last stop's fence begins where a truck may still be at the first. */
  private static final TripPlan LAST_NEAR_FIRST =
      new TripPlan(
          List.of(
              new PlannedStop(1, StopType.PICKUP, new Fence(stopAt(1), 3_200), null, null),
              new PlannedStop(2, StopType.DELIVERY, new Fence(stopAt(2), 3_200), null, null),
              new PlannedStop(
                  3, StopType.DELIVERY, new Fence(offStop(1, 7_000), 3_200), null, null)),
          ON_ARRIVAL);

  @Test
  void comingBackToAStopStartsAnewWhatWasSeenOfALaterOne() {
    Progress progress =
        of(
            LAST_NEAR_FIRST,
            sharp(0, stopAt(1)),
            sharp(10, offStop(1, 4_000)),
            sharp(12, stopAt(1)),
            sharp(21, offStop(1, 4_000)));

    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
    assertThat(progress.stops().get(2).isArrived()).isFalse();
  }

  @Test
  void aTruckIsAtALaterStopNoEarlierThanItLeftTheOneBefore() {
    Progress left =
        of(
            LAST_NEAR_FIRST,
            sharp(0, stopAt(1)),
            sharp(12, offStop(1, 4_000)),
            sharp(20, offStop(1, 5_000)),
            sharp(21, offStop(1, 5_000)),
            sharp(25, offStop(1, 5_000)));
    assertThat(left.stops().get(0).departedAt()).isEqualTo(minute(20));
    assertThat(left.stops().get(2).isArrived()).isFalse();

    Progress there = left.advance(sharp(30, offStop(1, 5_000)));
    assertThat(there.stops().get(2).arrivedAt()).isEqualTo(minute(20));
  }
}
