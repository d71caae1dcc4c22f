package io.freightsdk.internal.money;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.PriceQuote;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The price list of the service, as it was read at one moment.
 *
 * @param readNanos the same moment by a monotonic clock
 */
record PriceList(Map<String, BigDecimal> prices, Instant asOf, long readNanos) {

  /** Null if the list does not name the operation's price; 0 if the operation has none. */
  @Nullable BigDecimal price(Operation operation) {
    if (operation.priceKey() == null) return BigDecimal.ZERO;
    BigDecimal usd = prices.get(operation.priceKey());
    // A price below zero would make room under limits, and no charge can be told of it.
    return usd == null || usd.signum() < 0 ? null : usd;
  }

  /** This list with one price that the service stated later. */
  PriceList with(Operation operation, BigDecimal priceUsd) {
    String key = operation.priceKey();
    if (key == null) return this;
    Map<String, BigDecimal> changed = new HashMap<>(prices);
    changed.put(key, priceUsd);
    return new PriceList(Map.copyOf(changed), asOf, readNanos);
  }

  /** This list with the prices that were stated since it was asked for. */
  PriceList with(List<PriceBook.Change> stated) {
    if (stated.isEmpty()) return this;
    Map<String, BigDecimal> changed = new HashMap<>(prices);
    for (PriceBook.Change change : stated) {
      BigDecimal usd = change.nowUsd();
      if (usd != null) changed.put(change.priceKey(), usd);
    }
    return new PriceList(Map.copyOf(changed), asOf, readNanos);
  }

  PriceQuote quote(Operation operation, int count, Duration age) {
    BigDecimal price = price(operation);
    if (price == null) {
      throw new IllegalStateException(
          "the service's price list has no price %s for %s; check it with getPricing()"
              .formatted(operation.priceKey(), operation.id()));
    }
    return new PriceQuote(operation, count, price, asOf, age);
  }

  List<PriceBook.Change> changesTo(PriceList later) {
    List<PriceBook.Change> changes = new ArrayList<>();
    TreeSet<String> keys = new TreeSet<>(prices.keySet());
    keys.addAll(later.prices.keySet());
    for (String key : keys) {
      BigDecimal before = prices.get(key);
      BigDecimal now = later.prices.get(key);
      boolean same = before != null && now != null && before.compareTo(now) == 0;
      if (!same) changes.add(new PriceBook.Change(key, before, now, later.asOf));
    }
    return changes;
  }
}
