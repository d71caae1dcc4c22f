package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.TripSamples.minute;
import static io.freightsdk.server.domain.trip.TripSamples.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A published visit may become earlier. It is never withdrawn, and never becomes later. */
class PublishedVisitsTest {
  private static final TripPlan PLAN = plan(ON_ARRIVAL, 1, 1);
  private static final Visits NONE = Visits.initial(PLAN);
  private static final Visits LOADING = NONE.arrive(PLAN, 0, minute(10), minute(12));
  private static final Visits LEFT = LOADING.depart(PLAN, 0, minute(50), minute(55));
  private static final Visits UNLOADING = LEFT.arrive(PLAN, 1, minute(150), minute(151));
  private static final Visits DONE = UNLOADING.depart(PLAN, 1, minute(200), minute(201));
  private static final PublishedVisits SHOWN = PublishedVisits.of(UNLOADING);

  @Test
  void anArrivalMayBeFoundEarlierButNotLater() {
    assertThat(SHOWN.allowsArrival(0, minute(9))).isTrue();
    assertThat(SHOWN.allowsArrival(0, minute(10))).isTrue();
    assertThat(SHOWN.allowsArrival(0, minute(11))).isFalse();
  }

  @Test
  void aDepartureMayBeFoundEarlierButNotLater() {
    assertThat(SHOWN.allowsDeparture(0, minute(50))).isTrue();
    assertThat(SHOWN.allowsDeparture(0, minute(51))).isFalse();
    assertThat(SHOWN.allowsDeparture(1, minute(500))).as("not left yet").isTrue();
  }

  @Test
  void aMissedStopMayBeFoundBeforeTheTruckWasElsewhere() {
    PublishedVisits missed =
        PublishedVisits.of(
            NONE.missStopsBefore(1, minute(120), minute(130))
                .arrive(PLAN, 1, minute(120), minute(130)));
    assertThat(missed.allowsArrival(0, minute(119))).isTrue();
    assertThat(missed.allowsArrival(0, minute(121))).isFalse();
    assertThat(missed.allowsMissedStops(NONE, 1, minute(115))).as("missed earlier").isTrue();
    assertThat(missed.allowsMissedStops(NONE, 1, minute(125))).as("missed later").isFalse();
  }

  @Test
  void aStopThatWasArrivedAtIsNeverMissed() {
    assertThat(SHOWN.allowsMissedStops(NONE, 1, minute(5))).isFalse();
    assertThat(SHOWN.allowsMissedStops(LOADING, 1, minute(49))).isTrue();
    assertThat(SHOWN.allowsMissedStops(LOADING, 1, minute(51))).isFalse();
  }

  @Test
  void nothingPublishedAllowsEverything() {
    Instant late = minute(10_000);
    assertThat(PublishedVisits.NONE.allowsArrival(0, late)).isTrue();
    assertThat(PublishedVisits.NONE.allowsDeparture(0, late)).isTrue();
    assertThat(PublishedVisits.NONE.allowsMissedStops(NONE, 1, late)).isTrue();
    assertThat(PublishedVisits.NONE.addKnownBy(PLAN, LEFT, late.toEpochMilli())).isEqualTo(LEFT);
  }

  @Test
  void nothingIsAddedWhereTheOpenStopWasNotReached() {
    long ever = minute(999).toEpochMilli();
    for (Visits seen : List.of(NONE, LEFT, DONE)) {
      assertThat(PublishedVisits.of(seen).addKnownBy(PLAN, seen, ever)).isEqualTo(seen);
    }
  }

  @Test
  void factsKnownByATimeAreAddedAgain() {
    PublishedVisits shown = PublishedVisits.of(DONE);
    assertThat(shown.addKnownBy(PLAN, NONE, minute(11).toEpochMilli())).isEqualTo(NONE);
    assertThat(shown.addKnownBy(PLAN, NONE, minute(12).toEpochMilli())).isEqualTo(LOADING);
    assertThat(shown.addKnownBy(PLAN, NONE, minute(54).toEpochMilli())).isEqualTo(LOADING);
    assertThat(shown.addKnownBy(PLAN, LOADING, minute(55).toEpochMilli())).isEqualTo(LEFT);
    assertThat(shown.addKnownBy(PLAN, NONE, minute(201).toEpochMilli())).isEqualTo(DONE);
    assertThat(shown.addKnownBy(PLAN, DONE, minute(999).toEpochMilli())).isEqualTo(DONE);
  }
}
