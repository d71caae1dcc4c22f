package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.TripSamples.ON_BOL;
import static io.freightsdk.server.domain.trip.TripSamples.after;
import static io.freightsdk.server.domain.trip.TripSamples.minute;
import static io.freightsdk.server.domain.trip.TripSamples.plan;
import static io.freightsdk.server.domain.trip.TripSamples.sharp;
import static io.freightsdk.server.domain.trip.TripSamples.stopAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every transition of the API description. */
class StatusLifecycleTest {
  private static LoadTrip tripIn(Status status, boolean completion) {
    LoadTrip trip = new LoadTrip(plan(completion, 1, 1));
    if (status == Status.CANCELLED) {
      trip.cancel(minute(0));
      return trip;
    }
    Fix[] way = {
      sharp(10, stopAt(1)), sharp(50, after(1)), sharp(80, after(1)), sharp(150, stopAt(2))
    };
    for (Fix fix : way) {
      boolean reached =
          trip.progress().status().compareTo(status) >= 0 && trip.progress().status() == status;
      if (!reached) {
        trip.offer(fix, TripSamples.ANY_TIME);
      }
    }
    assertThat(trip.progress().status()).isEqualTo(status);
    return trip;
  }

  @Test
  void aNewLoadIsPlanned() {
    Progress progress = Progress.of(plan(ON_ARRIVAL, 1, 1));

    assertThat(progress.status()).isEqualTo(Status.PLANNED);
    assertThat(progress.stopVisits()).allMatch(stop -> !stop.isArrived() && !stop.isPassed());
    assertThat(progress.trackingEndsAt()).isNull();
  }

  @Test
  void arrivalAtTheFirstPickupSetsItsTime() {
    Progress progress = Progress.of(plan(ON_ARRIVAL, 1, 1)).advance(sharp(10, stopAt(1)));

    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
    assertThat(progress.stopVisits().get(0).arrivedAt()).isEqualTo(minute(10));
  }

  @Test
  void departureFromTheFirstPickupSetsItsTime() {
    LoadTrip trip = tripIn(Status.IN_TRANSIT, ON_ARRIVAL);

    assertThat(trip.progress().stopVisits().get(0).departedAt()).isEqualTo(minute(50));
  }

  @Test
  void arrivalAtTheLastStopDelivers() {
    Progress progress = tripIn(Status.DELIVERED, ON_ARRIVAL).progress();

    assertThat(progress.deliveredAt()).isEqualTo(minute(150));
    assertThat(progress.stopVisits().get(1).arrivedAt()).isEqualTo(minute(150));
  }

  @Test
  void aLoadThatWaitsForItsBolIsAtDeliveryFirst() {
    Progress progress = tripIn(Status.AT_DELIVERY, ON_BOL).progress();

    assertThat(progress.deliveredAt()).isNull();
    assertThat(progress.stopVisits().get(1).arrivedAt()).isEqualTo(minute(150));
  }

  @Test
  void confirmationAtDeliveryDeliversAndRecordsTheBol() {
    LoadTrip trip = tripIn(Status.AT_DELIVERY, ON_BOL);

    Status before = trip.confirm(minute(155), minute(160));

    assertThat(before).isEqualTo(Status.AT_DELIVERY);
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
    assertThat(trip.progress().deliveredAt()).isEqualTo(minute(160));
    assertThat(trip.progress().bolReceivedAt()).isEqualTo(minute(155));
  }

  @Test
  void confirmationOfADeliveredLoadOnlyRecordsTheBol() {
    LoadTrip trip = tripIn(Status.DELIVERED, ON_ARRIVAL);

    Status first = trip.confirm(minute(155), minute(160));
    Status second = trip.confirm(minute(158), minute(170));

    assertThat(first).isEqualTo(Status.DELIVERED);
    assertThat(second).isEqualTo(Status.DELIVERED);
    assertThat(trip.progress().bolReceivedAt()).isEqualTo(minute(158));
    assertThat(trip.progress().deliveredAt()).isEqualTo(minute(150));
  }

  @ParameterizedTest
  @EnumSource(names = {"PLANNED", "AT_PICKUP", "IN_TRANSIT", "CANCELLED"})
  void confirmationBeforeDeliveryChangesNothing(Status status) {
    LoadTrip trip = tripIn(status, ON_BOL);
    Progress before = trip.progress();

    Status outcome = trip.confirm(minute(1), minute(2));

    assertThat(outcome).isEqualTo(status);
    assertThat(trip.progress()).isSameAs(before);
  }

  @Test
  void withoutABolTheLoadIsDeliveredAfterThirtyHours() {
    LoadTrip trip = tripIn(Status.AT_DELIVERY, ON_BOL);
    Instant due = minute(150).plus(Duration.ofHours(30));
    assertThat(trip.progress().bolDueAt()).isEqualTo(due);

    trip.expireBol(due.minusMillis(1));
    assertThat(trip.progress().status()).isEqualTo(Status.AT_DELIVERY);

    trip.expireBol(due.plusSeconds(500));
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
    assertThat(trip.progress().deliveredAt()).isEqualTo(minute(150));
    assertThat(trip.progress().bolMissing()).isTrue();
    assertThat(trip.progress().bolDueAt()).isNull();
  }

  @Test
  void aBolThatComesAfterItsTimeoutIsNoLongerMissing() {
    LoadTrip trip = tripIn(Status.AT_DELIVERY, ON_BOL);
    trip.expireBol(minute(10_000));

    Status outcome = trip.confirm(minute(9_000), minute(10_001));

    assertThat(outcome).isEqualTo(Status.DELIVERED);
    assertThat(trip.progress().bolMissing()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"PLANNED", "AT_PICKUP", "IN_TRANSIT", "AT_DELIVERY"})
  void anUnfinishedLoadCanBeCancelledAndStaysCancelled(Status status) {
    LoadTrip trip = tripIn(status, ON_BOL);

    trip.cancel(minute(200));
    trip.offer(sharp(200.5, stopAt(2)), TripSamples.ANY_TIME);
    trip.expireBol(minute(10_000));

    assertThat(trip.progress().status()).isEqualTo(Status.CANCELLED);
    assertThat(trip.progress().bolDueAt()).isNull();
  }

  @Test
  void cancelledLoadStaysCancelledWithoutWaitingForItsBol() {
    LoadTrip trip = tripIn(Status.AT_DELIVERY, ON_BOL);
    trip.cancel(minute(200));

    trip.setAwaitsBol(ON_ARRIVAL);

    assertThat(trip.progress().status()).isEqualTo(Status.CANCELLED);
    assertThat(trip.progress().deliveredAt()).isNull();
  }

  @Test
  void explainOfACancelledLoadHasNoLaterArrivals() {
    LoadTrip trip = tripIn(Status.AT_PICKUP, ON_BOL);
    trip.cancel(minute(200));
    trip.offer(sharp(50, after(1)), TripSamples.ANY_TIME);
    trip.offer(sharp(80, after(1)), TripSamples.ANY_TIME);
    trip.offer(sharp(150, stopAt(2)), TripSamples.ANY_TIME);

    assertThat(trip.progress().stopVisits().get(0).departedAt()).isNull();
    assertThat(trip.explain(100))
        .flatExtracting(FixExplanation::events)
        .containsExactly("arrived at stop 1 at " + minute(10));
  }

  @Test
  void aDeliveredLoadCannotBeCancelled() {
    LoadTrip trip = tripIn(Status.DELIVERED, ON_ARRIVAL);

    trip.cancel(minute(200));

    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void waitingForTheBolNeverUndoesADelivery() {
    LoadTrip waiting = tripIn(Status.AT_DELIVERY, ON_BOL);
    waiting.setAwaitsBol(ON_ARRIVAL);
    assertThat(waiting.progress().status()).isEqualTo(Status.DELIVERED);
    assertThat(waiting.progress().deliveredAt()).isEqualTo(minute(150));

    LoadTrip delivered = tripIn(Status.DELIVERED, ON_ARRIVAL);
    delivered.setAwaitsBol(ON_BOL);
    assertThat(delivered.progress().status()).isEqualTo(Status.DELIVERED);
    assertThat(delivered.progress().deliveredAt()).isEqualTo(minute(150));
  }

  @Test
  void theLastDepartureIsRecordedAfterDeliveryAndEndsTracking() {
    LoadTrip trip = tripIn(Status.DELIVERED, ON_ARRIVAL);
    assertThat(trip.progress().trackingEndsAt()).isEqualTo(minute(150).plus(Duration.ofDays(7)));

    trip.offer(sharp(175, TripSamples.offStop(2, 10_000)), TripSamples.ANY_TIME);
    trip.offer(sharp(176, TripSamples.offStop(2, 11_000)), TripSamples.ANY_TIME);

    assertThat(trip.progress().stopVisits().get(1).departedAt()).isEqualTo(minute(175));
    assertThat(trip.progress().trackingEndsAt()).isEqualTo(minute(176));
    Progress over = trip.progress();
    trip.offer(sharp(176, TripSamples.offStop(2, 11_500)), TripSamples.ANY_TIME);
    assertThat(trip.progress()).isEqualTo(over);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "10080, true", "10080.001, false", "525600, false"})
  void aLoadWhoseDepartureIsNotSeenIsTrackedForSevenDays(
      double minutesAfterDelivery, boolean taken) {
    LoadTrip trip = tripIn(Status.DELIVERED, ON_ARRIVAL);

    PingVerdict verdict =
        trip.offer(
            sharp(150 + minutesAfterDelivery, TripSamples.offStop(2, 60)), TripSamples.ANY_TIME);

    assertThat(verdict.refusal()).isEqualTo(taken ? null : PingRefusal.TRACKING_ENDED);
  }

  @Test
  void bolAfterTheDepartureDoesNotExtendTracking() {
    LoadTrip trip = tripIn(Status.DELIVERED, ON_ARRIVAL);
    trip.offer(sharp(175, TripSamples.offStop(2, 10_000)), TripSamples.ANY_TIME);
    trip.offer(sharp(176, TripSamples.offStop(2, 11_000)), TripSamples.ANY_TIME);

    trip.confirm(minute(300), minute(300));

    assertThat(trip.progress().trackingEndsAt()).isEqualTo(minute(176));
  }

  @ParameterizedTest
  @CsvSource({"0, true", "60, true", "60.001, false", "3600, false"})
  void fixesAreAcceptedForSixtySecondsAfterTheConfirmation(double seconds, boolean taken) {
    LoadTrip trip = tripIn(Status.AT_DELIVERY, ON_BOL);
    trip.confirm(minute(155), minute(160));

    PingVerdict verdict =
        trip.offer(sharp(160 + seconds / 60, TripSamples.offStop(2, 50)), TripSamples.ANY_TIME);

    assertThat(verdict.isAccepted()).isEqualTo(taken);
    if (!taken) {
      assertThat(verdict.refusal()).isEqualTo(PingRefusal.TRACKING_ENDED);
    }
  }

  @Test
  void truckWithoutItsBolIsTrackedUntilItsConfirmation() {
    LoadTrip trip = tripIn(Status.AT_DELIVERY, ON_BOL);
    trip.offer(sharp(175, TripSamples.offStop(2, 10_000)), TripSamples.ANY_TIME);
    trip.offer(sharp(176, TripSamples.offStop(2, 11_000)), TripSamples.ANY_TIME);
    assertThat(trip.progress().status()).isEqualTo(Status.AT_DELIVERY);
    assertThat(trip.progress().trackingEndsAt()).isNull();

    trip.confirm(minute(300), minute(300));

    assertThat(trip.progress().trackingEndsAt()).isEqualTo(minute(301));
  }

  @Test
  void trackingOfACancelledLoadEndsAMinuteLater() {
    LoadTrip trip = tripIn(Status.IN_TRANSIT, ON_ARRIVAL);
    trip.cancel(minute(100));

    assertThat(trip.offer(sharp(101, after(1)), TripSamples.ANY_TIME))
        .matches(PingVerdict::isAccepted);
    assertThat(trip.offer(sharp(102, after(1)), TripSamples.ANY_TIME))
        .matches(ping -> !ping.isAccepted());
  }

  @Test
  void laterPickupsAndEarlierDeliveriesOnlySetStopTimes() {
    LoadTrip trip = new LoadTrip(plan(ON_ARRIVAL, 2, 2));
    double minute = 0;
    for (int stop = 1; stop <= 4; stop++) {
      trip.offer(sharp(minute += 90, stopAt(stop)), TripSamples.ANY_TIME);
      Status expected =
          stop == 1 ? Status.AT_PICKUP : stop == 4 ? Status.DELIVERED : Status.IN_TRANSIT;
      assertThat(trip.progress().status()).isEqualTo(expected);
      trip.offer(sharp(minute += 30, after(stop)), TripSamples.ANY_TIME);
      trip.offer(sharp(minute += 20, after(stop)), TripSamples.ANY_TIME);
      assertThat(trip.progress().status())
          .isEqualTo(stop == 4 ? Status.DELIVERED : Status.IN_TRANSIT);
    }
    assertThat(trip.progress().stopVisits()).allMatch(StopVisit::isArrived);
    assertThat(trip.progress().stopVisits()).allMatch(stop -> stop.departedAt() != null);
    assertThat(trip.progress().stopVisits()).noneMatch(StopVisit::isMissed);
  }
}
