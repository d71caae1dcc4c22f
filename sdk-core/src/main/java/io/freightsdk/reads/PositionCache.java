package io.freightsdk.reads;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A cache through which processes share positions that one of them paid for. Implementations:
 * {@code io.freightsdk.watch.JCachePositionCache} of {@code freight-watch} for any JSR-107 cache
 * (tested with Hazelcast and Redis), and {@code io.freightsdk.watch.jdbc.JdbcPositionCache} for a
 * database.
 *
 * <p>Methods may block and may throw: the client calls them on its own threads, and reads without
 * the cache when it fails. Cache keys do not contain the agent key, only a digest of it.
 * Implementations must be safe for concurrent use.
 */
public interface PositionCache {
  /**
   * Name of the account that the positions belong to; they are then kept when the agent key
   * changes. Default: null; cache keys then contain a digest of base URL and agent key, and a new
   * agent key starts with no positions.
   */
  default @Nullable String account() {
    return null;
  }

  /** The stored reading, however old; null for none. */
  @Nullable PositionReading get(String key);

  /** Stores a reading; the cache may drop it at any time. */
  void put(String key, PositionReading reading);

  /**
   * Takes the claim, which is the right to make the next paid read, atomically among all processes.
   * Its owner renews it by calling this again while the read is in progress.
   *
   * @param owner who takes it
   * @param lease after this time the claim has ended, even if its owner crashed
   * @return false while another owner has it
   */
  boolean claim(String key, String owner, Duration lease);

  /** Gives the claim back; does nothing when another owner has it. */
  void release(String key, String owner);
}
