package io.freightsdk.spend;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The books of a client: every paid attempt as an entry, what they add up to, and whether that
 * agrees with the service. Safe for concurrent use.
 */
public interface SpendLedger {
  /**
   * What a limit still allows.
   *
   * @param remainingUsd zero or more, at most the limit's cap
   */
  record Remaining(SpendLimit limit, BigDecimal remainingUsd) {}

  /** Everything since the books exist. */
  default SpendTotals totals() {
    return totals(SpendFilter.all());
  }

  /** What the entries add up to that the filter means: by operation, load, scope, time. */
  SpendTotals totals(SpendFilter filter);

  /**
   * What each limit that binds a scope still allows now, innermost first and the client's own last:
   * the cap of a limit per call, otherwise what is left of it after what was spent and what running
   * calls hold. Costs as much as a refused call; for gauges and dashboards, not for deciding on a
   * call, which the client does itself.
   *
   * @param scope {@link SpendScope#client} for calls in no named scope; limits in it that the
   *     client does not have are told as well
   * @throws SpendStoreException if the books cannot be read
   */
  List<Remaining> remaining(SpendScope scope);

  /**
   * What this client did not have to pay because reads were answered with a position that another
   * call had paid for, in USD at the price of the moment.
   */
  BigDecimal savedUsd();

  /**
   * The kept entries, oldest first, in one list: for parts of the ledger that fit in memory. See
   * {@link #stream} and {@link #page} for others.
   */
  default List<SpendEntry> entries(SpendFilter filter) {
    return stream(filter).toList();
  }

  /** The kept entries, oldest first, read page by page as the stream goes on. */
  Stream<SpendEntry> stream(SpendFilter filter);

  /**
   * The next kept entries after one, oldest first.
   *
   * @param afterId {@link SpendEntry#id()} of the last entry of the page before; 0 for the first
   * @param atMost how many, 1 to 10,000
   */
  List<SpendEntry> page(SpendFilter filter, long afterId, int atMost);

  /** Writes the kept entries as CSV (RFC 4180) with a header line, oldest first. */
  void writeCsv(SpendFilter filter, Appendable out) throws IOException;

  /** Writes the kept entries as JSON objects, one a line, oldest first; amounts are strings. */
  void writeJsonLines(SpendFilter filter, Appendable out) throws IOException;

  /**
   * Compares the ledger with the service's balance, which is free to read, and settles what is
   * unknown by the difference. Call it once at the start, so that the books have an opening
   * balance, then after unknown outcomes and whenever certainty is wanted, best while no paid call
   * runs.
   *
   * <p>Only spending and top-ups that the ledger knows can be explained: tell others with {@link
   * #adjust}. Unknown calls younger than 30 seconds are not given up, because the service may still
   * charge them.
   */
  default Reconciliation reconcile() {
    return reconcile(Duration.ofSeconds(30));
  }

  /** {@link #reconcile()} with another age from which an uncharged unknown call is given up. */
  Reconciliation reconcile(Duration settledAfter);

  /** {@link #reconcile(Duration)} as a future. */
  CompletableFuture<Reconciliation> reconcileAsync(Duration settledAfter);

  /**
   * Tells the books of money they cannot see: a positive amount for a top-up, a negative one for
   * spending through another client. Top-ups by {@code topUpByCard} of this client tell themselves.
   */
  void adjust(BigDecimal amountUsd);

  /** {@link #adjust(BigDecimal)} of an amount as decimal text. */
  default void adjust(String amountUsd) {
    adjust(new BigDecimal(amountUsd));
  }

  /** Forgets what limits count for a scope that has ended, and for the scopes inside it. */
  void forget(SpendScope scope);
}
