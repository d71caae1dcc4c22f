package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.error.ApiAnswer;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.TopUpHandler.Decision;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.VirtualWorld;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a handler, which may pay by card, is asked. */
class TopUpsTest {
  private final VirtualWorld world = new VirtualWorld().holdTime();
  private final AtomicInteger asked = new AtomicInteger();
  private final TopUps topUps =
      new TopUps(
          TopUpPolicy.handler(
              need -> {
                asked.incrementAndGet();
                return Decision.SEND_AGAIN;
              },
              Duration.ofHours(1)),
          CompletableFuture::new,
          world,
          world.environment().random(),
          world.environment().nanoTime(),
          Runnable::run);

  @Test
  void theHandlerIsNotAskedForACallThatHasLeft() {
    TopUps.Place place = topUps.place();
    assertThat(place.await(refusal())).isCompletedWithValue(true);
    place.await(refusal()).cancel(false); // It is refused again, and cancelled in the pause.
    place.release();
    world.advance(Duration.ofSeconds(30));

    assertThat(asked).hasValue(1);
    assertThat(topUps.place().await(refusal())).isCompletedWithValue(true);
    assertThat(asked).hasValue(2);
  }

  @Test
  void aClosedClientDoesNotWaitToAskItsHandlerAgain() {
    TopUps.Place place = topUps.place();
    assertThat(place.await(refusal())).isCompletedWithValue(true);
    place.await(refusal()).cancel(false);
    topUps.close();
    assertThat(world.openWaits()).isZero();
  }

  @Test
  void theLongestWaitBeginsWithTheFirstRefusal() {
    TopUps.Place place = topUps.place();
    assertThat(place.await(refusal())).isCompletedWithValue(true);
    world.advance(Duration.ofHours(1));
    assertThat(place.await(refusal())).isCompletedWithValue(false);
  }

  @Test
  void theHandlerIsAskedAgainAfterPausesThatDoubleUpToHalfAMinute() {
    TopUps.Place place = topUps.place();
    assertThat(place.await(refusal())).isCompletedWithValue(true);
    for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
      CompletableFuture<Boolean> again = place.await(refusal());
      world.advance(Duration.ofSeconds(seconds).minusMillis(1));
      assertThat(again).as("before %d s", seconds).isNotDone();
      world.advance(Duration.ofMillis(1));
      assertThat(again).as("after %d s", seconds).isCompletedWithValue(true);
    }
  }

  /** The wait of a poll is a random part less, at most a fifth: here it is always that. */
  @Test
  void theBalanceIsReadEverSeldomerButEveryHalfMinute() {
    List<Instant> readings = new ArrayList<>();
    TopUps waiting =
        new TopUps(
            TopUpPolicy.awaitTopUp(Duration.ofHours(1)),
            () -> {
              readings.add(world.instant());
              return CompletableFuture.completedFuture(new Balance("USD", BigDecimal.ZERO));
            },
            world,
            world.environment().random(),
            world.environment().nanoTime(),
            Runnable::run);

    waiting.place().await(refusal());
    for (int i = 0; i < 3000; i++) world.advance(Duration.ofMillis(100));

    assertThat(readings.get(0)).isEqualTo(VirtualWorld.START.plusMillis(800));
    List<Long> pauses = new ArrayList<>();
    for (int i = 1; i < readings.size(); i++) {
      pauses.add(Duration.between(readings.get(i - 1), readings.get(i)).toSeconds());
    }
    assertThat(pauses.subList(0, 10)).containsExactly(1L, 2L, 3L, 5L, 8L, 13L, 21L, 24L, 24L, 24L);
  }

  private static InsufficientFundsException refusal() {
    return new InsufficientFundsException(
        FailureFacts.builder(Operation.CREATE_LOAD).build(),
        new ApiAnswer(402, "no", "INSUFFICIENT_FUNDS", Map.of()),
        BigDecimal.ZERO,
        new BigDecimal("0.65"),
        null);
  }
}
