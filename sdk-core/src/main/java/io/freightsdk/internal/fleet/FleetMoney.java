package io.freightsdk.internal.fleet;

import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;

/** What a fleet asks about money; free. No method blocks. */
public interface FleetMoney {
  /** The live price of a position read in USD. */
  CompletableFuture<BigDecimal> readPriceUsd();

  /** Everything ever spent in a scope and inside it, in USD. */
  CompletableFuture<BigDecimal> spentUsd(SpendScope scope);
}
