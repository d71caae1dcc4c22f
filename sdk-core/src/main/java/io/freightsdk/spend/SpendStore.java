package io.freightsdk.spend;

import io.freightsdk.internal.spend.InMemorySpendStore;
import java.time.Instant;

/**
 * Where limits and the ledger are kept: in memory, or in a database that several processes share
 * ({@code io.freightsdk.spend.jdbc.JdbcSpendStore}). The rules of money are the client's and the
 * same for both; other kinds of storage are not supported.
 *
 * <p>Safe for concurrent use, by several clients too.
 */
public interface SpendStore extends AutoCloseable {

  /** Books in memory that keep the newest 10,000 entries and running totals of all. */
  static SpendStore inMemory() {
    return inMemory(10_000);
  }

  /**
   * Books in memory, lost with the process.
   *
   * @param keptEntries how many of the newest entries stay readable; totals count the others too
   */
  static SpendStore inMemory(int keptEntries) {
    return new InMemorySpendStore(keptEntries);
  }

  /**
   * What the entries add up to. Of a scope, an operation or both at constant cost; by load or time
   * at the cost of the entries meant.
   */
  SpendTotals totals(SpendFilter filter);

  /**
   * Drops entries from before a time whose outcome is known, and idempotency keys that the service
   * has forgotten. Limits and running totals go on counting what was dropped.
   */
  void purge(Instant before);

  /** Releases what the store opened itself. */
  @Override
  void close();
}
