package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadPosition;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Bounds that hold for every position, moment and budget. */
class PollPlanProperties {
  private final PollPlan plan = PollPlan.adaptive(Duration.ofMinutes(4), Duration.ofHours(2));

  @Property
  void theWaitIsNeverBelowTheFloorNorAboveTheCeiling(
      @ForAll("trips") Trip trip,
      @ForAll @IntRange(max = 3000) int minute,
      @ForAll @IntRange(max = 5000) int later,
      @ForAll @IntRange(max = 500) int readsLeft) {
    LoadPosition position = trip.positionAt(minute);
    Instant now = Trip.minute(minute + later);

    Instant next = plan.nextRead(position, now, new ReadBudget(readsLeft));
    if (next == null) {
      assertThat(readsLeft == 0 || trip.delivered() <= minute).isTrue();
    } else {
      assertThat(Duration.between(now, next)).isBetween(Duration.ofMinutes(4), Duration.ofHours(2));
    }
  }

  @Property
  void theSameQuestionHasTheSameAnswer(
      @ForAll("trips") Trip trip, @ForAll @IntRange(max = 3000) int minute) {
    Instant now = Trip.minute(minute);

    assertThat(plan.nextRead(trip.positionAt(minute), now, ReadBudget.UNLIMITED))
        .isEqualTo(plan.nextRead(trip.positionAt(minute), now, ReadBudget.UNLIMITED));
  }

  @Property
  void lessMoneyNeverMeansMoreReads(
      @ForAll("trips") Trip trip,
      @ForAll @IntRange(max = 800) int minute,
      @ForAll @IntRange(min = 1, max = 60) int readsLeft) {
    LoadPosition position = trip.positionAt(minute);
    Instant now = Trip.minute(minute);

    Instant thrifty = plan.nextRead(position, now, new ReadBudget(readsLeft));
    if (thrifty != null) {
      assertThat(thrifty).isAfterOrEqualTo(plan.nextRead(position, now, ReadBudget.UNLIMITED));
    }
  }

  @Provide
  Arbitrary<Trip> trips() {
    Arbitrary<Integer> gap = Arbitraries.integers().between(1, 600);
    return Combinators.combine(gap, gap, gap, Arbitraries.of(0, 90), Arbitraries.of(true, false))
        .as((a, b, c, bol, fixes) -> new Trip(a, a + b, a + b + c, a + b + c + bol, fixes));
  }
}
