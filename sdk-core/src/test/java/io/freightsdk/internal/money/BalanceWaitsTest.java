package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.concurrent.AbortableWait;
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

/** How long calls wait for money, and how often the balance is looked at for all of them. */
class BalanceWaitsTest {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration SECOND = Duration.ofSeconds(10);
  private static final Duration OTHERS = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final World world = new World();
  private final List<Instant> looks = new ArrayList<>();

  /** What the next looks find; null for one that fails. */
  private @Nullable String balance = "0.00";

  private final BalanceWaits balanceWaits =
      new BalanceWaits(this::read, world.environment().time());

  @AfterEach
  void close() {
    world.run();
    world.close();
  }

  private CompletableFuture<Balance> read() {
    looks.add(world.now());
    return balance == null
        ? CompletableFuture.failedFuture(new IllegalStateException("the service is away"))
        : CompletableFuture.completedFuture(new Balance("USD", new BigDecimal(balance)));
  }

  private Caller<Boolean> waitsFor(String usd) {
    return waitsFor(usd, balanceWaits.begin(LONGEST), LONGEST);
  }

  private Caller<Boolean> waitsFor(String usd, BalanceWait call, Duration atMost) {
    return world.start(() -> call.awaitBalance(new BigDecimal(usd), atMost, new OfTheWorld()));
  }

  /** The wait of a call. */
  private final class OfTheWorld implements AbortableWait {
    @Override
    public void await(Duration atMost, BooleanSupplier over) {
      world.environment().time().await(atMost, over);
    }

    @Override
    public boolean isAborted() {
      return false;
    }
  }

  // --- who goes on ---

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
}
