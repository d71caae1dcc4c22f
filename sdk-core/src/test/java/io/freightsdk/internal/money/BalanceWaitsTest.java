package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.concurrent.Wait;
import io.freightsdk.internal.money.BalanceWaits.BalanceWait;
import io.freightsdk.model.Balance;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.World;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How long calls wait for money, whom a look at the balance lets go on, and how often it is looked
 * at.
 */
class BalanceWaitsTest {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration SECOND = Duration.ofSeconds(10);
  private static final Duration OTHERS = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final World world = new World();
  private final List<Instant> looks = new ArrayList<>();

  /** What the next looks find; null for one that fails. */
  private @Nullable String balance = "0.00";

  /** How long a look is on its way. */
  private Duration latency = Duration.ZERO;

  private final BalanceWaits balanceWaits =
      new BalanceWaits(this::read, world.environment().time());

  @AfterEach
  void close() {
    world.run();
    world.close();
  }

  private CompletableFuture<Balance> read() {
    looks.add(world.now());
    CompletableFuture<Balance> reading = new CompletableFuture<>();
    String found = balance;
    Runnable answer =
        () -> {
          if (found == null) {
            reading.completeExceptionally(new IllegalStateException("the service is away"));
          } else {
            reading.complete(new Balance("USD", new BigDecimal(found)));
          }
        };
    if (latency.isZero()) answer.run();
    else world.after(latency, answer);
    return reading;
  }

  private Caller<Boolean> waitsFor(String usd) {
    return waitsFor(usd, balanceWaits.begin(LONGEST), LONGEST);
  }

  private Caller<Boolean> waitsFor(String usd, BalanceWait call, Duration atMost) {
    Wait wait = new TestWait(false);
    return world.start(() -> call.awaitBalance(new BigDecimal(usd), atMost, wait));
  }

  /** The wait of a call. */
  private final class TestWait implements Wait {
    private final boolean isAborted;

    TestWait(boolean isAborted) {
      this.isAborted = isAborted;
    }

    @Override
    public void await(Duration atMost, BooleanSupplier over) {
      if (!isAborted) world.environment().timer().await(atMost, over);
    }

    @Override
    public boolean isAborted() {
      return isAborted;
    }
  }

  // --- who goes on ---

  @Test
  void asManyGoOnAsTheBalanceCoversAndASmallOnePassesALargeOne() {
    List<Caller<Boolean>> large = List.of(waitsFor("0.65"), waitsFor("0.65"), waitsFor("0.65"));
    Caller<Boolean> small = waitsFor("0.02");
    balance = "1.33";
    world.advance(FIRST);
    assertThat(large).extracting(CompletableFuture::isDone).containsExactly(true, true, false);
    assertThat(large.get(0)).isCompletedWithValue(true);
    assertThat(small).isCompletedWithValue(true);
    assertThat(looks).as("one look for all").hasSize(1);
    world.advance(SECOND);
    assertThat(large.get(2)).isCompletedWithValue(true);
  }

  @Test
  void aBalanceOfExactlyTheNeedCoversIt() {
    balance = "0.64";
    Caller<Boolean> call = waitsFor("0.65");
    world.advance(FIRST);
    assertThat(call).isNotDone();
    balance = "0.65";
    world.advance(SECOND);
    assertThat(call).isCompletedWithValue(true);
  }

  @Test
  void aLookThatFailsLetsNoCallContinueAndTheNextOneFollows() {
    balance = null;
    Caller<Boolean> call = waitsFor("0.00");
    world.advance(FIRST);
    assertThat(call).isNotDone();
    balance = "0.65";
    world.advance(SECOND);
    assertThat(call).isCompletedWithValue(true);
  }

  @Test
  void aLookThatThrowsIsOneThatFails() {
    boolean[] throwing = {true};
    BalanceWaits balanceWaits =
        new BalanceWaits(
            () -> {
              if (throwing[0]) throw new IllegalStateException("no thread for it");
              return read();
            },
            world.environment().time());
    Caller<Boolean> call = waitsFor("0.65", balanceWaits.begin(LONGEST), LONGEST);
    world.advance(FIRST);
    assertThat(call).isNotDone();
    throwing[0] = false;
    balance = "0.65";
    world.advance(SECOND);
    assertThat(call).isCompletedWithValue(true);
  }

  @Test
  void aCallThatHasLeftTakesNothingFromTheOthers() {
    Caller<Boolean> gone = waitsFor("0.65", balanceWaits.begin(LONGEST), Duration.ofSeconds(1));
    Caller<Boolean> call = waitsFor("0.65");
    balance = "0.65";
    world.advance(FIRST);
    assertThat(gone).isCompletedWithValue(false);
    assertThat(call).isCompletedWithValue(true);
  }

  @Test
  void whenTheLastCallHasLeftTheBalanceIsNotRead() {
    Caller<Boolean> gone = waitsFor("0.65", balanceWaits.begin(LONGEST), Duration.ofSeconds(1));
    world.advance(LONGEST);
    assertThat(gone).isCompletedWithValue(false);
    assertThat(looks).isEmpty();
  }

  @Test
  void aCallThatIsEndedWaitsNoMore() {
    Wait aborted = new TestWait(true);
    assertThat(balanceWaits.begin(LONGEST).awaitBalance(BigDecimal.ONE, LONGEST, aborted))
        .isFalse();
    world.advance(LONGEST);
    assertThat(looks).isEmpty();
  }

  // --- the waits of one call ---

  @Test
  void theLongestWaitBeginsWithTheFirstRefusal() {
    BalanceWait call = balanceWaits.begin(LONGEST);
    balance = "0.65";
    Caller<Boolean> first = waitsFor("0.65", call, LONGEST);
    world.advance(FIRST);
    assertThat(first).isCompletedWithValue(true);
    world.advance(LONGEST);
    assertThat(waitsFor("0.65", call, LONGEST)).isCompletedWithValue(false);
  }

  @Test
  void nobodyWaitsLongerThanThePolicySays() {
    Caller<Boolean> call = waitsFor("0.65");
    world.advance(LONGEST.minusMillis(1));
    assertThat(call).isNotDone();
    world.advance(Duration.ofMillis(1));
    assertThat(call).isCompletedWithValue(false);
  }

  @Test
  void aCallThatIsRefusedAgainIsNotSentAtTheLookOfAnother() {
    balance = "9.00";
    BalanceWait call = balanceWaits.begin(LONGEST);
    Caller<Boolean> first = waitsFor("0.65", call, LONGEST);
    world.advance(FIRST);
    assertThat(first).isCompletedWithValue(true);

    Caller<Boolean> another = waitsFor("0.65");
    Caller<Boolean> again = waitsFor("0.65", call, LONGEST);
    world.advance(FIRST);
    assertThat(another).isCompletedWithValue(true);
    assertThat(again).isNotDone();
    world.advance(OTHERS);
    assertThat(again).isCompletedWithValue(true);
  }

  // --- how often ---

  @Test
  void theBalanceIsLookedAtAfterFiveSecondsAfterTenMoreAndThenEveryThirty() {
    waitsFor("0.65");
    world.advance(Duration.ofMinutes(2));
    assertThat(looks)
        .extracting(at -> Duration.between(World.START, at).toSeconds())
        .containsExactly(5L, 15L, 45L, 75L, 105L);
  }

  @Test
  void callsThatBeganAtDifferentTimesShareEachLook() {
    for (int i = 0; i < 4; i++) {
      waitsFor("0.65");
      world.advance(Duration.ofSeconds(1));
    }
    world.advance(Duration.ofMinutes(1));
    assertThat(looks)
        .extracting(at -> Duration.between(World.START, at).toSeconds())
        .containsExactly(5L, 15L, 45L);
  }

  @Test
  void aLaterCallGetsItsFirstLookAsSoonAsTheEarlierOnesDid() {
    waitsFor("0.65");
    world.advance(Duration.ofSeconds(50));
    int before = looks.size();
    Caller<Boolean> call = waitsFor("0.02");
    balance = "0.02";
    world.advance(FIRST);
    assertThat(call).isCompletedWithValue(true);
    assertThat(looks).hasSize(before + 1);
  }

  @Test
  void aCallThatIsDueDuringALookWaitsForIt() {
    latency = Duration.ofSeconds(2);
    Caller<Boolean> first = waitsFor("0.65");
    world.advance(Duration.ofSeconds(1));
    Caller<Boolean> second = waitsFor("0.02");
    balance = "0.67";
    world.advance(Duration.ofSeconds(6));
    assertThat(first).isCompletedWithValue(true);
    assertThat(second).isCompletedWithValue(true);
    assertThat(looks).hasSize(1);
  }
}
