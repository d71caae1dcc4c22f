package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.VirtualWorld;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * How long calls wait for money, whom a reading of the balance lets go on, and how often it is
 * read.
 */
class TopUpsTest {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  private final VirtualWorld world = new VirtualWorld().holdTime();
  private final List<Instant> readAt = new ArrayList<>();

  /** What the next readings say; null for one that fails. */
  private @Nullable String balance = "0.00";

  /** The reading that is out; null if each is answered at once. */
  private @Nullable CompletableFuture<Balance> out;

  private boolean answersLate;
  private final TopUps topUps = topUps(world);

  private TopUps topUps(Timer timer) {
    return new TopUps(this::read, timer, world.environment().nanoTime());
  }

  private CompletableFuture<Balance> read() {
    readAt.add(world.instant());
    CompletableFuture<Balance> reading = new CompletableFuture<>();
    if (answersLate) {
      out = reading;
    } else {
      answer(reading, balance);
    }
    return reading;
  }

  private static void answer(CompletableFuture<Balance> reading, @Nullable String usd) {
    if (usd == null) {
      reading.completeExceptionally(new IllegalStateException("the service is away"));
    } else {
      reading.complete(new Balance("USD", new BigDecimal(usd)));
    }
  }

  private CompletableFuture<Boolean> await(String needUsd) {
    return topUps.begin(LONGEST).await(refusal(needUsd), null);
  }

  private static InsufficientFundsException refusal(String needUsd) {
    return new InsufficientFundsException(
        FailureFacts.builder(Operation.CREATE_LOAD).build(),
        "no",
        "INSUFFICIENT_FUNDS",
        Map.of(),
        BigDecimal.ZERO,
        new BigDecimal(needUsd),
        null);
  }

  // --- who goes on ---

  @Test
  void asManyGoOnAsTheBalanceCoversInAnyOrder() {
    List<CompletableFuture<Boolean>> large = List.of(await("0.65"), await("0.65"), await("0.65"));
    CompletableFuture<Boolean> small = await("0.02");
    balance = "1.33";
    world.advance(FIRST);
    assertThat(large).filteredOn(CompletableFuture::isDone).hasSize(2);
    assertThat(large)
        .filteredOn(CompletableFuture::isDone)
        .allSatisfy(goOn -> assertThat(goOn).isCompletedWithValue(true));
    assertThat(small).as("a small one passes a large one").isCompletedWithValue(true);
    topUps.look();
    assertThat(large).allMatch(CompletableFuture::isDone);
  }

  @Test
  void aBalanceOfExactlyTheNeedCoversIt() {
    balance = "0.64";
    CompletableFuture<Boolean> call = await("0.65");
    world.advance(FIRST);
    assertThat(call).isNotDone();
    balance = "0.65";
    world.advance(Duration.ofSeconds(2));
    assertThat(call).isCompletedWithValue(true);
    assertThat(world.openWaits()).as("nobody waits, nobody polls").isZero();
  }

  @Test
  void aReadingThatFailsLetsNobodyGoOnAndTheNextOneFollows() {
    balance = null;
    CompletableFuture<Boolean> call = await("0.65");
    world.advance(FIRST);
    assertThat(call).isNotDone();
    balance = "0.65";
    world.advance(Duration.ofSeconds(2));
    assertThat(call).isCompletedWithValue(true);
  }

  @Test
  void whoHasLeftTakesNothingFromTheOthers() {
    CompletableFuture<Boolean> gone = await("0.65");
    CompletableFuture<Boolean> call = await("0.65");
    gone.cancel(false);
    balance = "0.65";
    world.advance(FIRST);
    assertThat(call).isCompletedWithValue(true);
  }

  @Test
  void whenTheLastOneLeavesNobodyPolls() {
    CompletableFuture<Boolean> call = await("0.65");
    assertThat(world.openWaits()).as("for the next reading, and its longest wait").isEqualTo(2);
    call.cancel(false);
    assertThat(world.openWaits()).isZero();
  }

  @Test
  void whoCannotHaveATimerDoesNotWait() {
    TopUps untimed =
        topUps(
            new Timer() {
              @Override
              public Cancellable after(Duration delay, Runnable task) {
                throw new OutOfMemoryError("unable to create native thread");
              }

              @Override
              public void close() {}
            });
    assertThatThrownBy(() -> untimed.begin(LONGEST).await(refusal("0.65"), null))
        .isInstanceOf(OutOfMemoryError.class);
    untimed.look();
    assertThat(readAt).as("nobody waits").isEmpty();
  }

  // --- the waits of one call ---

  @Test
  void theLongestWaitBeginsWithTheFirstRefusal() {
    TopUps.Wait call = topUps.begin(LONGEST);
    balance = "0.65";
    CompletableFuture<Boolean> first = call.await(refusal("0.65"), null);
    world.advance(FIRST);
    assertThat(first).isCompletedWithValue(true);
    world.advance(LONGEST);
    assertThat(call.await(refusal("0.65"), null)).isCompletedWithValue(false);
  }

  @Test
  void whoWaitsForTheBalanceDoesSoNoLongerThanThePolicySays() {
    CompletableFuture<Boolean> call = await("0.65");
    world.advance(LONGEST.minusMillis(1));
    assertThat(call).isNotDone();
    world.advance(Duration.ofMillis(1));
    assertThat(call).isCompletedWithValue(false);
  }

  @Test
  void whoIsRefusedAgainIsNotSentAtTheReadingForAnother() {
    balance = "9.00";
    TopUps.Wait call = topUps.begin(LONGEST);
    CompletableFuture<Boolean> first = call.await(refusal("0.65"), null);
    world.advance(FIRST);
    assertThat(first).isCompletedWithValue(true);

    CompletableFuture<Boolean> another = await("0.65");
    CompletableFuture<Boolean> again = call.await(refusal("0.65"), null);
    world.advance(FIRST);
    assertThat(another).isCompletedWithValue(true);
    assertThat(again).isNotDone();
    world.advance(Duration.ofMillis(1_600));
    assertThat(again).isCompletedWithValue(true);
  }

  /** Such as a top-up by card through the same client. */
  @Test
  void whoeverSaysThatMoneyCameIsBelievedAtOnce() {
    balance = "9.00";
    TopUps.Wait call = topUps.begin(LONGEST);
    CompletableFuture<Boolean> unused = call.await(refusal("0.65"), null);
    world.advance(FIRST);

    CompletableFuture<Boolean> again = call.await(refusal("0.65"), null);
    topUps.look();
    assertThat(again).isCompletedWithValue(true);
  }

  // --- the balance was raised ---

  @Test
  void aLookReadsTheBalanceAtOnce() {
    CompletableFuture<Boolean> call = await("0.65");
    balance = "0.65";
    topUps.look();
    assertThat(call).isCompletedWithValue(true);
    assertThat(readAt).containsExactly(VirtualWorld.START);
    assertThat(world.openWaits()).isZero();
  }

  @Test
  void aLookForNobodyReadsNothing() {
    topUps.look();
    assertThat(readAt).isEmpty();
  }

  /** What is out may have been answered before the balance was raised. */
  @Test
  void aLookDuringAReadingIsFollowedByAnother() {
    answersLate = true;
    CompletableFuture<Boolean> call = await("0.65");
    topUps.look();
    CompletableFuture<Balance> before = out;
    assertThat(before).isNotNull();
    topUps.look();
    assertThat(readAt).hasSize(1);
    answersLate = false;
    balance = "0.65";
    answer(before, "0.00");
    assertThat(readAt).hasSize(2);
    assertThat(call).isCompletedWithValue(true);
  }

  // --- the end ---

  @Test
  void aCloseEndsAllWaitsAndTheNextOne() {
    CompletableFuture<Boolean> one = await("0.65");
    CompletableFuture<Boolean> two = await("0.65");
    topUps.close();
    assertThat(one).isCompletedWithValue(false);
    assertThat(two).isCompletedWithValue(false);
    assertThat(await("0.65")).isCompletedWithValue(false);
    assertThat(world.openWaits()).isZero();
  }

  @Test
  void aReadingThatComesAfterTheCloseIsTheLast() {
    answersLate = true;
    CompletableFuture<Boolean> call = await("0.65");
    world.advance(FIRST);
    topUps.close();
    assertThat(out).isNotNull();
    answer(out, "0.65");
    assertThat(call).isCompletedWithValue(false);
    assertThat(readAt).hasSize(1);
    assertThat(world.openWaits()).isZero();
  }

  // --- how often ---

  @Test
  void theBalanceIsReadEverSeldomerButEveryHalfMinute() {
    CompletableFuture<Boolean> unused = await("0.65");
    for (int i = 0; i < 3000; i++) world.advance(Duration.ofMillis(100));

    assertThat(readAt.get(0)).isEqualTo(VirtualWorld.START.plus(FIRST));
    assertThat(pauses().subList(0, 10))
        .containsExactly(1L, 2L, 4L, 6L, 10L, 16L, 26L, 30L, 30L, 30L);
  }

  @Test
  void afterATopUpItIsReadOftenAgain() {
    CompletableFuture<Boolean> unused = await("0.65");
    for (int i = 0; i < 600; i++) world.advance(Duration.ofMillis(100));
    int before = readAt.size();
    topUps.look();
    world.advance(FIRST);
    assertThat(readAt).hasSize(before + 2);
  }

  /** Also if the one before has left while the balance was read. */
  @Test
  void whoWaitsAfterALongWaitOfOthersIsServedAsSoonAsTheyWere() {
    CompletableFuture<Boolean> before = await("0.65");
    for (int i = 0; i < 600; i++) world.advance(Duration.ofMillis(100));
    answersLate = true;
    world.advance(Duration.ofSeconds(30));
    before.cancel(false);
    assertThat(out).isNotNull();
    answer(out, "0.00");

    answersLate = false;
    balance = "0.65";
    CompletableFuture<Boolean> call = await("0.65");
    world.advance(FIRST);
    assertThat(call).isCompletedWithValue(true);
  }

  private List<Long> pauses() {
    List<Long> pauses = new ArrayList<>();
    for (int i = 1; i < readAt.size(); i++) {
      pauses.add(Duration.between(readAt.get(i - 1), readAt.get(i)).toSeconds());
    }
    return pauses;
  }
}
