package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.fix;
import static io.freightsdk.server.domain.trip.TripSamples.offStop;
import static io.freightsdk.server.domain.trip.TripSamples.sharp;
import static io.freightsdk.server.domain.trip.TripSamples.stopAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.domain.trip.Visits.StopVisit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverlapTest {
  @ParameterizedTest
  @CsvSource({"0, 10", "30, 10", "0,", "150,", "150, 10", "199, 120"})
  void stopsInOnePlaceAreBothDoneWhenTheTruckLeaves(double apart, Double accuracy) {
    Progress progress = Progress.of(plan(apart));
    int minute = 0;
    for (; minute <= 40; minute++) {
      progress = progress.advance(TripSamples.fix(minute, stopAt(1), accuracy));
    }
    for (; minute <= 80; minute++) {
      progress = progress.advance(TripSamples.fix(minute, offStop(1, apart), accuracy));
    }
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);

    progress = progress.advance(TripSamples.fix(90, offStop(1, 6_000), accuracy));
    progress = progress.advance(TripSamples.fix(91, offStop(1, 7_000), accuracy));
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
    assertThat(progress.stopVisits()).noneMatch(StopVisit::isMissed);
    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(TripSamples.minute(90));
    assertThat(progress.stopVisits().get(1).arrivedAt()).isEqualTo(TripSamples.minute(90));
    assertThat(progress.stopVisits().get(1).departedAt()).isEqualTo(TripSamples.minute(90));
  }

  @Test
  void passingThePlaceOfTwoStopsUnloadsNothing() {
    Progress progress = Progress.of(plan(0));
    for (int minute = 0; minute <= 9; minute++) {
      progress = progress.advance(sharp(minute, offStop(1, 6_000 - 1_300 * minute)));
    }
    assertThat(progress.status()).isEqualTo(Status.IN_TRANSIT);
    assertThat(progress.stopVisits().get(1).isArrived()).isFalse();
  }

  /** In the ring around the fence, where the truck has not left the pickup yet. */
  @Test
  void standingOutsideTheFenceOfOnePlaceUnloadsNothing() {
    Progress progress = TripSamples.after(plan(0), sharp(0, stopAt(1)));
    for (int minute = 1; minute <= 20; minute++) {
      progress = progress.advance(sharp(minute, offStop(1, 3_700)));
    }
    progress = progress.advance(sharp(21, offStop(1, 6_000)));
    progress = progress.advance(sharp(22, offStop(1, 7_000)));

    assertThat(progress.status()).isEqualTo(Status.IN_TRANSIT);
  }

  /** It drives through the first fence, and parks for half an hour some way from the second. */
  @ParameterizedTest
  @CsvSource({"1, AT_PICKUP, IN_TRANSIT", "2, IN_TRANSIT, DELIVERED"})
  void onceLoadedAStayNearTheNextStopCountsForBothWhenTheTruckLeaves(
      int first, Status staying, Status gone) {
    Fence here = new Fence(stopAt(first), 3_200);
    Fence there = new Fence(offStop(first, -3_000), 3_200);
    TripPlan plan =
        first == 1
            ? TripSamples.plan(here, there)
            : TripSamples.plan(new Fence(stopAt(1), 3_200), here, there);
    Progress progress = Progress.of(plan);
    if (first > 1) {
      progress =
          TripSamples.after(progress, sharp(-99, stopAt(1)), sharp(-60, TripSamples.after(1)));
      progress = progress.advance(sharp(-59, TripSamples.after(1)));
    }
    progress = progress.advance(sharp(0, stopAt(first)));
    for (int minute = 5; minute <= 35; minute++) {
      progress = progress.advance(sharp(minute, offStop(first, -2_300)));
    }
    assertThat(progress.status()).isEqualTo(staying);

    progress = progress.advance(sharp(40, offStop(first, 9_000)));
    progress = progress.advance(sharp(41, offStop(first, 10_000)));
    assertThat(progress.status()).isEqualTo(gone);
  }

  @ParameterizedTest
  @CsvSource({"3660, 2350, 120", "4000, 2528, 190", "2000, 1500, 100", "500, 375, 50"})
  void aHomeInsideBothFencesDeliversNothingHoweverItsFixesDrift(
      double apart, double home, double drift) {
    Progress progress = Progress.of(plan(apart));
    int minute = 0;
    while (minute < 60) {
      double meters = home + (minute / 3 % 2 == 0 ? -drift : drift);
      progress = progress.advance(sharp(minute++, offStop(1, meters)));
    }
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);

    for (int i = 0; i < 10; i++) progress = progress.advance(sharp(minute++, stopAt(1)));
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
    progress = progress.advance(sharp(minute++, offStop(1, apart)));
    progress = progress.advance(sharp(minute, offStop(1, apart)));
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
  }

  /** It parks beyond the delivery, not clearly gone from the pickup. */
  @Test
  void noStopIsArrivedAtBeforeTheOneBeforeItIsLeft() {
    Progress progress =
        TripSamples.after(
            plan(3_000),
            fix(0, stopAt(1), 10.0),
            fix(10, offStop(1, 3_000), 100.0),
            fix(11, offStop(1, 4_000), 100.0),
            fix(16, offStop(1, 4_000), 100.0));

    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(TripSamples.minute(10));
    assertThat(progress.stopVisits().get(1).arrivedAt()).isEqualTo(TripSamples.minute(11));
  }

  @Test
  void aFixOutsideTheNextStopBetweenTwoInsideItDeliversNothing() {
    Progress progress =
        TripSamples.after(
            plan(8_000),
            fix(0, stopAt(1), 10.0),
            fix(10, offStop(1, 4_900), 100.0),
            fix(11, offStop(1, 3_500), 100.0), // Outside the delivery, perhaps still at the pickup.
            fix(12, offStop(1, 4_900), 100.0));

    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(TripSamples.minute(10));
    assertThat(progress.status()).isEqualTo(Status.IN_TRANSIT);

    Progress there = progress.advance(fix(13, offStop(1, 5_000), 100.0));
    assertThat(there.status()).isEqualTo(Status.DELIVERED);
    assertThat(there.deliveredAt()).isEqualTo(TripSamples.minute(12));
  }

  private static TripPlan plan(double metersApart) {
    return TripSamples.plan(new Fence(stopAt(1), 3_200), new Fence(offStop(1, metersApart), 3_200));
  }

  @ParameterizedTest
  @ValueSource(doubles = {500, 1_127, 2_000, 4_000, 6_000})
  void drivingPastANearDeliveryOnTheWayToThePickupDeliversNothing(double apart) {
    Progress progress = Progress.of(plan(apart));
    int minute = 0;
    for (double meters = 10_000; meters > 0; meters -= 600) {
      progress = progress.advance(sharp(minute++, offStop(1, meters)));
    }
    for (int i = 0; i < 30; i++) {
      progress = progress.advance(sharp(minute++, stopAt(1)));
    }
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);

    for (double meters = 0; meters <= apart; meters += 125) {
      progress = progress.advance(sharp(minute++, offStop(1, meters)));
    }
    progress = progress.advance(sharp(minute++, offStop(1, apart)));
    progress = progress.advance(sharp(minute++, offStop(1, apart)));
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
    assertThat(progress.stopVisits()).noneMatch(StopVisit::isMissed);
  }

  @Test
  void aLoadBetweenTwoAddressesOfOneZipCodeIsDelivered() {
    Fence pickup = new Fence(stopAt(1), 8_000);
    Fence delivery = new Fence(offStop(1, 2_000), 3_200);
    TripPlan plan = TripSamples.plan(pickup, delivery);

    Progress loading = Progress.of(plan);
    for (int i = 0; i < 40; i++) {
      loading = loading.advance(sharp(i, offStop(1, -5_000)));
    }
    assertThat(loading.status()).isEqualTo(Status.AT_PICKUP);

    Progress there =
        loading.advance(sharp(50, offStop(1, 2_000))).advance(sharp(51, offStop(1, 2_000)));
    assertThat(there.status()).isEqualTo(Status.DELIVERED);
    assertThat(there.stopVisits().get(0).departedAt()).isEqualTo(TripSamples.minute(50));
  }
}
