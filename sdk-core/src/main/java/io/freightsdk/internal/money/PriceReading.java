package io.freightsdk.internal.money;

import io.freightsdk.PriceBook;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
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

  public List<PriceBook.Change> changesTo(PriceReading later, Instant at) {
    List<PriceBook.Change> changes = new ArrayList<>();
    TreeSet<String> keys = new TreeSet<>(prices.keySet());
    keys.addAll(later.prices.keySet());
    for (String key : keys) {
      BigDecimal before = prices.get(key);
      BigDecimal now = later.prices.get(key);
      boolean same = before != null && now != null && before.compareTo(now) == 0;
      if (!same) changes.add(new PriceBook.Change(key, before, now, at));
    }
    return changes;
  }
}
