package io.freightsdk.internal.fleet;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.watch.AlarmClock;
import io.freightsdk.internal.watch.ReadGate;
import io.freightsdk.internal.watch.VirtualTime;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.LoadPositions;
import io.freightsdk.watch.FleetOptions;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A service of many loads under virtual time, which counts what is read. */
final class ScriptedFleet implements WatchWorld.Reads, WatchWorld.Budgets {
  static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
  static final BigDecimal PRICE = new BigDecimal("0.02");

  /** A read that was made. */
  record Read(String load, Instant at, CallOptions options) {}

  final VirtualTime time = new VirtualTime(START);
  final List<Read> reads = new ArrayList<>();
  final Map<String, Instant> bookedAt = new HashMap<>();
  Function<String, @Nullable FreightException> failures = load -> null;
  Function<String, LoadPosition> answers = this::position;
  BigDecimal balanceUsd = BigDecimal.TEN;
  Runnable beforeLedger = () -> {};

  /** Reads that are made now are answered when this is completed. */
  CompletableFuture<Void> held = CompletableFuture.completedFuture(null);

  /** Runs whenever the fleet asks what time it is. */
  Runnable beforeClock = () -> {};

  /** How far the clocks of all processes were set forward; negative if back. */
  Duration jumped = Duration.ZERO;

  Fleet fleet(FleetOptions options) {
    return fleet(options, null);
  }

  /** One of the processes that share a fleet. */
  Fleet fleet(FleetOptions options, @Nullable FleetTables tables) {
    return fleet(options, tables, Duration.ZERO);
  }

  /**
   * @param ahead by how much the clock of this process is
   */
  Fleet fleet(FleetOptions options, @Nullable FleetTables tables, Duration ahead) {
    return fleet(options, tables, ahead, Runnable::run);
  }

  /**
   * @param threads what asks the database
   */
  Fleet fleet(
      FleetOptions options, @Nullable FleetTables tables, Duration ahead, Executor threads) {
    WatchWorld world =
        new WatchWorld(
            this,
            this,
            new AlarmClock(Clock.offset(clock(), ahead), time, Runnable::run),
            new ReadGate(8),
            RetryPolicy.standard(),
            threads);
    return new Fleet(options, world, tables);
  }

  private Clock clock() {
    return new Clock() {
      @Override
      public Instant instant() {
        beforeClock.run();
        return time.instant().plus(jumped);
      }

      @Override
      public ZoneId getZone() {
        return time.getZone();
      }

      @Override
      public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("virtual time is UTC");
      }
    };
  }

  String book(int number, Duration after) {
    String load = "LD-2026-%04d".formatted(number);
    bookedAt.put(load, START.plus(after));
    return load;
  }

  /** The limit has nothing left until two days after the start. */
  SpendLimitExceededException refusal(FleetOptions options) {
    return new SpendLimitExceededException(
        FailureFacts.refused(Operation.GET_LOAD_POSITION, NextStep.NONE, null),
        new SpendGuard.LimitReached(
            options.scope().limits().get(0).description(),
            PRICE,
            BigDecimal.ZERO,
            START.plus(Duration.ofDays(2))));
  }

  long readsOf(String load) {
    return reads.stream().filter(read -> read.load().equals(load)).count();
  }

  /** Reached after half an hour, left after an hour, delivered after two. */
  LoadPosition position(String load) {
    Instant from = bookedAt.get(load);
    Duration age = Duration.between(from, time.instant());
    boolean reached = age.toMinutes() >= 30;
    boolean left = age.toMinutes() >= 60;
    boolean delivered = age.toMinutes() >= 120;
    LoadStatus status =
        delivered
            ? LoadStatus.DELIVERED
            : left ? LoadStatus.IN_TRANSIT : reached ? LoadStatus.AT_PICKUP : LoadStatus.PLANNED;
    return LoadPositions.load(load, status, from, reached, left, delivered);
  }

  @Override
  public CompletableFuture<FreightResponse<LoadPosition>> read(String load, CallOptions options) {
    FreightException failure = failures.apply(load);
    if (failure != null) {
      return CompletableFuture.failedFuture(failure);
    }
    reads.add(new Read(load, time.instant(), options));
    LoadPosition seen = answers.apply(load);
    return held.thenApply(
        now ->
            new FreightResponse<>(
                seen,
                200,
                Map.of(),
                1,
                Charge.charged(PRICE),
                Duration.ZERO,
                null,
                time.instant()));
  }

  @Override
  public CompletableFuture<BigDecimal> balanceUsd() {
    return CompletableFuture.completedFuture(balanceUsd);
  }

  @Override
  public CompletableFuture<BigDecimal> readPriceUsd() {
    return CompletableFuture.completedFuture(PRICE);
  }

  @Override
  public CompletableFuture<BigDecimal> usedUsd(SpendScope scope) {
    throw new UnsupportedOperationException("a fleet goes by what was ever spent");
  }

  @Override
  public CompletableFuture<BigDecimal> spentUsd(SpendScope scope) {
    beforeLedger.run();
    return CompletableFuture.completedFuture(PRICE.multiply(BigDecimal.valueOf(reads.size())));
  }
}
