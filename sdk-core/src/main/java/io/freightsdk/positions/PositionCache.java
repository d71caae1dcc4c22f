package io.freightsdk.positions;

import org.jspecify.annotations.Nullable;

/**
 * A cache through which processes share positions that one of them has paid for. {@code
 * io.freightsdk.spend.positions.JdbcPositionCache} of {@code freight-spend} stores them in a
 * database. For another store, implement the two methods.
 *
 * <p>The client calls both methods on the thread that reads, and waits for them, so a cache needs
 * its own time limit. An exception never fails the read: the client logs the first one and reads
 * without the cache. It checks the age of each position that it gets. If two processes read the
 * same load concurrently, both may find nothing and both pay.
 *
 * <p>Keys contain the {@link io.freightsdk.FreightClient#accountId() account}, never the agent key,
 * so one store serves any number of accounts. A new agent key starts without positions, unless its
 * account has a name. Implementations must be safe for concurrent use.
 */
public interface PositionCache {
  /** Returns the stored position of any age; null if there is none. */
  @Nullable PositionSnapshot get(String key);

  /** Stores a position and replaces an earlier one. The cache may remove it at any time. */
  void put(String key, PositionSnapshot snapshot);
}
