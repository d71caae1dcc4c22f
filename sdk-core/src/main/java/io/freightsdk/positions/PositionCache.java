package io.freightsdk.positions;

import org.jspecify.annotations.Nullable;

/**
 * A cache in which processes share positions that one of them has paid for. {@code
 * io.freightsdk.spend.positions.JdbcPositionCache} of {@code freight-spend} stores them in a
 * database. For another store, implement the two methods.
 *
 * <p>The client calls both on the thread that reads, and they may block it, so a cache needs its
 * own time limit. An exception never fails the read: the client logs the first one, and reads
 * without the cache. The client checks the age and the load of a stored position. Two processes
 * that read a load at the same moment may both find nothing and both pay.
 *
 * <p>Keys contain the {@link io.freightsdk.FreightClient#accountId() account}, never the agent key,
 * so one store serves any number of accounts. A new agent key starts with no positions, unless its
 * account has a name. Implementations must be safe for concurrent use.
 */
public interface PositionCache {
  /** The stored position, however old; null for none. */
  @Nullable PositionSnapshot get(String key);

  /** Stores a position, and replaces an earlier one. The cache may drop it at any time. */
  void put(String key, PositionSnapshot snapshot);
}
