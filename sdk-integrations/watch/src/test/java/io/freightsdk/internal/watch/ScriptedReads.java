package io.freightsdk.internal.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A client that answers from a script and counts what it is asked and paid. */
final class ScriptedReads implements WatchWorld.Reads, WatchWorld.Budgets {
  static final BigDecimal PRICE = new BigDecimal("0.02");

  private final Clock clock;
  private final Function<Instant, LoadPosition> positions;
  private final Queue<FreightException> failures = new ArrayDeque<>();
  final List<Instant> readAt = new ArrayList<>();
  final List<CallOptions> asked = new ArrayList<>();
  int balanceReads;
  BigDecimal balanceUsd = BigDecimal.TEN;
  BigDecimal priceUsd = PRICE;

  /** What the ledger says of every budget. */
  BigDecimal usedUsd = BigDecimal.ZERO;

  /** If set, the next questions to the ledger fail so. */
  final Queue<FreightException> ledgerFailures = new ArrayDeque<>();

  boolean answersAreShared;
  CompletableFuture<FreightResponse<LoadPosition>> pending;
  CompletableFuture<BigDecimal> pendingPrice;

  ScriptedReads(Clock clock, Function<Instant, LoadPosition> positions) {
    this.clock = clock;
    this.positions = positions;
  }

  /** The next reads fail so, in this order. */
  void failNext(FreightException... next) {
    failures.addAll(List.of(next));
  }

  @Override
  public CompletableFuture<FreightResponse<LoadPosition>> read(
      String loadNumber, CallOptions options) {
    readAt.add(clock.instant());
    asked.add(options);
    if (pending != null) {
      return pending;
    }
    FreightException failure = failures.poll();
    if (failure != null) {
      return CompletableFuture.failedFuture(failure);
    }
    return CompletableFuture.completedFuture(answer(positions.apply(clock.instant())));
  }

  FreightResponse<LoadPosition> answer(LoadPosition position) {
    Charge charge = answersAreShared ? Charge.NONE : Charge.charged(priceUsd);
    if (!answersAreShared) usedUsd = usedUsd.add(priceUsd);
    return new FreightResponse<>(
        position, 200, Map.of(), 1, charge, Duration.ZERO, null, clock.instant());
  }

  @Override
  public CompletableFuture<BigDecimal> balanceUsd() {
    balanceReads++;
    return CompletableFuture.completedFuture(balanceUsd);
  }

  @Override
  public CompletableFuture<BigDecimal> readPriceUsd() {
    return pendingPrice != null ? pendingPrice : CompletableFuture.completedFuture(priceUsd);
  }

  @Override
  public CompletableFuture<BigDecimal> usedUsd(SpendScope scope) {
    FreightException failure = ledgerFailures.poll();
    return failure != null
        ? CompletableFuture.failedFuture(failure)
        : CompletableFuture.completedFuture(usedUsd);
  }

  @Override
  public CompletableFuture<BigDecimal> spentUsd(SpendScope scope) {
    return usedUsd(scope);
  }
}
