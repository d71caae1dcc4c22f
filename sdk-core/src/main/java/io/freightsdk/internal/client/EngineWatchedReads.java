package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightResponse;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.model.Balance;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.PriceQuote;
import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;

/** What watches ask of the client whose watches they are. */
record EngineWatchedReads(Calls calls, Operations operations) implements WatchWorld.Reads {
  @Override
  public CompletableFuture<FreightResponse<LoadPosition>> read(
      String loadNumber, CallOptions options) {
    return calls.asyncPositionResponse(() -> operations.getLoadPosition(loadNumber, options));
  }

  @Override
  public CompletableFuture<BigDecimal> balanceUsd() {
    return new LinkedFuture<>(
        calls.asyncValue(() -> operations.getBalance(CallOptions.DEFAULT)), Balance::balanceUsd);
  }

  @Override
  public CompletableFuture<BigDecimal> readPriceUsd() {
    return calls
        .money()
        .prices()
        .quoteAsync(Operation.GET_LOAD_POSITION, 1)
        .thenApply(PriceQuote::unitPriceUsd);
  }
}
