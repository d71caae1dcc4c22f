package io.freightsdk.internal.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.watch.ReadBudget;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * What a watch has spent. Every attempt that may have been charged counts as spent.
 *
 * @param paidReads reads that were paid, or may have been
 * @param spentUsd what they cost, as far as the price is known; with a budget what the ledger said
 *     of it, and what was read since
 * @param priceUsd the price seen last; null before the first
 * @param limits what the watch may spend
 * @param budget the scope of its budget; null without one
 * @param retryPolicy of its reads
 */
record Spending(
    int paidReads,
    BigDecimal spentUsd,
    @Nullable BigDecimal priceUsd,
    WatchOptions limits,
    @Nullable SpendScope budget,
    RetryPolicy retryPolicy) {

  static Spending nothing(String loadNumber, WatchOptions limits, RetryPolicy clients) {
    RetryPolicy own = limits.callOptions().retryPolicy();
    SpendScope budget = limits.budgetScope(loadNumber);
    return new Spending(0, BigDecimal.ZERO, null, limits, budget, own == null ? clients : own);
  }

  /** The price was read, and the ledger said what counts against the budget. */
  Spending at(BigDecimal livePriceUsd, BigDecimal usedUsd) {
    return new Spending(paidReads, usedUsd, livePriceUsd, limits, budget, retryPolicy);
  }

  private Spending at(BigDecimal livePriceUsd) {
    return at(livePriceUsd, spentUsd);
  }

  Spending plus(FreightResponse<?> response) {
    return plus(response.charge(), response.attempts());
  }

  Spending plus(FreightException failure) {
    // A call whose caller has left at its deadline may go on for others who share it.
    boolean goesOn = failure instanceof FreightTimeoutException;
    return plus(failure.charge(), goesOn ? retryPolicy.maxAttempts() : failure.attempts());
  }

  /** A read was cancelled that may have been sent. */
  Spending plusCancelled() {
    return plus(Charge.UNKNOWN, retryPolicy.maxAttempts());
  }

  private Spending plus(Charge charge, int attempts) {
    BigDecimal chargedUsd = charge.amountUsd();
    return switch (charge.kind()) {
      case NONE -> this;
      // At a price of zero nothing was paid.
      case CHARGED ->
          chargedUsd == null || chargedUsd.signum() == 0 ? this : at(chargedUsd).plus(1);
      case UNKNOWN -> plus(retryPolicy.retryUnknownReads() ? Math.max(1, attempts) : 1);
    };
  }

  private Spending plus(int reads) {
    BigDecimal cost =
        priceUsd == null ? BigDecimal.ZERO : priceUsd.multiply(BigDecimal.valueOf(reads));
    return new Spending(
        paidReads + reads, spentUsd.add(cost), priceUsd, limits, budget, retryPolicy);
  }

  /**
   * The options of the next read: no more attempts that may be charged than are left, and within
   * the budget, which the ledger keeps.
   */
  CallOptions nextCall() {
    int left = left().readsLeft();
    boolean capped = retryPolicy.retryUnknownReads() && left < retryPolicy.maxAttempts();
    if (!capped && budget == null) return limits.callOptions();

    CallOptions.Builder options = limits.callOptions().toBuilder();
    if (capped) {
      options.retryPolicy(retryPolicy.toBuilder().maxAttempts(Math.max(1, left)).build());
    }
    if (budget != null) options.scope(budget);
    return options.build();
  }

  /** What is left of the budget at the price seen last. */
  ReadBudget left() {
    int reads =
        limits.maxReads() == Integer.MAX_VALUE
            ? Integer.MAX_VALUE
            : Math.max(0, limits.maxReads() - paidReads);
    return new ReadBudget(Math.min(reads, affordable()));
  }

  private int affordable() {
    BigDecimal budgetUsd = limits.budgetUsd();
    if (budgetUsd == null || priceUsd == null || priceUsd.signum() <= 0) {
      return Integer.MAX_VALUE;
    }
    return budgetUsd
        .subtract(spentUsd)
        .max(BigDecimal.ZERO)
        .divide(priceUsd, 0, RoundingMode.DOWN)
        .min(BigDecimal.valueOf(Integer.MAX_VALUE))
        .intValueExact();
  }
}
