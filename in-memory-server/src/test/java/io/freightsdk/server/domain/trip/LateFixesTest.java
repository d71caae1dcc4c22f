package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.TripSamples.after;
import static io.freightsdk.server.domain.trip.TripSamples.drive;
import static io.freightsdk.server.domain.trip.TripSamples.fix;
import static io.freightsdk.server.domain.trip.TripSamples.minute;
import static io.freightsdk.server.domain.trip.TripSamples.offStop;
import static io.freightsdk.server.domain.trip.TripSamples.plan;
import static io.freightsdk.server.domain.trip.TripSamples.sharp;
import static io.freightsdk.server.domain.trip.TripSamples.stopAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateFixesTest {
  private static final TripPlan PLAN = plan(ON_ARRIVAL, 1, 1);

  private static List<Fix> wholeWay() {
    List<Fix> fixes = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      fixes.add(sharp(i, stopAt(1)));
    }
    for (int i = 1; i < 60; i++) {
      fixes.add(sharp(30 + i, stopAt(1).towards(stopAt(2), i / 60.0)));
    }
    for (int i = 90; i < 120; i++) {
      fixes.add(sharp(i, stopAt(2)));
    }
    return fixes;
  }

  @Test
  void aBufferDeliveredBackwardsGivesTheSameTripAsInOrder() {
    List<Fix> backwards = new ArrayList<>(wholeWay());
    Collections.reverse(backwards);

    LoadTrip inOrder = drive(PLAN, wholeWay());
    LoadTrip reversed = drive(PLAN, backwards);

    assertThat(reversed.progress().visits()).isEqualTo(inOrder.progress().visits());
    assertThat(reversed.progress().status()).isEqualTo(Status.DELIVERED);
    assertThat(reversed.progress().deliveredAt()).isEqualTo(inOrder.progress().deliveredAt());
    assertThat(reversed.track().latestFixes(200)).isEqualTo(inOrder.track().latestFixes(200));
    assertThat(reversed.track().distanceMiles()).isEqualTo(inOrder.track().distanceMiles());
  }

  @Test
  void anEarlierFixInsideMovesTheArrivalBack() {
    LoadTrip trip = drive(PLAN, List.of(sharp(10, stopAt(1)), sharp(5, offStop(1, 1_000))));

    assertThat(trip.progress().stopVisits().get(0).arrivedAt()).isEqualTo(minute(5));
  }

  @Test
  void lateFixThatWouldEndAStreakUndoesNothing() {
    LoadTrip trip = drive(PLAN, List.of(fix(0, stopAt(1), 100.0), fix(20, stopAt(1), 100.0)));
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);

    trip.offer(sharp(10, offStop(1, 6_000)), TripSamples.ANY_TIME);

    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);
    assertThat(trip.progress().stopVisits().get(0).arrivedAt()).isEqualTo(minute(0));
    assertThat(trip.track().size()).isEqualTo(3);

    trip.offer(sharp(40, after(1)), TripSamples.ANY_TIME);
    trip.offer(sharp(41, after(1)), TripSamples.ANY_TIME);
    assertThat(trip.progress().stopVisits().get(0).departedAt()).isEqualTo(minute(40));
  }

  @Test
  void aDepartureStandsEvenWhenALateFixWasInside() {
    LoadTrip trip =
        drive(
            PLAN,
            List.of(
                sharp(0, stopAt(1)), sharp(20, offStop(1, 5_000)), sharp(30, offStop(1, 6_000))));
    assertThat(trip.progress().status()).isEqualTo(Status.IN_TRANSIT);

    trip.offer(sharp(25, stopAt(1)), TripSamples.ANY_TIME);

    assertThat(trip.progress().status()).isEqualTo(Status.IN_TRANSIT);
    assertThat(trip.progress().stopVisits().get(0).departedAt()).isEqualTo(minute(20));
  }

  @Test
  void aMissedStopIsFoundWhenItsFixesComeAfterAll() {
    LoadTrip trip =
        drive(
            plan(ON_ARRIVAL, 1, 2),
            List.of(
                sharp(-120, stopAt(1)),
                sharp(-100, after(1)),
                sharp(-99, after(1)),
                sharp(120, stopAt(3)),
                sharp(130, stopAt(3))));
    assertThat(trip.progress().stopVisits().get(1).isMissed()).isTrue();
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);

    trip.offer(sharp(20, stopAt(2)), TripSamples.ANY_TIME);
    trip.offer(sharp(40, after(2)), TripSamples.ANY_TIME);
    trip.offer(sharp(41, after(2)), TripSamples.ANY_TIME);

    StopVisit middle = trip.progress().stopVisits().get(1);
    assertThat(middle.isMissed()).isFalse();
    assertThat(middle.arrivedAt()).isEqualTo(minute(20));
    assertThat(middle.departedAt()).isEqualTo(minute(40));
    assertThat(trip.progress().stopVisits().get(2).arrivedAt()).isEqualTo(minute(120));
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void lateFixesNeverShowADepartureBeforeItsArrival() {
    LoadTrip trip =
        drive(
            plan(ON_ARRIVAL, 1, 2),
            List.of(sharp(0, stopAt(1)), sharp(120, stopAt(3)), sharp(160, stopAt(3))));
    assertThat(trip.progress().stopVisits().get(1).isMissed()).isTrue();

    trip.offer(sharp(140, stopAt(2)), TripSamples.ANY_TIME);
    trip.offer(sharp(180, stopAt(3)), TripSamples.ANY_TIME);
    trip.offer(sharp(200, stopAt(3)), TripSamples.ANY_TIME);
    trip.offer(sharp(60, after(1)), TripSamples.ANY_TIME);

    assertThat(trip.progress().stopVisits().get(1).isMissed()).isTrue();
    assertThat(trip.progress().stopVisits().get(2).arrivedAt()).isEqualTo(minute(120));
  }

  @Test
  void lateFixAtThePickupDeliversATruckAtTheDelivery() {
    LoadTrip trip = drive(PLAN, List.of(sharp(120, stopAt(2)), sharp(140, stopAt(2))));
    assertThat(trip.progress().status()).isEqualTo(Status.PLANNED);

    trip.offer(sharp(20, stopAt(1)), TripSamples.ANY_TIME);

    assertThat(trip.progress().stopVisits().get(0).arrivedAt()).isEqualTo(minute(20));
    assertThat(trip.progress().stopVisits().get(0).departedAt()).isEqualTo(minute(120));
    assertThat(trip.progress().stopVisits().get(1).arrivedAt()).isEqualTo(minute(120));
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void fixFromBeforeTheEndOfTrackingIsAcceptedLate() {
    List<Fix> fixes = wholeWay();
    fixes.add(sharp(130, offStop(2, 9_000)));
    fixes.add(sharp(131, offStop(2, 10_000)));
    Fix buffered = sharp(45.5, stopAt(1).towards(stopAt(2), 15.5 / 60));

    LoadTrip trip = drive(PLAN, fixes);
    assertThat(trip.progress().trackingEndsAt()).isEqualTo(minute(131));

    assertThat(trip.offer(buffered, TripSamples.ANY_TIME)).matches(PingVerdict::isAccepted);
    assertThat(trip.offer(sharp(131.01, offStop(2, 10_000)), TripSamples.ANY_TIME))
        .extracting(PingVerdict::refusal)
        .isEqualTo(PingRefusal.TRACKING_ENDED);
  }

  @Test
  void lateFixesAmongThousandsGiveTheSameTripAsInOrder() {
    List<Fix> fixes = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      fixes.add(sharp(i / 2.0, offStop(1, 50_000 - 20 * i)));
    }
    List<Fix> shuffled = new ArrayList<>(fixes.subList(600, 3_000));
    shuffled.addAll(fixes.subList(0, 600));

    LoadTrip inOrder = drive(PLAN, fixes);
    LoadTrip late = drive(PLAN, shuffled);

    assertThat(inOrder.progress().status()).isEqualTo(Status.IN_TRANSIT);
    assertThat(late.progress().visits()).isEqualTo(inOrder.progress().visits());
    assertThat(late.track().distanceMiles()).isEqualTo(inOrder.track().distanceMiles());
  }

  @Test
  void longTrackAcceptsALateFixAtEachTime() {
    List<Fix> fixes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      fixes.add(sharp(16 * i, after(1)));
    }
    for (int i = 50; i < 140; i++) {
      LoadTrip trip = drive(PLAN, fixes);

      trip.offer(sharp(16 * i, stopAt(1)), TripSamples.ANY_TIME);

      StopVisit pickup = trip.progress().stopVisits().get(0);
      assertThat(pickup.arrivedAt()).isEqualTo(minute(16 * i));
      assertThat(pickup.departedAt()).isEqualTo(minute(16 * (i + 1)));
    }
  }

  @Test
  void coarseFixesOfDifferentVisitsAreNoArrival() {
    LoadTrip trip =
        drive(
            PLAN,
            List.of(fix(40, stopAt(1), 100.0), sharp(80, after(1)), fix(120, stopAt(1), 100.0)));
    assertThat(trip.progress().status()).isEqualTo(Status.PLANNED);

    assertThat(trip.offer(sharp(0, after(1)), TripSamples.ANY_TIME))
        .matches(PingVerdict::isAccepted);

    assertThat(trip.progress().status()).isEqualTo(Status.PLANNED);
  }

  @Test
  void twoPassesOfALaterStopMissNoneAfterALateFix() {
    LoadTrip trip =
        drive(
            plan(ON_ARRIVAL, 2, 1),
            List.of(sharp(40, stopAt(2)), sharp(80, after(1)), sharp(120, stopAt(2))));
    assertThat(trip.progress().status()).isEqualTo(Status.PLANNED);

    assertThat(trip.offer(sharp(0, after(1)), TripSamples.ANY_TIME))
        .matches(PingVerdict::isAccepted);

    assertThat(trip.progress().status()).isEqualTo(Status.PLANNED);
    assertThat(trip.progress().stopVisits().get(0).isMissed()).isFalse();
  }

  private static LoadTrip drivePastTheFirstStop(Fix... later) {
    List<Fix> fixes = new ArrayList<>();
    Collections.addAll(fixes, sharp(0, stopAt(1)), sharp(20, after(1)), sharp(30, after(1)));
    Collections.addAll(fixes, later);
    return drive(PLAN, fixes);
  }

  @Test
  void aLateFixFindsTheArrivalAtTheLastStop() {
    LoadTrip trip = drivePastTheFirstStop(sharp(160, offStop(2, 9_000)));

    trip.offer(sharp(150, stopAt(2)), TripSamples.ANY_TIME);

    assertThat(trip.progress().stopVisits().get(1).arrivedAt()).isEqualTo(minute(150));
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void aLateFixOfATripThatHasEndedChangesNothing() {
    LoadTrip trip =
        drivePastTheFirstStop(
            sharp(150, stopAt(2)), sharp(160, offStop(2, 9_000)), sharp(170, offStop(2, 9_000)));
    Visits before = trip.progress().visits();
    assertThat(before.openStopIndex()).isEqualTo(2);

    trip.offer(sharp(40, after(1)), TripSamples.ANY_TIME);

    assertThat(trip.progress().visits()).isEqualTo(before);
    assertThat(trip.track().size()).isEqualTo(7);
  }

  @Test
  void explainListsAllFixesByTime() {
    LoadTrip trip =
        drive(PLAN, List.of(sharp(30, stopAt(1)), sharp(10, after(1)), sharp(31, stopAt(2))));

    List<FixExplanation> explanations = trip.explain(100);

    assertThat(explanations).extracting(e -> e.fix().time()).isSorted();
    assertThat(explanations.get(0).events()).isEmpty();
    assertThat(explanations.get(1).before()).isEqualTo(LoadStatus.PLANNED);
    assertThat(explanations.get(1).after()).isEqualTo(LoadStatus.AT_PICKUP);
    assertThat(explanations.get(1).events())
        .containsExactly("arrived at stop 1 at 2026-01-05T08:30:00Z");
    assertThat(explanations.get(1).fences()).hasSize(2);
    assertThat(explanations.get(1).fences().get(0).meters()).isZero();
    assertThat(explanations.get(2).refusal()).isEqualTo("teleport");
    assertThat(explanations.get(2).events()).containsExactly("refused: teleport");
    assertThat(trip.explain(1)).hasSize(2);
  }
}
