package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The smallest guard that keeps the contract: a total, scopes with a total each, and keys. Its lock
 * is itself.
 */
class SmallGuard implements SpendGuard {
  /** A scope directly in the client. */
  record Part(String path, BigDecimal totalUsd) implements Scope {}

  final BigDecimal totalUsd;

  /** What counts, by the id of the reservation. */
  final Map<String, Purchase> counts = new HashMap<>();

  /** Keys that were charged. */
  final Set<String> charged = new HashSet<>();

  SmallGuard(BigDecimal totalUsd) {
    this.totalUsd = totalUsd;
  }

  @Override
  public Decision reserve(Purchase purchase) {
    Scope scope = purchase.scope();
    if (scope != null && !(scope instanceof Part)) {
      throw new IllegalArgumentException("scope " + scope.path() + " is not of this guard");
    }
    if (purchase.quote() == null) return new PriceNeeded(totalUsd + " USD in total");
    return decide(purchase);
  }

  synchronized Decision decide(Purchase purchase) {
    boolean isFree = charged.contains(purchase.idempotencyKey());
    if (isFree || isKnown(purchase)) return new Reservation(purchase);
    BigDecimal left = left(null, totalUsd);
    if (purchase.scope() instanceof Part part) left = left.min(left(part, part.totalUsd));
    BigDecimal price = price(purchase);
    if (price.compareTo(left) > 0) {
      return new LimitReached(totalUsd + " USD in total", price, left, null);
    }
    counts.put(purchase.id(), purchase);
    return new Reservation(purchase);
  }

  boolean isKnown(Purchase purchase) {
    return counts.containsKey(purchase.id());
  }

  /** What is left of a total, of a scope or of all. */
  BigDecimal left(@Nullable Part part, BigDecimal totalUsd) {
    return counts.values().stream()
        .filter(purchase -> part == null || part.equals(purchase.scope()))
        .map(SmallGuard::price)
        .reduce(totalUsd, BigDecimal::subtract);
  }

  static BigDecimal price(Purchase purchase) {
    return Objects.requireNonNull(purchase.quote()).usd();
  }

  @Override
  public synchronized Charge complete(Purchase purchase, Outcome outcome) {
    String key = purchase.idempotencyKey();
    if (charged.contains(key) && !counts.containsKey(purchase.id())) return Charge.NONE;
    return switch (outcome.kind()) {
      case NONE -> {
        free(purchase);
        yield Charge.NONE;
      }
      case UNKNOWN -> Charge.UNKNOWN;
      case CHARGED -> {
        if (key != null) charged.add(key);
        yield Charge.charged(price(purchase));
      }
    };
  }

  void free(Purchase purchase) {
    counts.remove(purchase.id());
  }
}
