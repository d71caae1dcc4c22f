package io.freightsdk.spend;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The spend ledger of a client: an entry for every paid attempt, their totals, and the comparison
 * with the service's balance. Safe for concurrent use.
 */
public interface SpendLedger {
  /**
   * What a limit still allows.
   *
   * @param remainingUsd zero or more, at most the limit's cap
   */
  record Remaining(SpendLimit limit, BigDecimal remainingUsd) {}

  /** The totals of all entries since the ledger was created. */
  default SpendTotals totals() {
    return totals(SpendFilter.all());
  }

  /** The totals of the entries that match the filter: by operation, load, scope or time. */
  SpendTotals totals(SpendFilter filter);

  /**
   * What each limit that applies to a scope still allows now, innermost scope first, the client's
   * own limits last. For a limit per call that is its cap; for others, the cap less what was spent
   * and what calls in progress have reserved. Costs as much as a refused call. Use it for metrics
   * and dashboards; before a call it is not needed, because the client checks the limits itself.
   *
   * @param scope {@link SpendScope#client} for calls without a named scope; limits of this scope
   *     that the client does not have are included
   * @throws SpendStoreException if the spend store cannot be read
   */
  List<Remaining> remaining(SpendScope scope);

  /**
   * What this client saved because reads were answered with a position that another call had paid
   * for: in USD, at the price known at that time. Counted in memory since the client was built.
   */
  BigDecimal savedUsd();

  /**
   * The kept entries that match, oldest first, as one list. For more entries than fit in memory use
   * {@link #stream} or {@link #page}.
   */
  default List<SpendEntry> entries(SpendFilter filter) {
    return stream(filter).toList();
  }

  /** The kept entries that match, oldest first, read page by page while the stream is consumed. */
  Stream<SpendEntry> stream(SpendFilter filter);

  /**
   * The next kept entries that match after a given one, oldest first.
   *
   * @param afterId {@link SpendEntry#id()} of the last entry of the page before; 0 for the first
   *     page
   * @param atMost size of the page, 1 to 10,000
   */
  List<SpendEntry> page(SpendFilter filter, long afterId, int atMost);

  /** Writes the kept entries that match as CSV (RFC 4180) with a header line, oldest first. */
  void writeCsv(SpendFilter filter, Appendable out) throws IOException;

  /**
   * Writes the kept entries that match as JSON objects, one per line, oldest first; amounts are
   * strings.
   */
  void writeJsonLines(SpendFilter filter, Appendable out) throws IOException;

  /**
   * Compares the ledger with the service's balance, which is free to read, and uses the difference
   * to settle unknown entries. Call it once at the start, so that the ledger has an opening
   * balance, then after unknown charges, best while no paid call is in progress.
   *
   * <p>The ledger explains only the spending and top-ups that it knows: record others with {@link
   * #adjust}. Unknown calls younger than 30 seconds are not settled as not charged, because the
   * service may still charge them.
   *
   * @throws SpendStoreException if the spend store failed; call it again. Entries that had been
   *     settled by then stay settled and are not reported again
   */
  default Reconciliation reconcile() {
    return reconcile(Duration.ofSeconds(30));
  }

  /**
   * {@link #reconcile()} with another age from which an unknown call may be settled as not charged.
   */
  Reconciliation reconcile(Duration settledAfter);

  /** {@link #reconcile(Duration)} as a future. */
  CompletableFuture<Reconciliation> reconcileAsync(Duration settledAfter);

  /**
   * Records money that this client did not move: a positive amount in USD for a top-up, a negative
   * one for spending through another client. Top-ups by {@code topUpByCard} of this client are
   * recorded automatically.
   */
  void adjust(BigDecimal amountUsd);

  /** {@link #adjust(BigDecimal)} with the amount as decimal text, such as {@code "25.00"}. */
  default void adjust(String amountUsd) {
    adjust(new BigDecimal(amountUsd));
  }

  /**
   * Resets what limits have counted for a scope that is no longer used, and for the scopes inside
   * it. The entries stay in the ledger. With books in memory, totals of named scopes are from then
   * on those of the kept entries only.
   */
  void forget(SpendScope scope);
}
