package io.freightsdk.internal.watch;

import io.freightsdk.Charge;
import io.freightsdk.watch.ReadBudget;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a watch has spent. An unknown outcome counts as spent.
 *
 * @param paidReads reads that were paid, or may have been
 * @param spentUsd what they cost, as far as the price is known
 * @param priceUsd the price seen last; null before the first
 */
record Spending(int paidReads, BigDecimal spentUsd, @Nullable BigDecimal priceUsd) {
  static final Spending NOTHING = new Spending(0, BigDecimal.ZERO, null);

  Spending at(BigDecimal livePriceUsd) {
    return new Spending(paidReads, spentUsd, livePriceUsd);
  }

  Spending plus(Charge charge) {
    return switch (charge.kind()) {
      case NONE -> this;
      case EXACT -> exactly(charge.amountUsd());
      case UNKNOWN ->
          new Spending(
              paidReads + 1, priceUsd == null ? spentUsd : spentUsd.add(priceUsd), priceUsd);
    };
  }

  private Spending exactly(@Nullable BigDecimal amountUsd) {
    return amountUsd == null
        ? this
        : new Spending(paidReads + 1, spentUsd.add(amountUsd), amountUsd);
  }

  /** What is left of the budget at the price seen last. */
  ReadBudget left(WatchOptions options) {
    boolean countsReads = options.maxReads() != Integer.MAX_VALUE;
    ReadBudget reads =
        countsReads
            ? new ReadBudget(Math.max(0, options.maxReads() - paidReads))
            : ReadBudget.UNLIMITED;
    BigDecimal budgetUsd = options.budgetUsd();
    return budgetUsd == null || priceUsd == null
        ? reads
        : reads.min(ReadBudget.of(budgetUsd.subtract(spentUsd), priceUsd));
  }
}
