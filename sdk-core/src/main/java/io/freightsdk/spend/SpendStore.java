package io.freightsdk.spend;

import io.freightsdk.internal.spend.InMemorySpendStore;
import java.time.Instant;

/**
 * Keeps the spend ledger and the use of the limits, together called the books: in memory, or in a
 * database that several processes share ({@code JdbcSpendStore} of {@code freight-jdbc}). There are
 * these two implementations only; a client refuses any other.
 *
 * <p>Safe for concurrent use, by several clients too.
 */
public interface SpendStore extends AutoCloseable {

  /** A store in memory that keeps the newest 10,000 entries and the totals of all. */
  static SpendStore inMemory() {
    return inMemory(10_000);
  }

  /**
   * A store in memory, which is lost with the process.
   *
   * @param keptEntries how many entries stay readable: those that are open, and the newest of the
   *     others; totals include all
   */
  static SpendStore inMemory(int keptEntries) {
    return new InMemorySpendStore(keptEntries);
  }

  /**
   * The totals of the entries that match. By scope, operation or both the cost is constant; by load
   * or time it grows with the number of matching entries.
   */
  SpendTotals totals(SpendFilter filter);

  /**
   * Deletes entries and idempotency keys before a time, and scopes that count nothing any more. The
   * last two days stay, because a call may still say what became of it, and so does what is not
   * known yet. Limits and totals of the client and its operations still include what was deleted.
   *
   * @return how many entries were deleted
   */
  long purge(Instant before);

  /** Closes what the store opened itself; a {@code DataSource} stays open. */
  @Override
  void close();
}
