package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long a price lasts, and who waits for the next one. */
class PriceCacheTest {
  private static final Duration LIFE = PriceCache.LIFE;
  private static final Operation CREATE = Operation.CREATE_LOAD;

  private final MovableClock clock = new MovableClock();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger readings = new AtomicInteger();

  /** The next reading; null to read at once. */
  private @Nullable CompletableFuture<Pricing> late;

  private BigDecimal listed = new BigDecimal("0.65");
  private final PriceCache prices = new PriceCache(this::read, time());

  private CompletableFuture<Pricing> read() {
    readings.incrementAndGet();
    if (late != null) return late;
    return CompletableFuture.completedFuture(new Pricing("USD", Map.of("load_create", listed)));
  }

  private TimeSource time() {
    return Environments.time(clock, nanos::get);
  }

  private void pass(Duration time) {
    clock.advance(time);
    nanos.addAndGet(time.toNanos());
  }

  /** The monotonic clock may stand still meanwhile. */
  @Test
  void aMachineThatHasSleptHasNoYoungPrice() {
    prices.learn(CREATE).join();
    clock.advance(LIFE);
    assertThat(prices.fresh(CREATE)).isNull();
  }

  @Test
  void aPriceBelowZeroIsNone() {
    listed = new BigDecimal("-0.65");
    assertThat(prices.learn(CREATE).join().usd()).isNull();
    assertThat(prices.staleIfError(CREATE).usd()).isNull();
    assertThatThrownBy(() -> prices.price(CREATE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no price load_create");
  }

  // --- how old a price may be ---

  @Test
  void aPriceAgesFromWhenItWasAskedFor() {
    late = new CompletableFuture<>();
    Instant asked = clock.instant();
    CompletableFuture<Price> price = prices.learn(CREATE);
    pass(Duration.ofSeconds(3));
    late.complete(list("0.65"));
    assertThat(price.join().readAt()).isEqualTo(asked);
    pass(Duration.ofSeconds(7));
    assertThat(prices.fresh(CREATE)).isNull();
  }

  // --- who waits, and for how long ---

  @Test
  void aCallerDuringAReadingWaitsForItHoweverLongItTakes() {
    late = new CompletableFuture<>();
    CompletableFuture<Price> one = prices.learn(CREATE);
    pass(LIFE.plusSeconds(1));
    CompletableFuture<Price> two = prices.learn(CREATE);
    late.complete(list("0.65"));
    assertThat(usd(one.join())).isEqualByComparingTo("0.65");
    assertThat(usd(two.join())).isEqualByComparingTo("0.65");
    assertThat(readings).hasValue(1);
    assertThat(prices.fresh(CREATE)).as("it was asked for too long ago").isNull();
  }

  @Test
  void cancellingAWaitDoesNotCancelTheReadingForOthers() {
    late = new CompletableFuture<>();
    CompletableFuture<Price> one = prices.learn(CREATE);
    CompletableFuture<Price> two = prices.learn(CREATE);
    one.cancel(true);
    late.complete(list("0.65"));
    assertThat(usd(two.join())).isEqualByComparingTo("0.65");
    assertThat(readings).hasValue(1);
  }

  @Test
  void whatThrowsInPlaceOfAReadingFailsOnlyThatReading() {
    List<Boolean> throwing = new ArrayList<>(List.of(true));
    PriceCache cache =
        new PriceCache(
            () -> {
              if (!throwing.isEmpty()) throw new NoClassDefFoundError("com/example/Missing");
              return read();
            },
            time());
    assertThatThrownBy(() -> cache.learn(CREATE).join())
        .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    throwing.clear();
    pass(Duration.ofSeconds(5));
    assertThat(usd(cache.learn(CREATE).join())).isEqualByComparingTo("0.65");
  }

  private static Pricing list(String usd) {
    return new Pricing("USD", Map.of("load_create", new BigDecimal(usd)));
  }

  private static @Nullable BigDecimal usd(@Nullable Price price) {
    return price == null ? null : price.usd();
  }
}
