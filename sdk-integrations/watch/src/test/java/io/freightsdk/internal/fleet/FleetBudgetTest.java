package io.freightsdk.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightResponse;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.StopInput;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.watch.FleetOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The rules by which a fleet spends its budget, pauses, and forecasts, one at a time. */
class FleetBudgetTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  private final FleetOptions options = FleetOptions.builder().budgetPerDay("10.00").build();
  private BigDecimal priceUsd = new BigDecimal("0.02");
  private BigDecimal spentUsd = BigDecimal.ZERO;
  private final FleetBudget budget;

  FleetBudgetTest() {
    Prices prices = new Prices();
    budget =
        new FleetBudget(
            options,
            new WatchWorld(prices, prices, null, null, RetryPolicy.standard(), Runnable::run));
  }

  @Test
  void priceAndLedgerAreLookedAtOnceAMinute() {
    assertThat(budget.minutesPerRead()).as("before any look").isEqualTo(240);
    assertThat(budget.longestUnread(1000)).as("before any look").isEqualTo(1440);
    assertThat(budget.isOld(NOW)).isTrue();

    look(NOW);

    assertThat(budget.isOld(NOW)).isFalse();
    assertThat(budget.isOld(NOW.plusSeconds(59))).isFalse();
    assertThat(budget.isOld(NOW.plusSeconds(60))).isTrue();
    assertThat(budget.isOld(NOW.minusSeconds(1))).as("the clock was put back").isTrue();
    assertThat(budget.minutesPerRead()).isEqualTo(360);
  }

  @Test
  void ownReadsCountAtOnceAndOnce() {
    look(NOW);
    budget.reads();
    double afterOwnRead = budget.minutesPerRead(NOW);
    spentUsd = new BigDecimal("0.02");
    look(NOW);

    assertThat(afterOwnRead).isCloseTo(360 * Math.exp(14 / 500.0), within(1e-6));
    assertThat(budget.minutesPerRead()).as("the ledger knows it too").isEqualTo(afterOwnRead);

    spentUsd = new BigDecimal("0.06");
    look(NOW);

    assertThat(budget.minutesPerRead())
        .as("two reads of other processes")
        .isCloseTo(360 * Math.exp(3 * 14 / 500.0), within(1e-6));
  }

  @Test
  void whatABudgetPaysForAtAPrice() {
    look(NOW);

    assertThat(budget.readsPerDay()).isEqualTo(500);
    assertThat(FleetBudget.MINUTES_OF_A_DAY).isEqualTo(1440);
    assertThat(budget.longestUnread(250)).as("half of it reads them once").isEqualTo(1440);
    assertThat(budget.longestUnread(500)).isEqualTo(2880);

    priceUsd = BigDecimal.ZERO;
    look(NOW);
    assertThat(budget.readsPerDay()).isEqualTo(1e9);

    priceUsd = new BigDecimal("1e12");
    look(NOW);
    assertThat(budget.readsPerDay()).isEqualTo(1e-6);
  }

  /** Every second load opens later than the others: of 400 loads, only those are looked at. */
  @Test
  void aLargeFleetIsForecastByTwoHundredOfItsLoads() {
    look(NOW);
    FleetQueue all = queue(400, Duration.ofDays(9));
    FleetQueue others = queue(400, Duration.ofHours(2));
    FleetQueue fewer = queue(399, Duration.ofDays(9));

    Forecast expected = others.forecast();
    assertThat(all.forecast()).isEqualTo(expected);
    assertThat(fewer.forecast()).isNotEqualTo(expected);
  }

  @Test
  void aPauseTakesAMinuteUnlessMoreIsKnown() {
    FleetPause pause = new FleetPause();

    pause.forAWhile(NOW);
    assertThat(pause.until()).isEqualTo(NOW.plusSeconds(60));
    pause.checkingFunds(NOW.plusSeconds(5));
    assertThat(pause.until()).isEqualTo(NOW.plusSeconds(65));
  }

  @Test
  void ofATrackTheLatestFixIsKeptAndWhereItBeganToStand() {
    List<GpsPoint> track = List.of(fix(1, 0), fix(2, 10), fix(2, 20), fix(2, 30));

    assertThat(kept(track)).containsExactly(track.get(1), track.get(3));
    assertThat(kept(track.subList(0, 2))).containsExactly(track.get(1));
    assertThat(kept(track.subList(0, 1))).containsExactly(track.get(0));
  }

  @Test
  void aLoadThatWasNeverReadMayStayUnreadUntilItsFirstWindowAndTheBoundAfterIt() {
    Instant opens = NOW.plus(Duration.ofHours(40));
    double scarce = 30 * 24 * 60;

    FleetLoad booked = load(opens);
    booked.plan(1, Duration.ofMinutes(2), 10);
    assertThat(booked.due).as("cheap reads").isBetween(opens.minus(DAY), opens);
    booked.plan(scarce, Duration.ofMinutes(2), 10);
    assertThat(booked.due).isEqualTo(opens.plus(Duration.ofMinutes(10)));

    booked.learned(new PositionReading(booked.known, NOW));
    booked.plan(scarce, Duration.ofMinutes(2), 10);
    assertThat(booked.due).as("once it was read").isEqualTo(NOW.plus(Duration.ofMinutes(10)));

    FleetLoad late = load(NOW.minus(Duration.ofHours(3)));
    late.plan(scarce, Duration.ofMinutes(2), 10);
    assertThat(late.due).as("open already").isEqualTo(NOW.plus(Duration.ofMinutes(10)));
  }

  private static FleetLoad load(Instant opens) {
    return load(1, opens);
  }

  private static FleetLoad load(int number, Instant opens) {
    StopInput.Builder stop = StopInput.builder().address("1 Dock Road");
    stop.city("Wichita").state("KS").zip("67202").date(opens);
    CreateLoadInput input =
        CreateLoadInput.builder()
            .driverPhone("+13125550142")
            .addPickups(stop.build())
            .addDeliveries(stop.date(null).build())
            .build();
    String load = "LD-2026-%04d".formatted(number);
    return new FleetLoad(load, number, KnownPosition.created(load, input, NOW), NOW);
  }

  private static GpsPoint fix(int degree, int minute) {
    return GpsPoint.builder()
        .lat((double) degree)
        .lng(-84.0)
        .ts(NOW.plus(Duration.ofMinutes(minute)))
        .build();
  }

  private static List<GpsPoint> kept(List<GpsPoint> track) {
    LoadPosition position =
        LoadPositions.moving("LD-2026-0001", NOW, 0).toBuilder().gpsTrack(track).build();
    return KnownPosition.trimmed(new PositionReading(position, NOW), null).position().gpsTrack();
  }

  private void look(Instant at) {
    budget.look(at).join().run();
  }

  private FleetQueue queue(int loads, Duration theSecondOpensIn) {
    FleetQueue queue = new FleetQueue(options, budget);
    for (int i = 0; i < loads; i++) {
      queue.putOff(load(i, NOW.plus(i % 2 == 0 ? Duration.ofHours(2) : theSecondOpensIn)));
    }
    return queue;
  }

  private final class Prices implements WatchWorld.Reads, WatchWorld.Budgets {
    @Override
    public CompletableFuture<FreightResponse<LoadPosition>> read(String load, CallOptions options) {
      throw new UnsupportedOperationException("nothing is read");
    }

    @Override
    public CompletableFuture<BigDecimal> balanceUsd() {
      throw new UnsupportedOperationException("nothing is waited for");
    }

    @Override
    public CompletableFuture<BigDecimal> readPriceUsd() {
      return CompletableFuture.completedFuture(priceUsd);
    }

    @Override
    public CompletableFuture<BigDecimal> usedUsd(SpendScope scope) {
      throw new UnsupportedOperationException("a fleet goes by what was ever spent");
    }

    @Override
    public CompletableFuture<BigDecimal> spentUsd(SpendScope scope) {
      assertThat(scope.path()).isEqualTo("client/fleet");
      return CompletableFuture.completedFuture(spentUsd);
    }
  }
}
