package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.TopUpHandler.Decision;
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
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a handler, which may pay by card, is asked, and for whom it answers. */
class TopUpsTest {
  private final VirtualWorld world = new VirtualWorld().holdTime();
  private final AtomicInteger asked = new AtomicInteger();
  private final List<CompletableFuture<Balance>> readings = new ArrayList<>();
  private final TopUps topUps = topUps(Decision.SEND_AGAIN, Runnable::run);

  private TopUps topUps(Decision decision, Executor threads) {
    return topUps(
        TopUpPolicy.handler(
            need -> {
              asked.incrementAndGet();
              return decision;
            },
            Duration.ofHours(1)),
        threads);
  }

  private TopUps topUps(TopUpPolicy policy, Executor threads) {
    return new TopUps(
        policy,
        () -> {
          CompletableFuture<Balance> reading = new CompletableFuture<>();
          readings.add(reading);
          return reading;
        },
        world,
        world.environment().nanoTime(),
        threads);
  }

  @Test
  void theHandlerIsNotAskedForACallThatHasLeft() {
    TopUps.Wait call = topUps.begin();
    assertThat(call.await(refusal(), null)).isCompletedWithValue(true);
    call.await(refusal(), null).cancel(false); // It is refused again, and cancelled in the pause.
    world.advance(Duration.ofSeconds(30));

    assertThat(asked).hasValue(1);
    assertThat(topUps.begin().await(refusal(), null)).isCompletedWithValue(true);
    assertThat(asked).hasValue(2);
  }

  @Test
  void aClosedClientDoesNotWaitToAskItsHandlerAgain() {
    TopUps.Wait call = topUps.begin();
    assertThat(call.await(refusal(), null)).isCompletedWithValue(true);
    call.await(refusal(), null).cancel(false);
    topUps.close();
    assertThat(world.openWaits()).isZero();
  }

  @Test
  void theLongestWaitBeginsWithTheFirstRefusal() {
    TopUps.Wait call = topUps.begin();
    assertThat(call.await(refusal(), null)).isCompletedWithValue(true);
    world.advance(Duration.ofHours(1));
    assertThat(call.await(refusal(), null)).isCompletedWithValue(false);
  }

  @Test
  void whoWaitsForTheBalanceDoesSoNoLongerThanThePolicySays() {
    TopUps waiting = topUps(TopUpPolicy.awaitTopUp(Duration.ofMinutes(1)), Runnable::run);
    CompletableFuture<Boolean> call = waiting.begin().await(refusal(), null);
    world.advance(Duration.ofMinutes(1).minusMillis(1));
    assertThat(call).isNotDone();
    world.advance(Duration.ofMillis(1));
    assertThat(call).isCompletedWithValue(false);
  }

  @Test
  void whoIsRefusedAgainIsNotSentAtTheReadingForAnother() {
    TopUps waiting = topUps(TopUpPolicy.awaitTopUp(Duration.ofHours(1)), Runnable::run);
    TopUps.Wait call = waiting.begin();
    CompletableFuture<Boolean> first = call.await(refusal(), null);
    read(Duration.ofSeconds(1));
    assertThat(first).isCompletedWithValue(true);

    CompletableFuture<Boolean> another = waiting.begin().await(refusal(), null);
    CompletableFuture<Boolean> again = call.await(refusal(), null);
    read(Duration.ofSeconds(1));
    assertThat(another).isCompletedWithValue(true);
    assertThat(again).isNotDone();
    read(Duration.ofMillis(1_600));
    assertThat(again).isCompletedWithValue(true);
  }

  @Test
  void whoeverSaysThatMoneyCameIsBelievedAtOnce() {
    TopUps waiting = topUps(TopUpPolicy.awaitTopUp(Duration.ofHours(1)), Runnable::run);
    TopUps.Wait call = waiting.begin();
    CompletableFuture<Boolean> unused = call.await(refusal(), null);
    read(Duration.ofSeconds(1));

    CompletableFuture<Boolean> again = call.await(refusal(), null);
    waiting.look();
    read(Duration.ZERO);
    assertThat(again).isCompletedWithValue(true);
  }

  /** Time passes, and then a reading says that the balance covers all. */
  private void read(Duration after) {
    world.advance(after);
    readings.get(readings.size() - 1).complete(new Balance("USD", new BigDecimal("9.00")));
  }

  @Test
  void theHandlerIsAskedAgainAfterPausesThatGrowUpToHalfAMinute() {
    TopUps.Wait call = topUps.begin();
    assertThat(call.await(refusal(), null)).isCompletedWithValue(true);
    for (int millis :
        new int[] {1_000, 1_600, 2_560, 4_096, 6_553, 10_485, 16_777, 26_843, 30_000}) {
      CompletableFuture<Boolean> again = call.await(refusal(), null);
      world.advance(Duration.ofMillis(millis).minusMillis(1));
      assertThat(again).as("before %d ms", millis).isNotDone();
      world.advance(Duration.ofMillis(2));
      assertThat(again).as("after %d ms", millis).isCompletedWithValue(true);
    }
  }

  @Test
  void theHandlerIsAskedOnceForAllWhoWaitForItsDecision() {
    List<Runnable> tasks = new ArrayList<>();
    TopUps busy = topUps(Decision.SEND_AGAIN, tasks::add);
    CompletableFuture<Boolean> one = busy.begin().await(refusal(), null);
    CompletableFuture<Boolean> two = busy.begin().await(refusal(), null);
    tasks.forEach(Runnable::run);
    assertThat(asked).hasValue(1);
    assertThat(one).isCompletedWithValue(true);
    assertThat(two).isCompletedWithValue(true);
  }

  @Test
  void aHandlerMayLeaveItsCallToTheBalance() {
    CompletableFuture<Boolean> call =
        topUps(Decision.AWAIT, Runnable::run).begin().await(refusal(), null);
    assertThat(call).isNotDone();
    world.advance(Duration.ofSeconds(1));
    readings.get(0).complete(new Balance("USD", new BigDecimal("0.65")));
    assertThat(call).isCompletedWithValue(true);
  }

  @Test
  void aHandlerThatThrowsFailsItsCallsWithWhatItThrew() {
    IllegalStateException thrown = new IllegalStateException("no bank");
    TopUps broken =
        topUps(
            TopUpPolicy.handler(
                need -> {
                  throw thrown;
                },
                Duration.ofHours(1)),
            Runnable::run);
    InsufficientFundsException refusal = refusal();
    assertThat(broken.begin().await(refusal, null)).isCompletedWithValue(false);
    assertThat(refusal.getSuppressed()).containsExactly(thrown);
  }

  @Test
  void aHandlerForWhichThereIsNoThreadIsAskedByTheNextCall() {
    List<Runnable> tasks = new ArrayList<>();
    TopUps busy =
        topUps(
            Decision.SEND_AGAIN,
            task -> {
              if (tasks.isEmpty()) {
                tasks.add(task);
                throw new RejectedExecutionException("no thread");
              }
              task.run();
            });
    InsufficientFundsException refusal = refusal();
    assertThat(busy.begin().await(refusal, null)).isCompletedWithValue(false);
    assertThat(refusal.getSuppressed()).hasOnlyElementsOfType(RejectedExecutionException.class);
    assertThat(busy.begin().await(refusal(), null)).isCompletedWithValue(true);
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
