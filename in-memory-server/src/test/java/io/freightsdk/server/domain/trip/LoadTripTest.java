package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.ANY_TIME;
import static io.freightsdk.server.domain.trip.TripSamples.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.TripSamples.after;
import static io.freightsdk.server.domain.trip.TripSamples.fix;
import static io.freightsdk.server.domain.trip.TripSamples.minute;
import static io.freightsdk.server.domain.trip.TripSamples.offStop;
import static io.freightsdk.server.domain.trip.TripSamples.plan;
import static io.freightsdk.server.domain.trip.TripSamples.sharp;
import static io.freightsdk.server.domain.trip.TripSamples.stopAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.FixExplanation.FenceDistance;
import io.freightsdk.server.view.FixExplanation.FixStreak;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTripTest {
  private final LoadTrip trip = new LoadTrip(plan(ON_ARRIVAL, 1, 2));

  private FixExplanation latest() {
    List<FixExplanation> all = trip.explain(1);
    return all.get(all.size() - 1);
  }

  @Test
  void refusalHasAReason() {
    trip.offer(sharp(10, stopAt(1)), ANY_TIME);
    assertThat(trip.offer(sharp(10, stopAt(1)), ANY_TIME).refusal())
        .isEqualTo(PingRefusal.DUPLICATE);
  }

  @Test
  void refusalsAreListedAmongTheRequestedFixes() {
    trip.refuse(sharp(1, stopAt(1)), PingRefusal.ACCURACY_TOO_LOW);
    assertThat(trip.explain(100)).singleElement().matches(explanation -> !explanation.accepted());

    trip.offer(sharp(20, after(1)), ANY_TIME);
    trip.offer(sharp(10, after(1)), ANY_TIME);
    assertThat(trip.explain(2))
        .extracting(explanation -> explanation.fix().time())
        .containsExactly(minute(1), minute(10), minute(20));
    assertThat(trip.explain(1))
        .extracting(explanation -> explanation.fix().time())
        .containsExactly(minute(20));
    trip.refuse(sharp(20, stopAt(1)), PingRefusal.TELEPORT);
    assertThat(trip.explain(1)).hasSize(2);
  }

  @Test
  void explanationHasTheCurrentStreak() {
    trip.offer(fix(0, stopAt(1), null), ANY_TIME);
    assertThat(latest().streak()).isEqualTo(new FixStreak("inside", 1, 1, minute(0)));
    trip.offer(sharp(1, stopAt(1)), ANY_TIME);
    assertThat(latest().streak()).isNull();
    trip.offer(sharp(40, after(1)), ANY_TIME);
    assertThat(latest().streak()).isEqualTo(new FixStreak("outside", 1, 1, minute(40)));
    trip.offer(sharp(41, after(1)), ANY_TIME);
    assertThat(latest().events()).containsExactly("departed from stop 1 at " + minute(40));
    trip.offer(sharp(120, stopAt(3)), ANY_TIME);
    assertThat(latest().events())
        .containsExactly(
            "inside stop 3, but stop 2 comes first: it is missed when the truck parks here");
    trip.offer(sharp(131, stopAt(3)), ANY_TIME);
    assertThat(latest().events())
        .containsExactly(
            "stop 2 missed: the truck parked at a later stop",
            "arrived at stop 3 at " + minute(120));
  }

  @Test
  void anExplanationHasTheSideOfEachFence() {
    TripPlan nowhere =
        new TripPlan(
            List.of(
                new PlannedStop(1, StopType.PICKUP, new Fence(stopAt(1), 3_200), null, null),
                new PlannedStop(2, StopType.DELIVERY, null, null, null)),
            ON_ARRIVAL);
    LoadTrip half = TripSamples.drive(nowhere, List.of(sharp(0, stopAt(1))));
    assertThat(half.explain(1).get(0).fences())
        .containsExactly(
            new FenceDistance(1, 0.0, "INSIDE", "exact"),
            new FenceDistance(2, null, "OUTSIDE", "exact"));
  }

  @Test
  void fenceHasTheChangedRadius() {
    trip.changeFenceRadius(1, 6_000);
    trip.changeFenceRadius(3, 500);
    trip.offer(sharp(0, offStop(1, 5_900)), ANY_TIME);
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);
    assertThat(trip.progress().plan().stops())
        .extracting(stop -> stop.fence().radiusMeters())
        .containsExactly(6_000.0, 3_200.0, 500.0);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 4})
  void fenceOfAnUnknownStopIsRefused(int sequence) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trip.changeFenceRadius(sequence, 100))
        .withMessage("no stop " + sequence + ": the stops of this load are 1 to 3");
  }

  @Test
  void radiusOfAnUnlocatedStopCannotChange() {
    PlannedStop nowhere = new PlannedStop(1, StopType.PICKUP, null, null, null);
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                new LoadTrip(new TripPlan(List.of(nowhere), ON_ARRIVAL)).changeFenceRadius(1, 100))
        .withMessageContaining("no geofence");
  }

  @Test
  void usedFenceCannotChange() {
    trip.offer(sharp(0, after(1)), ANY_TIME);
    assertThatIllegalStateException()
        .isThrownBy(() -> trip.changeFenceRadius(1, 100))
        .withMessageContaining("it is PLANNED with 1 fixes");
    LoadTrip cancelled = new LoadTrip(plan(ON_ARRIVAL, 1, 1));
    cancelled.cancel(minute(0));
    assertThatIllegalStateException()
        .isThrownBy(() -> cancelled.changeFenceRadius(1, 100))
        .withMessageContaining("it is CANCELLED with 0 fixes");
  }

  @Test
  void aLoadMayHaveManyStops() {
    assertThat(new LoadTrip(plan(ON_ARRIVAL, 4, 5)).progress().stopVisits()).hasSize(9);
  }

  @Test
  void aLateFixChangesNothingOfACancelledLoad() {
    trip.offer(sharp(60, after(1)), ANY_TIME);
    trip.cancel(minute(100));
    assertThat(trip.offer(sharp(5, stopAt(1)), ANY_TIME).isAccepted()).isTrue();
    assertThat(trip.progress().status()).isEqualTo(Status.CANCELLED);
    assertThat(trip.progress().stopVisits().get(0).isArrived()).isFalse();
  }
}
