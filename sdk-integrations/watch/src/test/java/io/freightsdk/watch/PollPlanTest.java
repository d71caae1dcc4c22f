package io.freightsdk.watch;

import static io.freightsdk.watch.Trip.minute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Eta;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PollPlanTest {
  private final Trip trip = Trip.usual();
  private final PollPlan plan = PollPlan.adaptive();

  @Test
  void aPlannedLoadIsLeftAloneUntilItsWindowNears() {
    Trip silent = new Trip(600, 660, 900, 900, false);

    Duration longBefore = wait(silent.positionAt(0), 0);
    Duration before = wait(silent.positionAt(120), 120);
    Duration inTheWindow = wait(silent.positionAt(361), 361);

    assertThat(longBefore).isEqualTo(Duration.ofHours(2));
    assertThat(before).isEqualTo(Duration.ofHours(1));
    assertThat(inTheWindow).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void aMovingLoadIsReadAlongItsEta() {
    Duration far = wait(trip.positionAt(130), 130);
    Duration closer = wait(trip.positionAt(500), 500);

    assertThat(far).isBetween(Duration.ofHours(3), Duration.ofHours(4));
    assertThat(closer).isLessThan(far);
  }

  @Test
  void restsThatAnEstimateCountsAreNotSleptThrough() {
    Eta withARest =
        Eta.builder()
            .put("nextStopEta", minute(130).plusSeconds(14 * 3600).toString())
            .put("remainingMiles", new BigDecimal("100.0"))
            .put("speedMph", new BigDecimal("50.0"))
            .build();
    LoadPosition position = trip.positionAt(130).toBuilder().eta(withARest).build();

    assertThat(wait(position, 130)).isEqualTo(minutes(48));
  }

  @Test
  void nearAStopTheLoadIsReadClosely() {
    assertThat(wait(trip.positionAt(58), 58)).isEqualTo(minutes(3));
  }

  @Test
  void theLongerALoadWaitsTheMoreThePlanRelaxes() {
    Trip waiting = new Trip(60, 2000, 3000, 3000, true);

    assertThat(wait(waiting.positionAt(61), 61)).isEqualTo(minutes(14));
    assertThat(wait(waiting.positionAt(90), 90)).isEqualTo(minutes(3));
    assertThat(wait(waiting.positionAt(260), 260)).isEqualTo(minutes(6));
    assertThat(wait(waiting.positionAt(1900), 1900)).isEqualTo(minutes(30));
  }

  @Test
  void aSilentPhoneMakesThePlanBackOff() {
    LoadPosition nearAStop = trip.positionAt(58);

    assertThat(wait(nearAStop, 58 + 20)).isEqualTo(minutes(4));
    assertThat(wait(nearAStop, 58 + 120)).isEqualTo(minutes(24));
    assertThat(wait(nearAStop, 58 + 3000)).isEqualTo(Duration.ofHours(4));
  }

  @Test
  void theLastReadsAreSpreadOverTheRestOfTheTrip() {
    Duration thrifty =
        Duration.between(
            minute(590), plan.nextRead(trip.positionAt(140), minute(590), new ReadBudget(2)));

    assertThat(thrifty).isGreaterThanOrEqualTo(minutes(5));
  }

  @Test
  void aFinishedLoadIsNeverReadAgain() {
    LoadPosition cancelled = trip.positionAt(61).toBuilder().status(LoadStatus.CANCELLED).build();

    assertThat(plan.nextRead(trip.positionAt(601), minute(601), ReadBudget.UNLIMITED)).isNull();
    assertThat(plan.nextRead(cancelled, minute(62), ReadBudget.UNLIMITED)).isNull();
    assertThat(
            PollPlan.every(minutes(5))
                .nextRead(trip.positionAt(601), minute(601), ReadBudget.UNLIMITED))
        .isNull();
  }

  @Test
  void aSpentBudgetIsNeverOverdrawn() {
    assertThat(plan.nextRead(trip.positionAt(61), minute(61), new ReadBudget(0))).isNull();
    assertThat(
            PollPlan.every(minutes(5)).nextRead(trip.positionAt(61), minute(61), new ReadBudget(0)))
        .isNull();
  }

  @Test
  void aFixedPlanReadsAtItsInterval() {
    assertThat(
            PollPlan.every(minutes(5))
                .nextRead(trip.positionAt(61), minute(61), ReadBudget.UNLIMITED))
        .isEqualTo(minute(66));
  }

  @Test
  void intervalsThatWouldReadInATightLoopAreRefused() {
    assertThatThrownBy(() -> PollPlan.every(Duration.ofMillis(999)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("every read is billed");
    assertThatThrownBy(() -> PollPlan.adaptive(Duration.ZERO, Duration.ofHours(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Duration wait(LoadPosition position, int minute) {
    return Duration.between(
        minute(minute), plan.nextRead(position, minute(minute), ReadBudget.UNLIMITED));
  }

  private static Duration minutes(int minutes) {
    return Duration.ofMinutes(minutes);
  }
}
