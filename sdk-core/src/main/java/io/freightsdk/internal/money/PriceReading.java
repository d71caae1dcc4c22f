package io.freightsdk.internal.money;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the price list.
 *
 * @param prices by the names of the price list, such as {@code load_create}
 * @param asked when the list was asked for: from then on the prices age
 */
record PriceReading(Map<String, BigDecimal> prices, Moment asked) {
  public PriceReading {
    prices = Map.copyOf(prices);
  }

  /** Null if the list does not name the operation's price; 0 if the operation has none. */
  public @Nullable BigDecimal price(Operation operation) {
    if (operation.priceKey() == null) return BigDecimal.ZERO;
    BigDecimal usd = prices.get(operation.priceKey());
    // A price below zero would make room under limits, and no charge can be told of it.
    return usd == null || usd.signum() < 0 ? null : usd;
  }
}
