package io.freightsdk.positions;

import org.jspecify.annotations.Nullable;

/**
 * A cache through which processes share positions that one of them paid for. {@code
 * io.freightsdk.spend.positions.JdbcPositionCache} of {@code freight-spend} keeps them in a
 * database; for another store the two methods are enough.
 *
 * <p>Both are called on the thread that reads and may block it, so a cache needs its own time
 * limit. An exception never fails the read: the first one is logged, and the client reads without
 * the cache. The client checks age and load of what it gets. Two processes that ask for a load at
 * the same moment may both find nothing and both pay.
 *
 * <p>Keys contain the {@link io.freightsdk.FreightClient#accountId() account}, never the agent key,
 * so one store serves any number of accounts. A new agent key starts with no positions, unless its
 * account has a name. Implementations must be safe for concurrent use.
 */
public interface PositionCache {
  /** The stored reading, however old; null for none. */
  @Nullable PositionSnapshot get(String key);

  /** Stores a reading in place of an earlier one; the cache may drop it at any time. */
  void put(String key, PositionSnapshot reading);
}
