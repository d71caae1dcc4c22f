package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The smallest guard that keeps the contract: a total, scopes with a total each, and keys. Its lock
 * is itself.
 */
class SmallGuard implements SpendGuard {
  /** A scope directly in the client. */
  record Part(String path, BigDecimal totalUsd) implements Scope {}

  /** What a key has bought, and with which body. */
  record Bought(@Nullable String digest, Charge charge, @Nullable String load, boolean otherLoad) {}

  final BigDecimal totalUsd;

  /** What counts, by the id of the reservation. */
  final Map<String, Purchase> counts = new HashMap<>();

  final Map<String, Bought> keys = new HashMap<>();

  SmallGuard(BigDecimal totalUsd) {
    this.totalUsd = totalUsd;
  }

  @Override
  public boolean needsPrice(@Nullable Scope scope) {
    if (scope == null || scope instanceof Part) return true;
    throw new IllegalArgumentException("scope " + scope.path() + " is not of this guard");
  }

  @Override
  public CompletionStage<Decision> reserve(Purchase purchase) {
    return CompletableFuture.completedFuture(decide(purchase));
  }

  synchronized Decision decide(Purchase purchase) {
    Bought bought = keys.get(purchase.idempotencyKey());
    if (bought != null) {
      if (bought.otherLoad) return KeyRefused.OTHER_LOAD;
      if (isOtherBody(bought, purchase)) return KeyRefused.OTHER_BODY;
      return new Reservation(purchase, new Earlier(bought.charge, bought.load));
    }
    if (isKnown(purchase)) return new Reservation(purchase, null);
    BigDecimal left = left(null, totalUsd);
    if (purchase.scope() instanceof Part part) left = left.min(left(part, part.totalUsd));
    BigDecimal price = price(purchase);
    if (price.compareTo(left) > 0) {
      return new LimitReached(totalUsd + " USD in total", price, left, null);
    }
    counts.put(purchase.id(), purchase);
    return new Reservation(purchase, null);
  }

  /** A digest of null says nothing of the body. */
  boolean isOtherBody(Bought bought, Purchase purchase) {
    if (bought.digest == null || purchase.digest() == null) return false;
    return !bought.digest.equals(purchase.digest());
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
  public CompletionStage<Charge> complete(Reservation reservation, Outcome outcome) {
    return CompletableFuture.completedFuture(tell(reservation, outcome));
  }

  synchronized Charge tell(Reservation reservation, Outcome outcome) {
    Purchase purchase = reservation.purchase();
    if (reservation.earlier() != null) return repeated(purchase, outcome);
    return switch (outcome.kind()) {
      case NONE -> {
        free(purchase);
        yield Charge.NONE;
      }
      case UNKNOWN -> Charge.UNKNOWN;
      case CHARGED -> {
        Charge charge = Charge.charged(price(purchase));
        if (purchase.idempotencyKey() != null) {
          keys.put(
              purchase.idempotencyKey(),
              new Bought(purchase.digest(), charge, outcome.loadNumber(), false));
        }
        yield charge;
      }
    };
  }

  void free(Purchase purchase) {
    counts.remove(purchase.id());
  }

  Charge repeated(Purchase purchase, Outcome outcome) {
    Bought bought = Objects.requireNonNull(keys.get(purchase.idempotencyKey()));
    String named = outcome.loadNumber();
    if (named == null || named.equals(bought.load)) return Charge.NONE;
    keys.put(
        purchase.idempotencyKey(), new Bought(bought.digest, bought.charge, bought.load, true));
    return Charge.UNKNOWN;
  }

  @Override
  public CompletionStage<Void> flush(Duration atMost) {
    return CompletableFuture.completedFuture(null);
  }
}
