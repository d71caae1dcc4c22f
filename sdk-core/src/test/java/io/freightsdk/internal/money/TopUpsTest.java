package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.ApiAnswer;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.VirtualWorld;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How long a call waits for money, and when it is sent again. */
class TopUpsTest {
  private final VirtualWorld world = new VirtualWorld().holdTime();
  private final List<CompletableFuture<Balance>> readings = new ArrayList<>();
  private final TopUps topUps = topUps(Duration.ofHours(1));

  private TopUps topUps(Duration maxWait) {
    return new TopUps(
        TopUpPolicy.awaitTopUp(maxWait),
        () -> {
          CompletableFuture<Balance> reading = new CompletableFuture<>();
          readings.add(reading);
          return reading;
        },
        world,
        world.environment().nanoTime());
  }

  @Test
  void theLongestWaitBeginsWithTheFirstRefusal() {
    TopUps.Wait call = topUps.begin();
    CompletableFuture<Boolean> first = call.await(refusal(), null);
    read(Duration.ofSeconds(1));
    assertThat(first).isCompletedWithValue(true);
    world.advance(Duration.ofHours(1));
    assertThat(call.await(refusal(), null)).isCompletedWithValue(false);
  }

  @Test
  void whoWaitsForTheBalanceDoesSoNoLongerThanThePolicySays() {
    CompletableFuture<Boolean> call = topUps(Duration.ofMinutes(1)).begin().await(refusal(), null);
    world.advance(Duration.ofMinutes(1).minusMillis(1));
    assertThat(call).isNotDone();
    world.advance(Duration.ofMillis(1));
    assertThat(call).isCompletedWithValue(false);
  }

  @Test
  void whoIsRefusedAgainIsNotSentAtTheReadingForAnother() {
    TopUps.Wait call = topUps.begin();
    CompletableFuture<Boolean> first = call.await(refusal(), null);
    read(Duration.ofSeconds(1));
    assertThat(first).isCompletedWithValue(true);

    CompletableFuture<Boolean> another = topUps.begin().await(refusal(), null);
    CompletableFuture<Boolean> again = call.await(refusal(), null);
    read(Duration.ofSeconds(1));
    assertThat(another).isCompletedWithValue(true);
    assertThat(again).isNotDone();
    read(Duration.ofMillis(1_600));
    assertThat(again).isCompletedWithValue(true);
  }

  /** Such as a top-up by card through the same client. */
  @Test
  void whoeverSaysThatMoneyCameIsBelievedAtOnce() {
    TopUps.Wait call = topUps.begin();
    CompletableFuture<Boolean> unused = call.await(refusal(), null);
    read(Duration.ofSeconds(1));

    CompletableFuture<Boolean> again = call.await(refusal(), null);
    topUps.look();
    read(Duration.ZERO);
    assertThat(again).isCompletedWithValue(true);
  }

  /** Time passes, and then a reading says that the balance covers all. */
  private void read(Duration after) {
    world.advance(after);
    readings.get(readings.size() - 1).complete(new Balance("USD", new BigDecimal("9.00")));
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
