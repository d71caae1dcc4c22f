package io.freightsdk.spend;

import io.freightsdk.internal.text.Require;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
   * own limits last: those that the scope brings, and where it brings none those that the ledger
   * remembers for the path. For a limit per call that is its cap; for others, the cap less what was
   * spent and what calls in progress have reserved. Costs as much as a refused call. Use it for
   * metrics and dashboards; before a call it is not needed, because the client checks the limits
   * itself.
   *
   * @param scope {@link SpendScope#client} for calls without a named scope; limits of this scope
   *     that the client does not have are included
   * @throws SpendStoreException if the spend store cannot be read
   */
  List<Remaining> remaining(SpendScope scope);

  /**
   * What is set aside in USD for calls that have not ended, those of other processes and of dead
   * ones included: limits count it, and {@link #totals()} do not.
   *
   * @throws SpendStoreException if the spend store cannot be read
   */
  BigDecimal heldUsd();

  /**
   * What the last {@link #reconcile()} found, in whatever process; null if there was none. {@link
   * Reconciliation.Verdict#NOT_NOW} is not kept.
   *
   * @throws SpendStoreException if the spend store cannot be read
   */
  @Nullable Reconciliation lastReconciliation();

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
   * Compares the ledger with the service's balance and settles open entries where the difference
   * leaves no doubt. The verdicts hold only if nobody else moves money on this account untold, and
   * no price rose and fell again between two readings of the price list.
   *
   * <p>Reads the price list, then the balance; both are free. Call it once at the start, so that
   * the ledger has an opening balance, then after unknown charges, best while no paid call is in
   * progress: otherwise the verdict is {@link Reconciliation.Verdict#NOT_NOW} and nothing changes.
   * Record spending and top-ups of others with {@link #adjust}.
   *
   * @throws SpendStoreException if the spend store failed; call it again
   */
  Reconciliation reconcile();

  /**
   * {@link #reconcile()} by the first of all processes that asks with this name, for jobs that run
   * in each of them: {@code reconcileOnce("2026-11-20")}. A name is remembered for two days.
   *
   * @return null if another one has asked before
   * @throws SpendStoreException if the spend store failed
   */
  @Nullable Reconciliation reconcileOnce(String name);

  /**
   * Says what an open entry cost: the word of a person, or of a job that knows that nobody else
   * spends from the account. A call that says otherwise later is believed, and the next {@link
   * #reconcile()} opens the ledger again.
   *
   * @param charged true if it cost the most that it may have, false if the least
   * @return the entry as it is now
   * @throws IllegalArgumentException if there is no such entry, or it is known what it cost
   */
  SpendEntry settle(long entryId, boolean charged);

  /**
   * {@link #settle(long, boolean)} of several entries, all of them or none.
   *
   * @return the entries as they are now
   * @throws IllegalArgumentException if one of them is not open; then none is settled
   */
  List<SpendEntry> settle(List<Long> entryIds, boolean charged);

  /**
   * Says what open entries cost together, to the cent, as {@link Reconciliation.Verdict#BETWEEN}
   * tells it: the newest of them are taken as charged, and limits count no more than the sum.
   *
   * @return the entries as they are now
   * @throws IllegalArgumentException if one of them is not open, or they cannot have cost the sum
   */
  List<SpendEntry> settle(List<Long> entryIds, BigDecimal sumUsd);

  /** {@link #settle(List, BigDecimal)} with the sum as decimal text. */
  default List<SpendEntry> settle(List<Long> entryIds, String sumUsd) {
    return settle(entryIds, Require.signedUsd(sumUsd, "sumUsd"));
  }

  /**
   * Accepts books that went back, after a failover to a replica that was behind or a restored
   * backup. Until then each process that noticed it sends nothing paid. The opening balance is
   * closed; call {@link #reconcile()} afterwards.
   *
   * @param reason for the log
   */
  void accept(String reason);

  /**
   * Accepts the time of the books after their clock jumped. Until then, or until it is right again,
   * each process that noticed the jump sends nothing paid.
   */
  void acceptTime();

  /**
   * Records money that this client did not move: a positive amount in USD for a top-up, a negative
   * one for spending through another client. Top-ups by {@code topUpByCard} of this client are
   * recorded automatically.
   */
  void adjust(BigDecimal amountUsd);

  /** {@link #adjust(BigDecimal)} with the amount as decimal text, such as {@code "25.00"}. */
  default void adjust(String amountUsd) {
    adjust(Require.signedUsd(amountUsd, "amountUsd"));
  }

  /**
   * Resets what limits have counted for a scope that is no longer used, and for the scopes inside
   * it. The entries stay in the ledger. With books in memory, totals of named scopes are from then
   * on those of the kept entries only.
   */
  void forget(SpendScope scope);

  /**
   * Removes the limits that the ledger remembers for a scope's path. Limits that calls bring, and
   * those of the client, go on.
   */
  void removeLimits(SpendScope scope);
}
