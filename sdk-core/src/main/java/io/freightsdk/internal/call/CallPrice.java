package io.freightsdk.internal.call;

import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.internal.concurrent.AbortableWait;
import io.freightsdk.internal.money.PriceCache;
import io.freightsdk.internal.money.PriceCache.Price;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The price of one call, which the call keeps until it waits for a top-up. Not safe for concurrent
 * use.
 */
final class CallPrice {
  private final PriceCache prices;
  private final ChargeRules rules;

  /** Whether the guard may need a price. */
  private final boolean hasGuard;

  /** The price above which the call is not sent; null for no limit. */
  private final @Nullable BigDecimal maxUsd;

  /** Null before the price list was read. */
  private @Nullable Price price;

  /** Why the price list could not be read; null if nothing failed. */
  private @Nullable Throwable failure;

  CallPrice(PriceCache prices, ChargeRules rules, boolean hasGuard, @Nullable BigDecimal maxUsd) {
    this.prices = prices;
    this.rules = rules;
    this.hasGuard = hasGuard;
    this.maxUsd = maxUsd;
  }

  /** Whether the price was read, even if the list does not have it. */
  boolean isAccepted() {
    return price != null;
  }

  /** Forgets the price after a wait for a top-up; the cache may still have it. */
  void discard() {
    price = null;
  }

  /** Waits for the price list, and uses an older price, or none, if it cannot be read. */
  Price read(CallSpec<?> spec, Duration atMost, AbortableWait wait) {
    BigDecimal topUpUsd = spec.topUpUsd();
    if (!spec.drawsOnBalance())
      return new Price(topUpUsd == null ? BigDecimal.ZERO : topUpUsd, null);
    failure = null;
    try {
      return prices.read(spec.operation(), hasGuard || maxUsd != null, atMost, wait);
    } catch (CompletionException failed) {
      failure = failed.getCause();
    }
    return prices.lastKnownPrice(spec.operation());
  }

  /**
   * Uses this price for the call.
   *
   * @throws Failure if it is above {@code maxPrice}, or not known
   */
  void accept(CallSpec<?> spec, Price found) {
    price = found;
    BigDecimal usd = found.usd();
    BigDecimal most = spec.drawsOnBalance() ? maxUsd : null;
    if (usd == null && most != null) throw unavailable(spec);
    if (usd != null && most != null && usd.compareTo(most) > 0) {
      throw rules.refusalUnlessChargeUnknown(
          NextStep.RAISE_LIMIT, call -> new PriceLimitExceededException(call, usd, most));
    }
    rules.setPrice(found, usd == null && isListOfAnotherService(found));
  }

  /** A list without the price, or a response that only another configuration can change. */
  private boolean isListOfAnotherService(Price found) {
    boolean wasRead = found.readAt() != null;
    return wasRead
        || (failure instanceof Failure read
            && read.call().nextStep() == NextStep.FIX_CONFIGURATION);
  }

  /** The failure of a call whose price a limit needs. */
  Failure unavailable(CallSpec<?> spec) {
    boolean wasListRead = price != null && price.readAt() != null;
    if (!wasListRead) return rules.priceUnavailable(failure);
    // It will not name the operation at the next attempt either.
    String fact =
        "the price list has no price "
            + spec.operation().priceKey()
            + "; check with getPricing() that the base URL belongs to the service, or call without"
            + " a limit and without maxPrice";
    return rules.refusalUnlessChargeUnknown(
        NextStep.FIX_CONFIGURATION, call -> new PriceUnavailableException(call, fact, null));
  }
}
