package io.freightsdk.testing;

import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.money.PriceCache;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A price list that is always current, so clients read none. */
public record FixedPrices(Map<String, BigDecimal> usd) implements ClientCore.PriceCacheFactory {
  /** The prices of the two paid operations. */
  public static FixedPrices usual() {
    return new FixedPrices(
        Map.of(
            "load_create", new BigDecimal("0.65"),
            "position_read", new BigDecimal("0.02")));
  }

  /** A list without prices. */
  public static FixedPrices none() {
    return new FixedPrices(Map.of());
  }

  @Override
  public PriceCache newCache(Supplier<CompletableFuture<Pricing>> fetch, TimeSource time) {
    return new PriceCache(fetch, time) {
      @Override
      public Price cachedPrice(Operation operation) {
        String name = operation.priceKey();
        BigDecimal price = name == null ? BigDecimal.ZERO : usd.get(name);
        return new Price(price, time.now());
      }
    };
  }
}
