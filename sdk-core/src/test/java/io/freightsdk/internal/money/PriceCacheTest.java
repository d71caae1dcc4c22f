package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long a price lasts when the time of day is set. */
class PriceCacheTest {
  private static final Duration LIFE = Duration.ofMinutes(5);

  private final MovableClock clock = new MovableClock();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger readings = new AtomicInteger();
  private boolean fails;

  /** The next reading; null to read at once. */
  private @Nullable CompletableFuture<Pricing> late;

  private BigDecimal listed = new BigDecimal("0.65");
  private final PriceCache prices =
      new PriceCache(this::read, clock, nanos::get, LIFE, Runnable::run);

  private CompletableFuture<Pricing> read() {
    readings.incrementAndGet();
    if (late != null) return late;
    return fails
        ? CompletableFuture.failedFuture(new IllegalStateException("away"))
        : CompletableFuture.completedFuture(new Pricing("USD", Map.of("load_create", listed)));
  }

  private void pass(Duration time) {
    clock.advance(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void aClockThatIsSetBackMakesNoPriceLastLonger() {
    prices.learn(Operation.CREATE_LOAD).join();
    clock.advance(Duration.ofHours(-2));
    assertThat(prices.known(Operation.CREATE_LOAD)).isNotNull();
    pass(LIFE);
    assertThat(prices.known(Operation.CREATE_LOAD)).isNull();
    assertThat(prices.quote(Operation.CREATE_LOAD, 1).age()).isLessThan(LIFE);
  }

  @Test
  void aPriceBelowZeroIsNone() {
    listed = new BigDecimal("-0.65");
    assertThat(prices.learn(Operation.CREATE_LOAD).join().usd()).isNull();
    assertThat(prices.lastKnown(Operation.CREATE_LOAD)).isNull();
    assertThatThrownBy(() -> prices.quote(Operation.CREATE_LOAD, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no price load_create");
  }

  @Test
  void aClockThatIsSetBackKeepsNobodyFromAskingAgain() {
    fails = true;
    assertThat(prices.learn(Operation.CREATE_LOAD)).isCompletedExceptionally();
    clock.advance(Duration.ofHours(-2));
    fails = false;
    pass(Duration.ofSeconds(5));
    assertThat(prices.learn(Operation.CREATE_LOAD)).isCompleted();
    assertThat(readings).hasValue(2);
  }

  @Test
  void aListThatWasAskedForBeforeAPriceWasStatedDoesNotReplaceThatPrice() {
    prices.learn(Operation.CREATE_LOAD).join();
    pass(LIFE.multipliedBy(4).dividedBy(5));
    late = new CompletableFuture<>();
    CompletableFuture<Pricing> before = late;
    assertThat(prices.known(Operation.CREATE_LOAD)).isNotNull(); // It is read in the background.
    prices.heard(Operation.CREATE_LOAD, new BigDecimal("0.70"));
    late = null;
    listed = new BigDecimal("0.70");
    before.complete(new Pricing("USD", Map.of("load_create", new BigDecimal("0.65"))));

    assertThat(prices.lastKnown(Operation.CREATE_LOAD)).isEqualByComparingTo("0.70");
  }
}
