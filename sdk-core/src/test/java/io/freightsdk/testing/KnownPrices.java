package io.freightsdk.testing;

import io.freightsdk.internal.client.ClientCore;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.spend.Moment;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendSettings;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Books whose price list was always read just now, so that no client reads one. */
public record KnownPrices(Map<String, BigDecimal> usd) implements ClientCore.Books {
  /** The prices of the two paid operations. */
  public static KnownPrices usual() {
    return new KnownPrices(
        Map.of(
            "load_create", new BigDecimal("0.65"),
            "position_read", new BigDecimal("0.02")));
  }

  /** A list without a price. */
  public static KnownPrices none() {
    return new KnownPrices(Map.of());
  }

  @Override
  public SpendBooks open(
      SpendSettings settings,
      Environment environment,
      Threads threads,
      SpendBooks.FreeReads reads) {
    return new SpendBooks(settings, environment, threads, reads) {
      @Override
      public @Nullable PriceReading newest() {
        return KnownPrices.this.newest(environment.clock(), environment.nanoTime());
      }
    };
  }

  /** The list as it was read just now. */
  public PriceReading newest(Clock clock, LongSupplier nanoTime) {
    Moment now = Moment.now(clock, nanoTime);
    return new PriceReading(usd, now, now);
  }
}
