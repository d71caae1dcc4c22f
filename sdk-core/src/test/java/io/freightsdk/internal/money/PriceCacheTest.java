package io.freightsdk.internal.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.spend.Moment;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TopUpPolicy;
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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a price lasts when the time of day is set. */
class PriceCacheTest {
  private static final Duration LIFE = Duration.ofSeconds(10);
  private static final Duration MAX_AGE = Duration.ofMinutes(5);
  private static final Operation CREATE = Operation.CREATE_LOAD;

  private final AtomicReference<@Nullable PriceReading> shared = new AtomicReference<>();
  private final MovableClock clock = new MovableClock();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger readings = new AtomicInteger();
  private boolean fails;

  /** The next reading; null to read at once. */
  private @Nullable CompletableFuture<Pricing> late;

  private BigDecimal listed = new BigDecimal("0.65");
  private final PriceCache prices = cache(LIFE, MAX_AGE);

  private PriceCache cache(Duration life, Duration maxAge) {
    return new PriceCache(
        this::read, shared::set, shared::get, environment(), life, maxAge, Runnable::run);
  }

  private CompletableFuture<Pricing> read() {
    readings.incrementAndGet();
    if (late != null) return late;
    return fails
        ? CompletableFuture.failedFuture(new IllegalStateException("away"))
        : CompletableFuture.completedFuture(new Pricing("USD", Map.of("load_create", listed)));
  }

  private Environment environment() {
    return Environments.of(clock, nanos::get, Environments.machine().timer());
  }

  private void pass(Duration time) {
    clock.advance(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void aClockThatIsSetBackMakesNoPriceLastLonger() {
    prices.learn(CREATE).join();
    clock.advance(Duration.ofHours(-2));
    assertThat(prices.known(CREATE, true)).isNotNull();
    pass(LIFE);
    assertThat(prices.known(CREATE, true)).isNull();
    assertThat(prices.quote(CREATE, 1).age()).isLessThan(LIFE);
  }

  @Test
  void aPriceBelowZeroIsNone() {
    listed = new BigDecimal("-0.65");
    assertThat(prices.learn(CREATE).join().usd()).isNull();
    assertThat(prices.newest(CREATE).usd()).isNull();
    assertThatThrownBy(() -> prices.quote(CREATE, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no price load_create");
  }

  @Test
  void aClockThatIsSetBackKeepsNobodyFromAskingAgain() {
    fails = true;
    assertThat(prices.learn(CREATE)).isCompletedExceptionally();
    clock.advance(Duration.ofHours(-2));
    fails = false;
    pass(Duration.ofSeconds(5));
    assertThat(prices.learn(CREATE)).isCompleted();
    assertThat(readings).hasValue(2);
  }

  @Test
  void aListThatWasAskedForBeforeAPriceWasStatedDoesNotReplaceThatPrice() {
    prices.learn(CREATE).join();
    pass(LIFE.multipliedBy(4).dividedBy(5));
    late = new CompletableFuture<>();
    CompletableFuture<Pricing> before = late;
    assertThat(prices.known(CREATE, true)).isNotNull(); // It is read in the background.
    prices.heard(CREATE, new BigDecimal("0.70"));
    late = null;
    listed = new BigDecimal("0.70");
    before.complete(new Pricing("USD", Map.of("load_create", new BigDecimal("0.65"))));

    assertThat(usd(prices.newest(CREATE))).isEqualByComparingTo("0.70");
  }

  // --- how old a price may be ---

  @Test
  void aPriceIsReadAgainInTheBackgroundFromFourFifthsOfItsLifeOn() {
    prices.learn(CREATE).join();
    pass(Duration.ofSeconds(7));
    assertThat(usd(prices.known(CREATE, true))).isEqualByComparingTo("0.65");
    assertThat(readings).hasValue(1);
    listed = new BigDecimal("0.70");
    pass(Duration.ofSeconds(1));
    assertThat(usd(prices.known(CREATE, true))).isEqualByComparingTo("0.65");
    assertThat(readings).hasValue(2);
    assertThat(usd(prices.known(CREATE, true))).isEqualByComparingTo("0.70");
  }

  @ParameterizedTest(name = "after {0} s the call is sent: {1}")
  @CsvSource({"299, true", "300, false"})
  void whileTheListFailsAPriceIsGoodUnderALimitForItsGreatestAge(int seconds, boolean sent) {
    prices.learn(CREATE).join();
    fails = true;
    pass(Duration.ofSeconds(seconds));
    assertThat(prices.known(CREATE, true)).as("the list is asked first").isNull();
    CompletableFuture<Price> price = prices.learn(CREATE);
    assertThat(price).isDone();
    assertThat(price.isCompletedExceptionally()).isEqualTo(!sent);
    assertThat(prices.learn(CREATE).isCompletedExceptionally()).isEqualTo(!sent);
    assertThat(readings).as("and not asked again for a moment").hasValue(2);
  }

  @Test
  void withAGreatestAgeOfZeroTheFirstFailureStopsCallsUnderALimit() {
    PriceCache strict = cache(LIFE, Duration.ZERO);
    strict.learn(CREATE).join();
    fails = true;
    pass(LIFE);
    assertThat(strict.learn(CREATE)).isCompletedExceptionally();
  }

  @Test
  void withALifeOfZeroEachCallHasAReadingThatWasSentAfterItCame() {
    PriceCache always = cache(Duration.ZERO, MAX_AGE);
    late = new CompletableFuture<>();
    CompletableFuture<Pricing> first = late;
    assertThat(always.known(CREATE, true)).isNull();
    CompletableFuture<Price> one = always.learn(CREATE);
    CompletableFuture<Price> two = always.learn(CREATE);
    CompletableFuture<Price> three = always.learn(CREATE);
    assertThat(readings).hasValue(1);

    late = null;
    listed = new BigDecimal("0.70");
    first.complete(list("0.65"));
    assertThat(usd(one.join())).isEqualByComparingTo("0.65");
    assertThat(usd(two.join()))
        .as("the question was out when this call came")
        .isEqualByComparingTo("0.70");
    assertThat(usd(three.join())).isEqualByComparingTo("0.70");
    assertThat(readings).as("those who waited share one").hasValue(2);
    assertThat(always.known(CREATE, true)).isNull();
  }

  // --- who needs no price ---

  @Test
  void whoNeedsNoPriceTakesAnOldOneAndWaitsForNobody() {
    prices.learn(CREATE).join();
    late = new CompletableFuture<>();
    pass(Duration.ofMinutes(4));
    assertThat(usd(prices.known(CREATE, false))).isEqualByComparingTo("0.65");
    assertThat(readings).as("asked in the background").hasValue(2);
    assertThat(prices.known(CREATE, true)).isNull();
  }

  @Test
  void whoNeedsNoPriceIsSentWithoutOneWhileTheListIsAskedFor() {
    late = new CompletableFuture<>();
    for (int call = 0; call < 22; call++) {
      Price price = prices.known(CREATE, false);
      assertThat(price).as("call %d does not wait", call).isNotNull();
      assertThat(price.usd()).isNull();
    }
    assertThat(readings).hasValue(1);
    assertThat(prices.patience(CREATE)).as("who needs it").isGreaterThan(Duration.ofDays(1));
  }

  @Test
  void anAnswerWaitsForNoListThatIsLate() {
    late = new CompletableFuture<>();
    assertThat(prices.coming()).as("nobody has asked").isNull();
    prices.known(CREATE, false);
    CompletableFuture<?> coming = prices.coming();
    assertThat(coming).isNotDone();
    pass(Duration.ofSeconds(2));
    assertThat(prices.coming()).isNull();
    late.complete(list("0.65"));
    assertThat(coming).isDone();
    assertThat(usd(prices.known(CREATE, true))).isEqualByComparingTo("0.65");
  }

  @Test
  void anAnswerWaitsForNoListThatFailed() {
    fails = true;
    prices.known(CREATE, false);
    pass(Duration.ofMinutes(1));
    late = new CompletableFuture<>();
    prices.known(CREATE, false);
    assertThat(readings).hasValue(2);
    assertThat(prices.coming()).isNull();
  }

  @Test
  void whatWasFreeAWhileAgoIsNotSurelyFree() {
    listed = BigDecimal.ZERO;
    prices.learn(CREATE).join();
    assertThat(usd(prices.known(CREATE, false))).isZero();
    pass(LIFE);
    late = new CompletableFuture<>();
    assertThat(usd(prices.known(CREATE, false))).isNull();
  }

  // --- what others of the book read ---

  @Test
  void aPriceThatAnotherClientOfTheBookReadIsUsed() {
    PriceCache other = cache(LIFE, MAX_AGE);
    prices.learn(CREATE).join();
    List<PriceBook.Change> heard = new ArrayList<>();
    prices.onChange(heard::add);
    pass(Duration.ofSeconds(5));
    listed = new BigDecimal("1.20");
    other.quote(CREATE, 1, Duration.ZERO);

    assertThat(usd(prices.newest(CREATE))).isEqualByComparingTo("1.20");
    assertThat(usd(prices.known(CREATE, true))).isEqualByComparingTo("1.20");
    assertThat(heard).hasSize(1);
    pass(Duration.ofSeconds(6));
    prices.known(CREATE, true);
    assertThat(readings).as("its age is that of the other's question").hasValue(2);
  }

  /** The books say it while the list is out, because the call that asked is reserved meanwhile. */
  @Test
  void whatAnotherClientReadBeforeTheQuestionDoesNotReplaceItsAnswer() {
    prices.learn(CREATE).join();
    PriceReading mine = shared.get();
    pass(Duration.ofSeconds(1));
    listed = new BigDecimal("0.80");
    cache(LIFE, MAX_AGE).quote(CREATE, 1, Duration.ZERO);
    PriceReading others = shared.get();
    shared.set(mine);
    pass(Duration.ofMinutes(1));
    late = new CompletableFuture<>();
    CompletableFuture<Price> asked = prices.learn(CREATE);
    shared.set(others);
    assertThat(usd(prices.newest(CREATE))).isEqualByComparingTo("0.80");
    late.complete(list("0.50"));
    assertThat(usd(asked.join())).isEqualByComparingTo("0.50");
    assertThat(usd(prices.newest(CREATE))).isEqualByComparingTo("0.50");
  }

  @Test
  void aReadingSaysWhenItWasAskedAndAnswered() {
    late = new CompletableFuture<>();
    Instant asked = clock.instant();
    CompletableFuture<Price> price = prices.learn(CREATE);
    pass(Duration.ofSeconds(3));
    late.complete(list("0.65"));
    assertThat(price.join().readAt()).isEqualTo(asked.plusSeconds(3));
    assertThat(shared.get())
        .isEqualTo(
            new PriceReading(
                Map.of("load_create", new BigDecimal("0.65")),
                new Moment(asked, 0),
                new Moment(asked.plusSeconds(3), Duration.ofSeconds(3).toNanos())));
    pass(Duration.ofSeconds(7));
    assertThat(prices.known(CREATE, true)).as("it counts from the question").isNull();
  }

  @Test
  void aPriceThatARefusalStatesIsAReading() {
    prices.learn(CREATE).join();
    Instant asked = clock.instant();
    pass(Duration.ofSeconds(1));
    late = new CompletableFuture<>();
    prices.heard(CREATE, new BigDecimal("0.70"));
    PriceReading told = shared.get();
    assertThat(told.price(CREATE)).isEqualByComparingTo("0.70");
    assertThat(told.asked().wall()).as("the others are as old as they were").isEqualTo(asked);
    assertThat(told.answered().wall()).isEqualTo(asked.plusSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, 2})
  void aReadingReplacesEarlierOnesWhereverTheClockIsSet(int hours) {
    PriceCache prices = cacheOf(SpendStore.inMemory());
    prices.learn(CREATE).join();
    clock.advance(Duration.ofHours(hours));
    pass(LIFE);
    listed = new BigDecimal("0.70");
    prices.learn(CREATE).join();
    assertThat(usd(prices.newest(CREATE))).isEqualByComparingTo("0.70");
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, 2})
  void aClockThatIsSetDuringAReadingMakesItOneOfNoOtherTime(int hours) {
    SpendStore books = SpendStore.inMemory();
    PriceCache mine = cacheOf(books);
    late = new CompletableFuture<>();
    CompletableFuture<Price> asked = mine.learn(CREATE);
    clock.advance(Duration.ofHours(hours));
    late.complete(list("0.65"));
    asked.join();
    pass(LIFE);
    late = null;
    listed = new BigDecimal("0.70");
    assertThat(mine.learn(CREATE).join().usd()).isEqualByComparingTo("0.70");
    assertThat(usd(mine.newest(CREATE))).isEqualByComparingTo("0.70");
  }

  @Test
  void whatARefusalStatesReachesTheOtherClientsOfTheBooks() {
    SpendStore books = SpendStore.inMemory();
    PriceCache mine = cacheOf(books);
    mine.learn(CREATE).join();
    late = new CompletableFuture<>(); // The list that is read again does not come.
    pass(Duration.ofSeconds(1));
    mine.heard(CREATE, new BigDecimal("0.70"));
    assertThat(readOf(books).price(CREATE)).isEqualByComparingTo("0.70");
  }

  private PriceCache cacheOf(SpendStore store) {
    SpendBooks books = books(store);
    return new PriceCache(
        this::read,
        list -> {
          if (books.read(list)) books.tell();
        },
        books::newest,
        environment(),
        LIFE,
        MAX_AGE,
        Runnable::run);
  }

  /** What another client of the books learns of their prices. */
  private PriceReading readOf(SpendStore store) {
    SpendBooks books = books(store);
    books.ledger().adjust(BigDecimal.ZERO);
    return books.newest();
  }

  private SpendBooks books(SpendStore store) {
    return new SpendBooks(
        new SpendSettings(
            SpendLimits.none(), store, List.of(), TopUpPolicy.failFast(), LIFE, MAX_AGE),
        environment(),
        Environments.THREADS,
        new TestBooks(store, clock));
  }

  private static Pricing list(String usd) {
    return new Pricing("USD", Map.of("load_create", new BigDecimal(usd)));
  }

  private static @Nullable BigDecimal usd(@Nullable Price price) {
    return price == null ? null : price.usd();
  }
}
