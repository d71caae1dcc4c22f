package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.concurrent.AbortableWait;
import io.freightsdk.internal.money.BalanceWaits.CallWaits;
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

/** The waits of calls for a top-up, and the shared reads of the balance. */
class BalanceWaitsTest {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration SECOND = Duration.ofSeconds(10);
  private static final Duration OTHERS = Duration.ofSeconds(30);
  private static final Duration MAX_WAIT = Duration.ofMinutes(10);

  private final World world = new World();
  private final List<Instant> reads = new ArrayList<>();

  /** The result of the next reads; null for a failure. */
  private @Nullable String balance = "0.00";

  private final BalanceWaits balanceWaits =
      new BalanceWaits(this::read, world.environment().time());

  @AfterEach
  void close() {
    world.run();
    world.close();
  }

  private CompletableFuture<Balance> read() {
    reads.add(world.now());
    return balance == null
        ? CompletableFuture.failedFuture(new IllegalStateException("the service is away"))
        : CompletableFuture.completedFuture(new Balance("USD", new BigDecimal(balance)));
  }

  private Caller<Boolean> startWaitFor(String usd) {
    return startWaitFor(usd, balanceWaits.startWaits(MAX_WAIT), MAX_WAIT);
  }

  private Caller<Boolean> startWaitFor(String usd, CallWaits call, Duration atMost) {
    return world.start(() -> call.awaitBalance(new BigDecimal(usd), atMost, new WorldWait()));
  }

  /** The wait of a call. */
  private class WorldWait implements AbortableWait {
    @Override
    public void await(Duration atMost, BooleanSupplier over) {
      world.environment().time().await(atMost, over);
    }

    @Override
    public boolean isAborted() {
      return false;
    }
  }

  // --- calls that continue ---

  @Test
  void failedReadLetsNoCallContinueUntilTheNextRead() {
    balance = null;
    Caller<Boolean> call = startWaitFor("0.00");
    world.advance(FIRST);
    assertThat(call).isNotDone();
    balance = "0.65";
    world.advance(SECOND);
    assertThat(call).isCompletedWithValue(true);
  }

  /** Both calls are due at the same time. On a busy machine, one thread runs after the read. */
  @Test
  void delayedCallContinuesAfterTheReadThatCoversIt() {
    CompletableFuture<Balance> response = new CompletableFuture<>();
    BalanceWaits waits = new BalanceWaits(() -> response, world.environment().time());
    Duration delay = Duration.ofSeconds(1);
    AbortableWait delayed =
        new WorldWait() {
          @Override
          public boolean isAborted() {
            await(delay, () -> false);
            return false;
          }
        };
    BigDecimal needed = new BigDecimal("0.65");
    world.start(() -> waits.startWaits(MAX_WAIT).awaitBalance(needed, MAX_WAIT, new WorldWait()));
    Caller<Boolean> call =
        world.start(() -> waits.startWaits(MAX_WAIT).awaitBalance(needed, MAX_WAIT, delayed));
    world.advance(FIRST);
    response.complete(new Balance("USD", new BigDecimal("9.00")));
    world.advance(delay);
    assertThat(call).isCompletedWithValue(true);
  }

  // --- the waits of one call ---

  @Test
  void maximumWaitStartsWithTheFirstRefusal() {
    CallWaits call = balanceWaits.startWaits(MAX_WAIT);
    balance = "0.65";
    Caller<Boolean> first = startWaitFor("0.65", call, MAX_WAIT);
    world.advance(FIRST);
    assertThat(first).isCompletedWithValue(true);
    world.advance(MAX_WAIT);
    assertThat(startWaitFor("0.65", call, MAX_WAIT)).isCompletedWithValue(false);
  }

  @Test
  void noCallWaitsLongerThanThePolicyAllows() {
    Caller<Boolean> call = startWaitFor("0.65");
    world.advance(MAX_WAIT.minusMillis(1));
    assertThat(call).isNotDone();
    world.advance(Duration.ofMillis(1));
    assertThat(call).isCompletedWithValue(false);
  }

  @Test
  void callRefusedAgainWaitsForItsOwnRead() {
    balance = "9.00";
    CallWaits call = balanceWaits.startWaits(MAX_WAIT);
    Caller<Boolean> first = startWaitFor("0.65", call, MAX_WAIT);
    world.advance(FIRST);
    assertThat(first).isCompletedWithValue(true);

    Caller<Boolean> another = startWaitFor("0.65");
    Caller<Boolean> again = startWaitFor("0.65", call, MAX_WAIT);
    world.advance(FIRST);
    assertThat(another).isCompletedWithValue(true);
    assertThat(again).isNotDone();
    world.advance(OTHERS);
    assertThat(again).isCompletedWithValue(true);
  }

  // --- how often ---

  @Test
  void balanceIsReadAfterFiveSecondsTenMoreAndThenEveryThirty() {
    startWaitFor("0.65");
    world.advance(Duration.ofMinutes(2));
    assertThat(reads)
        .extracting(at -> Duration.between(World.START, at).toSeconds())
        .containsExactly(5L, 15L, 45L, 75L, 105L);
  }

  @Test
  void callsThatStartedAtDifferentTimesShareEachRead() {
    for (int i = 0; i < 4; i++) {
      startWaitFor("0.65");
      world.advance(Duration.ofSeconds(1));
    }
    world.advance(Duration.ofMinutes(1));
    assertThat(reads)
        .extracting(at -> Duration.between(World.START, at).toSeconds())
        .containsExactly(5L, 15L, 45L);
  }

  @Test
  void laterCallGetsItsFirstReadAsSoonAsEarlierCalls() {
    startWaitFor("0.65");
    world.advance(Duration.ofSeconds(50));
    int before = reads.size();
    Caller<Boolean> call = startWaitFor("0.02");
    balance = "0.02";
    world.advance(FIRST);
    assertThat(call).isCompletedWithValue(true);
    assertThat(reads).hasSize(before + 1);
  }
}
