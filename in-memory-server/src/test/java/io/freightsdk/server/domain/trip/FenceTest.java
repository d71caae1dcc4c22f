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

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.Fence.Side;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fences, and the arrivals and departures that fixes inside and outside them show. */
class FenceTest {
  private static final Coordinates CENTER = new Coordinates(39, -84);

  @ParameterizedTest
  @CsvSource({"100, 200", "300, 400", "3200, 4256"})
  void aTruckIsOutsideOnlyClearlyBeyondTheRadius(double radius, double exit) {
    Fence fence = new Fence(CENTER, radius);

    assertThat(fence.exitRadiusMeters()).isEqualTo(exit);
    assertThat(fence.sideOf(radius)).isEqualTo(Side.INSIDE);
    assertThat(fence.sideOf(Math.nextUp(radius))).isEqualTo(Side.GREY_ZONE);
    assertThat(fence.sideOf(exit)).isEqualTo(Side.GREY_ZONE);
    assertThat(fence.sideOf(Math.nextUp(exit))).isEqualTo(Side.OUTSIDE);
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "null, COARSE",
        "0, SHARP",
        "50, SHARP",
        "50.1, COARSE",
        "51, COARSE",
        "150, COARSE",
        "150.1, UNUSABLE",
        "5000, UNUSABLE"
      },
      nullValues = "null")
  void accuracyDecidesTheQualityOfAFix(Double accuracy, FixQuality quality) {
    assertThat(FixQuality.of(accuracy)).isEqualTo(quality);
  }

  @Test
  void aFenceAcrossTheDateLineIsACircle() {
    Fence fence = new Fence(new Coordinates(0, 179.99), 3_200);

    assertThat(fence.contains(new Coordinates(0, -179.99))).isTrue();
    assertThat(fence.contains(new Coordinates(0, -179.97))).isFalse();
  }

  @Test
  void theEdgeIsInside() {
    Coordinates place = CENTER.travel(30, 3_000);
    Fence fence = new Fence(CENTER, CENTER.metersTo(place));

    assertThat(fence.contains(place)).isTrue();
    assertThat(new Fence(CENTER, fence.radiusMeters() - 0.001).contains(place)).isFalse();
    for (double bearing : new double[] {0, 90, 180, 270}) {
      assertThat(new Fence(CENTER, 3_000).contains(CENTER.travel(bearing, 2_999.5))).isTrue();
    }
  }

  private static Progress after(Fix... fixes) {
    return TripSamples.after(plan(ON_ARRIVAL, 1, 2), fixes);
  }

  @Test
  void oneSharpFixOnTheEdgeArrives() {
    double edge = Fence.DEFAULT_RADIUS_METERS;

    assertThat(after(sharp(0, offStop(1, edge - 0.01))).status()).isEqualTo(Status.AT_PICKUP);
    assertThat(after(sharp(0, offStop(1, edge + 0.01))).status()).isEqualTo(Status.PLANNED);
  }

  @Test
  void fixesOfOverOneHundredFiftyMetersNeitherArriveNorDepart() {
    Progress progress = after(fix(0, stopAt(1), 150.5), fix(1, stopAt(1), 400.0));
    assertThat(progress.status()).isEqualTo(Status.PLANNED);

    progress =
        after(
            sharp(0, stopAt(1)),
            fix(10, offStop(1, 9_000), 151.0),
            fix(20, offStop(1, 9_000), 151.0),
            fix(30, offStop(1, 9_000), 151.0));
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
  }

  @Test
  void anUnusableFixDoesNotBreakAStreak() {
    Progress progress =
        after(fix(0, stopAt(1), 100.0), fix(1, offStop(1, 9_000), 900.0), fix(2, stopAt(1), 100.0));

    assertThat(progress.stopVisits().get(0).arrivedAt()).isEqualTo(minute(0));
  }

  @Test
  void anOutsideFixBreaksACoarseStreak() {
    Progress progress =
        after(fix(0, stopAt(1), null), fix(1, offStop(1, 9_000), null), fix(2, stopAt(1), null));
    assertThat(progress.status()).isEqualTo(Status.PLANNED);

    progress = progress.advance(fix(3, stopAt(1), null));
    assertThat(progress.stopVisits().get(0).arrivedAt()).isEqualTo(minute(2));
  }

  @Test
  void sharpFixArrivesAtTheTimeOfTheCoarseFixBefore() {
    Progress progress = after(fix(0, stopAt(1), 90.0), sharp(5, stopAt(1)));

    assertThat(progress.stopVisits().get(0).arrivedAt()).isEqualTo(minute(0));
  }

  @Test
  void departureNeedsTwoConsecutiveOutsideFixes() {
    Progress progress =
        after(
            sharp(0, stopAt(1)),
            sharp(10, offStop(1, 9_000)),
            sharp(11, stopAt(1)),
            sharp(20, offStop(1, 9_000)));
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);

    progress = progress.advance(sharp(21, offStop(1, 9_500)));
    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(minute(20));
  }

  @ParameterizedTest
  @CsvSource({"0.5, AT_PICKUP", "0.999, AT_PICKUP", "1.0, IN_TRANSIT", "1.5, IN_TRANSIT"})
  void departureNeedsSixtySecondsSinceArrival(double secondOutside, Status status) {
    Progress progress =
        after(
            sharp(0, stopAt(1)),
            sharp(0.25, offStop(1, 9_000)),
            sharp(secondOutside, offStop(1, 9_500)));

    assertThat(progress.status()).isEqualTo(status);
    if (status == Status.IN_TRANSIT) {
      assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(minute(0.25));
    }
  }

  @Test
  void greyZoneFixesNeitherMakeNorBreakADeparture() {
    Progress progress =
        after(
            sharp(0, stopAt(1)),
            sharp(10, offStop(1, 4_300)),
            sharp(11, offStop(1, 4_000)),
            sharp(12, offStop(1, 4_300)));

    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(minute(10));
  }

  @Test
  void strayFixBeforeStandingInTheGreyZoneStartsNoDeparture() {
    Progress progress = after(sharp(0, stopAt(1)));
    for (int i = 20; i < 450; i++) {
      double meters = i == 30 ? 4_400 : 3_700;
      progress = progress.advance(fix(i, offStop(1, meters), i == 30 ? 140.0 : 10.0));
    }
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);

    progress =
        TripSamples.after(progress, sharp(451, offStop(1, 9_000)), sharp(452, offStop(1, 10_000)));
    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(minute(451));
  }

  @Test
  void strayFixBeforeStandingInTheGreyZoneStartsNoArrival() {
    Progress progress = after(fix(0, offStop(1, 3_100), 140.0));
    for (int i = 1; i < 300; i++) progress = progress.advance(sharp(i, offStop(1, 3_700)));
    progress = progress.advance(sharp(300, stopAt(1)));

    assertThat(progress.stopVisits().get(0).arrivedAt()).isEqualTo(minute(300));
  }

  @Test
  void comingBackToAStopChangesNothing() {
    Progress left =
        after(
            sharp(0, stopAt(1)), sharp(20, TripSamples.after(1)), sharp(21, TripSamples.after(1)));
    Progress back = left.advance(sharp(40, stopAt(1))).advance(sharp(60, stopAt(1)));

    assertThat(back.status()).isEqualTo(Status.IN_TRANSIT);
    assertThat(back.stopVisits()).isEqualTo(left.stopVisits());
  }

  @Test
  void aStopsOwnRadiusCounts() {
    TripPlan plan = TripSamples.plan(new Fence(stopAt(1), 100), new Fence(stopAt(2), 10_000));

    assertThat(TripSamples.after(plan, sharp(0, offStop(1, 101))).status())
        .isEqualTo(Status.PLANNED);
    Progress progress =
        TripSamples.after(
            plan,
            sharp(0, offStop(1, 99)),
            sharp(5, offStop(1, 201)),
            sharp(6, offStop(1, 250)),
            sharp(90, offStop(2, 9_900)));
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void theFixesThatProveADepartureMayProveTheNextArrival() {
    Progress progress = after(sharp(0, stopAt(1)), sharp(90, stopAt(2)), sharp(91, stopAt(2)));

    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(minute(90));
    assertThat(progress.stopVisits().get(1).arrivedAt()).isEqualTo(minute(90));
  }

  @Test
  void twoPickupsAtOnePlaceAreOneVisit() {
    Fence dock = new Fence(stopAt(1), 3_200);
    TripPlan plan =
        new TripPlan(
            List.of(
                new PlannedStop(1, StopType.PICKUP, dock, null, null),
                new PlannedStop(2, StopType.PICKUP, dock, null, null),
                new PlannedStop(3, StopType.DELIVERY, new Fence(stopAt(2), 3_200), null, null)),
            ON_ARRIVAL);

    Progress progress =
        TripSamples.after(
            plan,
            sharp(0, stopAt(1)),
            sharp(30, TripSamples.after(1)),
            sharp(31, TripSamples.after(1)));

    assertThat(progress.stopVisits().get(1)).isEqualTo(progress.stopVisits().get(0));
    assertThat(progress.stopVisits().get(1).departedAt()).isEqualTo(minute(30));
    assertThat(progress.status()).isEqualTo(Status.IN_TRANSIT);
  }

  @ParameterizedTest
  @CsvSource({
    // kind of the second stop, metres between, radius -> one visit
    "PICKUP, 0, 3200, true",
    "PICKUP, 199, 3200, true",
    "PICKUP, 201, 3200, false",
    "PICKUP, 199, 100, false",
    "DELIVERY, 0, 3200, false",
  })
  void stopsOfOneKindWithinTwoHundredMetersAndOneFenceAreOneVisit(
      StopType kind, double meters, double radius, boolean oneVisit) {
    TripPlan plan =
        new TripPlan(
            List.of(
                new PlannedStop(1, StopType.PICKUP, new Fence(stopAt(1), radius), null, null),
                new PlannedStop(2, kind, new Fence(offStop(1, meters), radius), null, null),
                new PlannedStop(3, StopType.DELIVERY, new Fence(stopAt(2), 3_200), null, null)),
            ON_ARRIVAL);

    Progress progress = TripSamples.after(plan, sharp(0, stopAt(1)));

    assertThat(progress.stopVisits().get(0).isArrived()).isTrue();
    assertThat(progress.stopVisits().get(1).isArrived()).isEqualTo(oneVisit);
  }

  @Test
  void truckInTwoFencesLeavesForTheClearlyNearerStop() {
    Coordinates delivery = offStop(1, 4_000);
    TripPlan plan = TripSamples.plan(new Fence(stopAt(1), 3_200), new Fence(delivery, 3_200));

    Progress loading =
        TripSamples.after(
            plan,
            sharp(0, stopAt(1)),
            sharp(15, offStop(1, 900)),
            sharp(30, offStop(1, 1_500)),
            sharp(31, offStop(1, 2_000)));
    assertThat(loading.status()).isEqualTo(Status.AT_PICKUP);

    Progress delivered = loading.advance(sharp(40, delivery)).advance(sharp(41, delivery));
    assertThat(delivered.stopVisits().get(0).departedAt()).isEqualTo(minute(40));
    assertThat(delivered.status()).isEqualTo(Status.DELIVERED);
    assertThat(delivered.deliveredAt()).isEqualTo(minute(40));
  }

  @Test
  void pickupWithoutCoordinatesKeepsItsLoadPlanned() {
    TripPlan plan = TripSamples.plan(new Fence(stopAt(1), 3_200), new Fence(stopAt(2), 3_200));
    PlannedStop nowhere = new PlannedStop(1, StopType.PICKUP, null, null, null);
    Progress progress =
        TripSamples.after(
            plan.withStop(nowhere),
            sharp(0, offStop(2, 9_000)),
            sharp(10, offStop(2, 8_000)),
            sharp(18, stopAt(2)),
            sharp(28, stopAt(2)),
            sharp(700, stopAt(2)),
            sharp(710, stopAt(2)));

    assertThat(progress.status()).isEqualTo(Status.PLANNED);
    assertThat(progress.stopVisits()).noneMatch(Visits.StopVisit::isMissed);
  }

  @Test
  void loadedTruckSkipsAStopWithoutCoordinates() {
    TripPlan plan = TripSamples.plan(ON_ARRIVAL, 1, 2);
    PlannedStop nowhere = new PlannedStop(2, StopType.DELIVERY, null, null, null);
    Progress progress =
        TripSamples.after(
            plan.withStop(nowhere),
            sharp(0, stopAt(1)),
            sharp(5, TripSamples.after(1)),
            sharp(6, TripSamples.after(1)),
            sharp(7, stopAt(3)),
            sharp(12, stopAt(3)),
            sharp(17, stopAt(3)));

    assertThat(progress.stopVisits().get(1).isMissed()).isTrue();
    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void fencesWorkAcrossTheDateLineAndAtThePole() {
    TripPlan plan =
        TripSamples.plan(
            new Fence(new Coordinates(66.9494, 179.999), 3_200),
            new Fence(new Coordinates(90, 0), 3_200));

    Progress progress =
        TripSamples.after(
            plan,
            sharp(0, new Coordinates(66.9494, -179.96)),
            sharp(500, new Coordinates(80, -100)),
            sharp(501, new Coordinates(80, -100)),
            sharp(900, new Coordinates(89.98, 120)));

    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
  }
}
