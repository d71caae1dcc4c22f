package io.freightsdk.server.domain.eta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.TripPlan;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EtaEstimatorTest {
  private static final Instant MONDAY = Instant.parse("2026-01-05T08:00:00Z");
  private static final Coordinates DALLAS = new Coordinates(32.7767, -96.7970);
  private static final Coordinates HOUSTON = new Coordinates(29.7604, -95.3698);
  private static final Coordinates CHICAGO = new Coordinates(41.8781, -87.6298);
  private static final double MILES_DALLAS_HOUSTON = 224.7975 * 1.2;
  private static final double MILES_CHICAGO_DALLAS = 804.6490 * 1.2;

  private static LoadTrip trip(boolean completion, Coordinates... stops) {
    PlannedStop[] planned = new PlannedStop[stops.length];
    for (int i = 0; i < stops.length; i++) {
      StopType kind = i == 0 ? StopType.PICKUP : StopType.DELIVERY;
      planned[i] = new PlannedStop(i + 1, kind, new Fence(stops[i], 3_200), null, null);
    }
    return new LoadTrip(new TripPlan(List.of(planned), completion));
  }

  private static void see(LoadTrip trip, double minute, Coordinates at) {
    Instant time = MONDAY.plusMillis(Math.round(minute * 60_000));
    trip.offer(new Fix(time, at, 10.0, null, null), PingRules.BULK);
  }

  private static Eta eta(LoadTrip trip, double minute) {
    Instant now = MONDAY.plusMillis(Math.round(minute * 60_000));
    return EtaEstimator.estimate(trip.progress(), trip.track(), now);
  }

  private static Eta.Estimate estimate(LoadTrip trip, double minute) {
    Eta eta = eta(trip, minute);
    assertThat(eta).isInstanceOf(Eta.Estimate.class);
    return (Eta.Estimate) eta;
  }

  @Test
  void loadWithoutAFixHasNoPosition() {
    assertThat(eta(trip(false, DALLAS, HOUSTON), 0))
        .isEqualTo(new Eta.NoEstimate(Eta.Reason.NO_POSITION));
  }

  @Test
  void etaAtThePickupUsesTheDefaultSpeed() {
    LoadTrip trip = trip(false, DALLAS, HOUSTON);
    see(trip, 0, DALLAS);

    Eta.Estimate eta = estimate(trip, 0);

    assertThat(eta.nextStopSequence()).isEqualTo(2);
    assertThat(eta.remainingMiles()).isEqualTo(269.8);
    assertThat(eta.speedMph()).isEqualTo(50);
    assertThat(eta.basis()).isEqualTo(Eta.SpeedBasis.DEFAULT_SPEED);
    assertThat(eta.remainingMinutes()).isEqualTo(Math.round(MILES_DALLAS_HOUSTON / 50 * 60));
    assertThat(eta.etaAt()).isEqualTo(eta.nextStopEta());
    assertThat(eta.stale()).isFalse();
  }

  @Test
  void routeToThePickupIncludesAllStops() {
    LoadTrip trip = trip(false, DALLAS, HOUSTON);
    see(trip, 0, CHICAGO);

    Eta.Estimate eta = estimate(trip, 0);

    assertThat(eta.nextStopSequence()).isEqualTo(1);
    assertThat(eta.remainingMiles())
        .isCloseTo(MILES_CHICAGO_DALLAS + MILES_DALLAS_HOUSTON, within(0.06));
    // 965.6 mi at 50 mph: 19.31 h of driving
    double hours = MILES_CHICAGO_DALLAS / 50;
    assertThat(Duration.between(MONDAY, eta.nextStopEta()).toMinutes())
        .isEqualTo((long) (hours * 60));
    assertThat(eta.etaAt()).isAfter(eta.nextStopEta());
  }

  @ParameterizedTest
  @CsvSource({"10, 25", "40, 40", "60, 60", "90, 65"})
  void recentSpeedIsLimited(double mph, double taken) {
    LoadTrip trip = trip(false, DALLAS, CHICAGO);
    for (int i = 0; i <= 20; i++) {
      see(trip, i, DALLAS.travel(DALLAS.bearingTo(CHICAGO), mph * i / 60 * 1609.344));
    }

    Eta.Estimate eta = estimate(trip, 20);

    assertThat(eta.speedMph()).isCloseTo(taken, within(0.1));
    assertThat(eta.basis()).isEqualTo(Eta.SpeedBasis.RECENT_SPEED);
  }

  @Test
  void parkedTruckHasTheDefaultSpeedAfterHalfAnHour() {
    LoadTrip trip = trip(false, DALLAS, CHICAGO);
    Coordinates place = DALLAS;
    for (int i = 0; i <= 20; i++) {
      place = DALLAS.travel(DALLAS.bearingTo(CHICAGO), 60.0 * i / 60 * 1609.344);
      see(trip, i, place);
    }
    for (int i = 21; i <= 80; i++) {
      see(trip, i, place);
    }

    assertThat(estimate(trip, 80).basis()).isEqualTo(Eta.SpeedBasis.DEFAULT_SPEED);
  }

  @Test
  void oldFixGivesAStaleEstimateInTheFuture() {
    LoadTrip trip = trip(false, DALLAS, HOUSTON);
    see(trip, 0, DALLAS);

    Eta.Estimate eta = estimate(trip, 300);

    assertThat(eta.stale()).isTrue();
    assertThat(eta.nextStopEta()).isAfter(MONDAY.plus(Duration.ofMinutes(300)));
  }

  @Test
  void estimateStartsAtTheLatestFix() {
    LoadTrip trip = trip(false, DALLAS, HOUSTON);
    see(trip, 0, DALLAS);

    Eta.Estimate first = estimate(trip, 0);
    Eta.Estimate later = estimate(trip, 200);

    assertThat(later.arrivals()).isEqualTo(first.arrivals());
    assertThat(later.etaAt()).isEqualTo(first.etaAt());
    assertThat(later.remainingMinutes()).isEqualTo(first.remainingMinutes() - 200);
  }

  /** 224.8 miles as the crow flies: 323 min 42.5 s at 50 mph. */
  @ParameterizedTest
  @CsvSource({"323.7, true", "323.72, false"})
  void etaEndsWhenAnOldEstimateHasPassed(double minute, boolean has) {
    LoadTrip trip = trip(false, DALLAS, HOUSTON);
    see(trip, 0, DALLAS);

    if (has) assertThat(estimate(trip, minute).remainingMinutes()).isZero();
    else assertThat(eta(trip, minute)).isEqualTo(new Eta.NoEstimate(Eta.Reason.POSITION_TOO_OLD));
  }

  /** It may be at the next stop, on its way to the one after it, or still where it was. */
  @Test
  void overdueStopLeavesLaterStopsWithoutAnEta() {
    LoadTrip trip = trip(false, DALLAS, HOUSTON, CHICAGO);
    see(trip, 0, DALLAS);

    assertThat(eta(trip, 330)).isEqualTo(new Eta.NoEstimate(Eta.Reason.POSITION_TOO_OLD));
  }

  /** 20 minutes at 15 mph through the city, and then the interstate. */
  @Test
  void theEtaIsNearTheTruthAfterSlowMiles() {
    LoadTrip trip = trip(false, CHICAGO, DALLAS, HOUSTON);
    double miles = drive(trip, 0, 0, 20, 15);

    assertThat(trip.progress().stopVisits().get(0).departedAt()).isNotNull();
    expectNearTheTruth(trip, 20, miles);
  }

  /** A silence of 40 minutes at a rest stop, and then its exit road. */
  @Test
  void theEtaIsNearTheTruthAfterABreak() {
    LoadTrip trip = trip(false, CHICAGO, DALLAS, HOUSTON);
    double miles = drive(trip, 0, 0, 60, 58);
    miles = drive(trip, 100, miles, 104, 12);

    expectNearTheTruth(trip, 104, miles);
  }

  /** A break of 25 minutes, of which the phone shows only both ends. */
  @Test
  void theEtaIsNearTheTruthAfterAShortBreak() {
    LoadTrip trip = trip(false, CHICAGO, DALLAS, HOUSTON);
    double miles = drive(trip, 0, 0, 60, 58);
    see(trip, 86, CHICAGO.travel(CHICAGO.bearingTo(DALLAS), (miles + 3) * 1609.344));

    expectNearTheTruth(trip, 86, miles + 3);
  }

  /** From this many miles of the way to Dallas on; returns where it then is. */
  private static double drive(LoadTrip trip, int from, double miles, int to, double mph) {
    double driven = miles;
    for (int minute = from; minute <= to; minute++) {
      driven = miles + (minute - from) * mph / 60;
      see(trip, minute, CHICAGO.travel(CHICAGO.bearingTo(DALLAS), driven * 1609.344));
    }
    return driven;
  }

  /** A truck that drives 50 mph by road from now on: 15 minutes, of 18 hours to Dallas. */
  private static void expectNearTheTruth(LoadTrip trip, int minute, double miles) {
    double hours = (804.6490 - miles) * 1.2 / 50;
    Instant truth = MONDAY.plusSeconds(60L * minute).plusSeconds(Math.round(hours * 3_600));
    assertThat(estimate(trip, minute).nextStopEta())
        .isCloseTo(truth, within(16, ChronoUnit.MINUTES));
  }

  /** Five miles from its next stop: seven minutes by the estimate, and longer in a city. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 7.3, 14.9, 15})
  void aFreshPositionIsNeverTooOld(double age) {
    LoadTrip trip = trip(false, DALLAS, HOUSTON);
    see(trip, 0, DALLAS.travel(0, 5 * 1609.344));

    Eta.Estimate eta = estimate(trip, age);
    Instant now = MONDAY.plusMillis(Math.round(age * 60_000));

    assertThat(eta.nextStopEta()).isAfterOrEqualTo(now);
    assertThat(eta.etaAt()).isAfter(now);
    assertThat(eta.remainingMinutes()).isPositive();
    assertThat(eta.arrivals()).isSorted();
  }

  @Test
  void anOverdueStopIsExpectedNowUntilThePositionIsStale() {
    LoadTrip trip = trip(false, DALLAS, HOUSTON);
    see(trip, 0, DALLAS.travel(0, 5 * 1609.344));

    assertThat(estimate(trip, 14).nextStopEta()).isEqualTo(MONDAY.plus(Duration.ofMinutes(14)));
    assertThat(eta(trip, 15.001)).isEqualTo(new Eta.NoEstimate(Eta.Reason.POSITION_TOO_OLD));
  }

  @Test
  void aDeliveredOrCancelledLoadHasNoEta() {
    LoadTrip delivered = trip(false, DALLAS);
    see(delivered, 0, DALLAS);
    assertThat(eta(delivered, 1)).isEqualTo(new Eta.NoEstimate(Eta.Reason.DELIVERED));

    LoadTrip cancelled = trip(false, DALLAS, HOUSTON);
    cancelled.cancel(MONDAY);
    assertThat(eta(cancelled, 1)).isEqualTo(new Eta.NoEstimate(Eta.Reason.CANCELLED));
  }

  @Test
  void loadThatAwaitsItsBolHasArrived() {
    LoadTrip trip = trip(true, DALLAS);
    see(trip, 0, DALLAS.travel(0, 2_000));

    assertThat(eta(trip, 5)).isEqualTo(new Eta.NoEstimate(Eta.Reason.ARRIVED));
    assertThat(eta(trip, 600)).isEqualTo(new Eta.NoEstimate(Eta.Reason.ARRIVED));
  }

  @Test
  void stopWithoutCoordinatesHasNoEta() {
    TripPlan plan =
        new TripPlan(
            List.of(
                new PlannedStop(1, StopType.PICKUP, new Fence(DALLAS, 3_200), null, null),
                new PlannedStop(2, StopType.DELIVERY, null, null, null)),
            false);
    LoadTrip trip = new LoadTrip(plan);
    see(trip, 0, DALLAS);

    assertThat(eta(trip, 1)).isEqualTo(new Eta.NoEstimate(Eta.Reason.NO_COORDINATES));
  }

  @ParameterizedTest
  @CsvSource({"4.9, DEFAULT_SPEED", "5, RECENT_SPEED", "40, RECENT_SPEED"})
  void singleFixGivesTheReportedSpeed(double mph, Eta.SpeedBasis basis) {
    LoadTrip trip = trip(false, DALLAS, HOUSTON);
    trip.offer(new Fix(MONDAY, DALLAS, 10.0, mph, null), PingRules.BULK);

    assertThat(estimate(trip, 0).basis()).isEqualTo(basis);
  }

  @ParameterizedTest
  @CsvSource({"15, false", "15.001, true"})
  void anEstimateIsStaleAfterAQuarterOfAnHour(double minute, boolean stale) {
    LoadTrip trip = trip(false, DALLAS, HOUSTON);
    see(trip, 0, DALLAS);

    assertThat(estimate(trip, minute).stale()).isEqualTo(stale);
  }

  @Test
  void noRestsAreCountedOnALongHaul() {
    LoadTrip trip = trip(false, DALLAS, CHICAGO);
    see(trip, 0, DALLAS);

    assertThat(estimate(trip, 0).remainingMinutes())
        .isEqualTo(Math.round(MILES_CHICAGO_DALLAS / 50 * 60));
  }

  @Test
  void reasonsAndSourcesAreLowerCaseInJson() {
    assertThat(Eta.SpeedBasis.RECENT_SPEED.code()).isEqualTo("recent_speed");
    assertThat(Eta.Reason.NO_COORDINATES.code()).isEqualTo("no_coordinates");
  }

  @Test
  void speedComesFromTheLastSixtyFixes() {
    LoadTrip trip = trip(false, DALLAS, CHICAGO);
    double miles = 0;
    for (int i = 0; i <= 61; i++) {
      see(trip, i / 6.0, DALLAS.travel(20, miles * 1609.344));
      // Ten seconds at 60 miles an hour twice, at 36 after it: of the two only the second counts.
      miles += i <= 1 ? 60 / 360.0 : 36 / 360.0;
    }
    assertThat(estimate(trip, 61 / 6.0).speedMph()).isEqualTo(36.4);
  }

  @ParameterizedTest
  @CsvSource({"30, RECENT_SPEED", "30.001, DEFAULT_SPEED"})
  void fixOfHalfAnHourAgoCountsForTheSpeed(double minutes, Eta.SpeedBasis basis) {
    LoadTrip trip = trip(false, DALLAS, CHICAGO);
    see(trip, 0, DALLAS);
    see(trip, minutes, DALLAS.travel(20, 20 * 1609.344));

    assertThat(estimate(trip, minutes).basis()).isEqualTo(basis);
  }
}
