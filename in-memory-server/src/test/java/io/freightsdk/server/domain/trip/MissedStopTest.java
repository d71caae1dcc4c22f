package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.Loads.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.Loads.after;
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
  private static Progress of(Fix... fixes) {
    return Loads.after(plan(ON_ARRIVAL, 1, 2), fixes);
  }

  /** To the first stop's fence and back to the second it is 193.7 km: 96.3 minutes at 75 mph. */
  @ParameterizedTest
  @CsvSource({"96, 10, false", "97, 9.999, false", "97, 10, true", "400, 25, true"})
  void aSilenceLongEnoughToLoadAndTenMinutesInALaterFenceMissTheEarlierStops(
      double silence, double stay, boolean missed) {
    Progress progress =
        of(sharp(0, stopAt(2)), sharp(silence, stopAt(2)), sharp(silence + stay, stopAt(2)));

    assertThat(progress.stops().get(0).missed()).isEqualTo(missed);
    assertThat(progress.status()).isEqualTo(missed ? Status.IN_TRANSIT : Status.PLANNED);
    if (missed) {
      assertThat(progress.stops().get(0).arrivedAt()).isNull();
      assertThat(progress.stops().get(0).departedAt()).isNull();
      assertThat(progress.stops().get(1).arrivedAt()).isEqualTo(minute(silence));
    }
  }

  @Test
  void whoNeverWasSilentLongEnoughHasLoadedNothingHoweverLongHeStays() {
    Progress waiting = Progress.of(plan(ON_ARRIVAL, 1, 2));
    Fix before = null;
    for (int i = 0; i < 2_000; i += 10) {
      waiting = Loads.after(waiting, before, sharp(i, stopAt(3)));
      before = sharp(i, stopAt(3));
    }
    assertThat(waiting.status()).isEqualTo(Status.PLANNED);

    Progress loaded =
        Loads.after(
            waiting,
            before,
            sharp(2_400, stopAt(1)),
            sharp(2_500, stopAt(2)),
            sharp(2_501, stopAt(2)));
    assertThat(loaded.stops().get(0).arrivedAt()).isEqualTo(minute(2_400));
    assertThat(loaded.status()).isEqualTo(Status.IN_TRANSIT);
  }

  @Test
  void aSilenceBeforeAnArrivalSaysNothingOfTheStopsAfterIt() {
    Progress progress =
        of(
            sharp(0, offStop(3, 50_000)),
            sharp(800, stopAt(1)),
            sharp(801, after(1)),
            sharp(802, after(1)),
            sharp(803, stopAt(3)),
            sharp(812, stopAt(3)),
            sharp(821, stopAt(3)));

    assertThat(progress.stops().get(0).departedAt()).isEqualTo(minute(801));
    assertThat(progress.stops().get(1).missed()).isFalse();
    assertThat(progress.status()).isEqualTo(Status.IN_TRANSIT);
  }

  @Test
  void fixesTooCoarseToDecideAnythingAtThePickupMayHaveBeenTheLoading() {
    Progress progress =
        of(
            fix(0, stopAt(1), 200.0),
            fix(9, stopAt(1), 200.0),
            sharp(18, stopAt(3)),
            sharp(27, stopAt(3)));
    assertThat(progress.status()).isEqualTo(Status.PLANNED);

    // The second stop has been passed unseen only if there was time for it.
    Progress near =
        Loads.after(
            plan(ON_ARRIVAL, 1, 1),
            fix(0, stopAt(1), 200.0),
            fix(9, stopAt(1), 200.0),
            sharp(18, stopAt(2)),
            sharp(27, stopAt(2)),
            sharp(28, stopAt(2)));
    assertThat(near.stops().get(0).missed()).isTrue();
    assertThat(near.status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void whatAPhoneIsUnsureOfCountsForTheDriver() {
    TripPlan plan = plan(ON_ARRIVAL, 1, 1);
    Progress sure =
        Loads.after(plan, sharp(0, offStop(2, 9_000)), sharp(96, stopAt(2)), sharp(106, stopAt(2)));
    Progress unsure =
        Loads.after(
            plan, fix(0, offStop(2, 9_000), 5_000.0), sharp(96, stopAt(2)), sharp(106, stopAt(2)));
    assertThat(sure.status()).isEqualTo(Status.DELIVERED);
    assertThat(unsure.status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void leavingTheFenceInBetweenStartsAnew() {
    Progress progress =
        of(
            sharp(-200, after(1)),
            sharp(0, stopAt(2)),
            sharp(5, offStop(2, 20_000)),
            sharp(12, stopAt(2)));

    assertThat(progress.status()).isEqualTo(Status.PLANNED);
  }

  @Test
  void coarseFixesNeverMissAStop() {
    Fix loaded = sharp(-300, after(1));
    assertThat(of(loaded, fix(0, stopAt(2), null), fix(30, stopAt(2), null)).status())
        .isEqualTo(Status.PLANNED);
    assertThat(of(loaded, fix(0, stopAt(2), 51.0), fix(30, stopAt(2), 51.0)).status())
        .isEqualTo(Status.PLANNED);
    assertThat(of(loaded, sharp(0, stopAt(2)), fix(30, stopAt(2), 51.0)).status())
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
      progress = progress.advance(null, sharp(i, offStop(1, 100)));
    }

    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
  }

  @Test
  void aCoarseFixNeitherShowsNorBreaksAStayAtALaterStop() {
    Fix loaded = sharp(-300, after(1));
    assertThat(
            of(loaded, sharp(0, stopAt(2)), fix(5, stopAt(2), 51.0), sharp(10, stopAt(2)))
                .stops()
                .get(0)
                .missed())
        .isTrue();
    assertThat(
            of(loaded, sharp(0, stopAt(2)), fix(5, stopAt(3), 51.0), sharp(10, stopAt(2)))
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
        Loads.after(
            plan,
            sharp(-300, after(1)),
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
        Loads.after(
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
        Loads.after(
            LAST_NEAR_FIRST,
            sharp(0, stopAt(1)),
            sharp(12, offStop(1, 4_000)),
            sharp(20, offStop(1, 5_000)),
            sharp(21, offStop(1, 5_000)),
            sharp(25, offStop(1, 5_000)));
    assertThat(left.stops().get(0).departedAt()).isEqualTo(minute(20));
    assertThat(left.stops().get(2).isArrived()).isFalse();

    // The second stop was driven past by nobody.
    Progress there = left.advance(null, sharp(30, offStop(1, 5_000)));
    assertThat(there.stops().get(2).isArrived()).isFalse();
  }
}
