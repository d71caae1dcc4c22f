package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Timer;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a price lasts, and who waits for the next one. */
class PriceCacheTest {
  private static final Duration LIFE = PriceCache.LIFE;
  private static final Duration MAX_AGE = PriceCache.MAX_AGE;
  private static final Operation CREATE = Operation.CREATE_LOAD;
  private static final Duration MINUTES = Duration.ofMinutes(2);
  private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

  private final MovableClock clock = new MovableClock();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger readings = new AtomicInteger();
  private boolean fails;

  /** The next reading; null to read at once. */
  private @Nullable CompletableFuture<Pricing> late;

  private BigDecimal listed = new BigDecimal("0.65");
  private final PriceCache prices = new PriceCache(this::read, environment());

  private CompletableFuture<Pricing> read() {
    readings.incrementAndGet();
    if (late != null) return late;
    return fails
        ? CompletableFuture.failedFuture(new IllegalStateException("away"))
        : CompletableFuture.completedFuture(new Pricing("USD", Map.of("load_create", listed)));
  }

  private Environment environment() {
    return Environments.of(Environments.time(clock, nanos::get), Timer.MACHINE);
  }

  private void pass(Duration time) {
    clock.advance(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void aClockThatIsSetBackMakesNoPriceLastLonger() {
    prices.learn(CREATE).join();
    clock.advance(Duration.ofHours(-2));
    assertThat(prices.fresh(CREATE)).isNotNull();
    pass(LIFE);
    assertThat(prices.fresh(CREATE)).isNull();
    assertThat(prices.price(CREATE)).isEqualByComparingTo("0.65");
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

  @Test
  void aClockThatIsSetBackDoesNotKeepThePriceListFromBeingReadAgain() {
    fails = true;
    assertThat(prices.learn(CREATE)).isCompletedExceptionally();
    clock.advance(Duration.ofHours(-2));
    fails = false;
    pass(Duration.ofSeconds(5));
    assertThat(prices.learn(CREATE)).isCompleted();
    assertThat(readings).hasValue(2);
  }

  // --- how old a price may be ---

  @Test
  void aPriceIsReadAgainInTheBackgroundFromFourFifthsOfItsLifeOn() {
    prices.learn(CREATE).join();
    pass(Duration.ofSeconds(7));
    assertThat(usd(prices.fresh(CREATE))).isEqualByComparingTo("0.65");
    assertThat(readings).hasValue(1);
    listed = new BigDecimal("0.70");
    pass(Duration.ofSeconds(1));
    assertThat(usd(prices.fresh(CREATE))).isEqualByComparingTo("0.65");
    assertThat(readings).hasValue(2);
    assertThat(usd(prices.fresh(CREATE))).isEqualByComparingTo("0.70");
  }

  @ParameterizedTest(name = "after {0} s the call is sent: {1}")
  @CsvSource({"299, true", "300, false"})
  void whileTheListFailsAPriceIsGoodUnderALimitForItsGreatestAge(int seconds, boolean sent) {
    prices.learn(CREATE).join();
    fails = true;
    pass(Duration.ofSeconds(seconds));
    assertThat(prices.fresh(CREATE)).as("the list is asked first").isNull();
    CompletableFuture<Price> price = prices.learn(CREATE);
    assertThat(price).isDone();
    assertThat(price.isCompletedExceptionally()).isEqualTo(!sent);
    assertThat(prices.learn(CREATE).isCompletedExceptionally()).isEqualTo(!sent);
    assertThat(readings).as("and not asked again for a moment").hasValue(2);
  }

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

  @ParameterizedTest
  @ValueSource(ints = {-2, 2})
  void aReadingReplacesEarlierOnesWhereverTheClockIsSet(int hours) {
    prices.learn(CREATE).join();
    clock.advance(Duration.ofHours(hours));
    pass(LIFE);
    listed = new BigDecimal("0.70");
    prices.learn(CREATE).join();
    assertThat(usd(prices.fresh(CREATE))).isEqualByComparingTo("0.70");
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, 2})
  void aClockThatIsSetDuringAReadingMakesItOneOfNoOtherTime(int hours) {
    late = new CompletableFuture<>();
    CompletableFuture<Price> asked = prices.learn(CREATE);
    clock.advance(Duration.ofHours(hours));
    late.complete(list("0.65"));
    asked.join();
    pass(LIFE);
    assertThat(prices.fresh(CREATE)).isNull();
    late = null;
    listed = new BigDecimal("0.70");
    assertThat(prices.learn(CREATE).join().usd()).isEqualByComparingTo("0.70");
    assertThat(usd(prices.fresh(CREATE))).isEqualByComparingTo("0.70");
  }

  // --- who waits, and for how long ---

  @Test
  void aCallThatNeedsAPriceWaitsForTheFirstReadingAndAnotherForFiveSeconds() {
    assertThat(prices.patience(CREATE, true, MINUTES)).isEqualTo(MINUTES);
    assertThat(prices.patience(CREATE, false, MINUTES)).isEqualTo(Duration.ofSeconds(5));
    assertThat(prices.patience(CREATE, false, Duration.ofSeconds(1))).isEqualTo(HALF_A_SECOND);
    assertThat(prices.staleIfError(CREATE).usd()).isNull();
  }

  @Test
  void aReadingThatIsNotTooOldReplacesOneThatIsLate() {
    prices.learn(CREATE).join();
    pass(MAX_AGE.minusSeconds(1));
    assertThat(prices.patience(CREATE, true, MINUTES)).isEqualTo(HALF_A_SECOND);
    assertThat(prices.patience(CREATE, true, Duration.ZERO)).isZero();
    assertThat(usd(prices.staleIfError(CREATE))).isEqualByComparingTo("0.65");
    pass(Duration.ofSeconds(1));
    assertThat(prices.patience(CREATE, true, MINUTES)).isEqualTo(MINUTES);
    assertThat(prices.staleIfError(CREATE).usd()).isNull();
  }

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
  void aListThatFailsIsAskedForAgainAfterFiveSeconds() {
    fails = true;
    assertThat(prices.learn(CREATE)).isCompletedExceptionally();
    fails = false;
    pass(Duration.ofMillis(4_999));
    assertThat(prices.learn(CREATE)).isCompletedExceptionally();
    pass(Duration.ofMillis(1));
    assertThat(usd(prices.learn(CREATE).join())).isEqualByComparingTo("0.65");
    assertThat(readings).hasValue(2);
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
  void anInterruptOfAWaitDoesNotCancelTheReadingForOthers() {
    late = new CompletableFuture<>();
    CompletableFuture<Price> other = prices.learn(CREATE);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> prices.price(CREATE)).isInstanceOf(FreightCancelledException.class);
    assertThat(Thread.interrupted()).as("the flag stays").isTrue();
    late.complete(list("0.65"));
    assertThat(usd(other.join())).isEqualByComparingTo("0.65");
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
            environment());
    assertThatThrownBy(() -> cache.learn(CREATE).join())
        .hasRootCauseInstanceOf(NoClassDefFoundError.class);
    throwing.clear();
    pass(Duration.ofSeconds(5));
    assertThat(usd(cache.learn(CREATE).join())).isEqualByComparingTo("0.65");
  }

  @Test
  void aPriceOfZeroIsAPrice() {
    listed = new BigDecimal("0.00");
    prices.learn(CREATE).join();
    assertThat(usd(prices.fresh(CREATE))).isEqualByComparingTo("0");
    assertThat(prices.price(CREATE)).isEqualByComparingTo("0");
  }

  private static Pricing list(String usd) {
    return new Pricing("USD", Map.of("load_create", new BigDecimal(usd)));
  }

  private static @Nullable BigDecimal usd(@Nullable Price price) {
    return price == null ? null : price.usd();
  }
}
