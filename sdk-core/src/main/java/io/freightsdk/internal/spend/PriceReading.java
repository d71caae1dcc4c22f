package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.PriceBook;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The prices that the service told once. Each of them stood at some moment between the question and
 * the answer; when it began to, and when it ended, nobody tells.
 *
 * @param prices by the names of the price list, such as {@code load_create}
 * @param asked when the oldest of these prices was asked for
 * @param answered when the newest of these prices was told
 */
public record PriceReading(Map<String, BigDecimal> prices, Moment asked, Moment answered) {
  public PriceReading {
    prices = Map.copyOf(prices);
  }

  /** Whether it replaces another one: what was asked for later, or stated since then. */
  public boolean isNewerThan(PriceReading other) {
    if (asked.nanos() != other.asked.nanos()) return asked.isAfter(other.asked);
    return answered.isAfter(other.answered);
  }

  /** Null if the list does not name the operation's price; 0 if the operation has none. */
  public @Nullable BigDecimal price(Operation operation) {
    if (operation.priceKey() == null) return BigDecimal.ZERO;
    BigDecimal usd = prices.get(operation.priceKey());
    // A price below zero would make room under limits, and no charge can be told of it.
    return usd == null || usd.signum() < 0 ? null : usd;
  }

  /** This reading with one price that the service stated later, for example in a 402. */
  public PriceReading with(Operation operation, BigDecimal priceUsd, Moment at) {
    String key = operation.priceKey();
    if (key == null) return this;
    Map<String, BigDecimal> changed = new HashMap<>(prices);
    changed.put(key, priceUsd);
    return new PriceReading(changed, asked, at);
  }

  /** This reading with the prices that were stated since it was asked for. */
  public PriceReading with(List<PriceBook.Change> stated) {
    if (stated.isEmpty()) return this;
    Map<String, BigDecimal> changed = new HashMap<>(prices);
    for (PriceBook.Change change : stated) {
      BigDecimal usd = change.nowUsd();
      if (usd != null) changed.put(change.priceKey(), usd);
    }
    return new PriceReading(changed, asked, answered);
  }

  public List<PriceBook.Change> changesTo(PriceReading later) {
    List<PriceBook.Change> changes = new ArrayList<>();
    TreeSet<String> keys = new TreeSet<>(prices.keySet());
    keys.addAll(later.prices.keySet());
    for (String key : keys) {
      BigDecimal before = prices.get(key);
      BigDecimal now = later.prices.get(key);
      boolean same = before != null && now != null && before.compareTo(now) == 0;
      if (!same) changes.add(new PriceBook.Change(key, before, now, later.answered.wall()));
    }
    return changes;
  }
}
