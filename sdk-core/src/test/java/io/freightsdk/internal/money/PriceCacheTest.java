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

/** The validity of a price, and the waits of callers for the next one. */
class PriceCacheTest {
  private static final Duration VALIDITY = PriceCache.VALIDITY;
  private static final Operation CREATE = Operation.CREATE_LOAD;

  private final MovableClock clock = new MovableClock();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger reads = new AtomicInteger();

  /** The next response of the list; null to respond immediately. */
  private @Nullable CompletableFuture<Pricing> late;

  private BigDecimal listed = new BigDecimal("0.65");
  private final PriceCache prices = new PriceCache(this::read, time());

  private CompletableFuture<Pricing> read() {
    reads.incrementAndGet();
    if (late != null) return late;
    return CompletableFuture.completedFuture(new Pricing("USD", Map.of("load_create", listed)));
  }

  private TimeSource time() {
    return Environments.time(clock, nanos::get);
  }

  private void advanceTime(Duration time) {
    clock.advance(time);
    nanos.addAndGet(time.toNanos());
  }

  /** The monotonic clock may stand still meanwhile. */
  @Test
  void suspendedMachineHasNoCachedPrice() {
    prices.readAsync(CREATE).join();
    clock.advance(VALIDITY);
    assertThat(prices.cachedPrice(CREATE)).isNull();
  }

  @Test
  void negativePriceIsIgnored() {
    listed = new BigDecimal("-0.65");
    assertThat(prices.readAsync(CREATE).join().usd()).isNull();
    assertThat(prices.lastKnownPrice(CREATE).usd()).isNull();
    assertThatThrownBy(() -> prices.price(CREATE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no price load_create");
  }

  // --- how old a price may be ---

  @Test
  void priceAgesFromItsRequest() {
    late = new CompletableFuture<>();
    Instant requestedAt = clock.instant();
    CompletableFuture<Price> price = prices.readAsync(CREATE);
    advanceTime(Duration.ofSeconds(3));
    late.complete(list("0.65"));
    assertThat(price.join().readAt()).isEqualTo(requestedAt);
    advanceTime(Duration.ofSeconds(7));
    assertThat(prices.cachedPrice(CREATE)).isNull();
  }

  // --- waits ---

  @Test
  void callerDuringAReadWaitsForItsEnd() {
    late = new CompletableFuture<>();
    CompletableFuture<Price> one = prices.readAsync(CREATE);
    advanceTime(VALIDITY.plusSeconds(1));
    CompletableFuture<Price> two = prices.readAsync(CREATE);
    late.complete(list("0.65"));
    assertThat(usd(one.join())).isEqualByComparingTo("0.65");
    assertThat(usd(two.join())).isEqualByComparingTo("0.65");
    assertThat(reads).hasValue(1);
    assertThat(prices.cachedPrice(CREATE)).as("it was asked for too long ago").isNull();
  }

  @Test
  void cancellingOneWaitDoesNotCancelTheSharedRead() {
    late = new CompletableFuture<>();
    CompletableFuture<Price> one = prices.readAsync(CREATE);
    CompletableFuture<Price> two = prices.readAsync(CREATE);
    one.cancel(true);
    late.complete(list("0.65"));
    assertThat(usd(two.join())).isEqualByComparingTo("0.65");
    assertThat(reads).hasValue(1);
  }

  @Test
  void exceptionFailsOnlyItsOwnRead() {
    List<Boolean> throwing = new ArrayList<>(List.of(true));
    PriceCache cache =
        new PriceCache(
            () -> {
              if (!throwing.isEmpty()) throw new NoClassDefFoundError("com/example/Missing");
              return read();
            },
            time());
    assertThatThrownBy(() -> cache.readAsync(CREATE).join())
        .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    throwing.clear();
    advanceTime(Duration.ofSeconds(5));
    assertThat(usd(cache.readAsync(CREATE).join())).isEqualByComparingTo("0.65");
  }

  private static Pricing list(String usd) {
    return new Pricing("USD", Map.of("load_create", new BigDecimal(usd)));
  }

  private static @Nullable BigDecimal usd(@Nullable Price price) {
    return price == null ? null : price.usd();
  }
}
