package io.freightsdk.internal.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;

/** What a watch asks of its client. No method blocks. */
public interface WatchedReads {
  /** Reads a position, paid or shared. */
  CompletableFuture<FreightResponse<LoadPosition>> read(String loadNumber, CallOptions options);

  /** The prepaid balance in USD; free. */
  CompletableFuture<BigDecimal> balanceUsd();

  /** The live price of a position read in USD; free. */
  CompletableFuture<BigDecimal> readPriceUsd();
}
