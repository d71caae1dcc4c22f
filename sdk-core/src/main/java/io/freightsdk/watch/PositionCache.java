package io.freightsdk.watch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where processes share positions that one of them paid for. {@link JCachePositionCache} puts it on
 * any JSR-107 cache (tested with Hazelcast).
 *
 * <p>Methods may block and may throw: the client calls them on threads of its own, and a cache that
 * fails costs sharing, never a read. Keys hold no agent key, only a digest that keeps the accounts
 * apart. Safe for concurrent use.
 */
public interface PositionCache {
  /**
   * Name of the account whose positions these are, so that they outlive a change of the agent key.
   * Default: null; then keys carry a digest of base URL and agent key, and a new agent key starts
   * with an empty cache.
   */
  default @Nullable String account() {
    return null;
  }

  /** The reading kept under the key, of whatever age; null for none. */
  @Nullable PositionReading get(String key);

  /** Keeps a reading; it may be forgotten at any time. */
  void put(String key, PositionReading reading);

  /**
   * Takes the right to make the next paid read, atomically among all processes. The owner that has
   * it renews it by asking again, for as long as its read takes.
   *
   * @param owner who takes it
   * @param lease after this time the right is free again, whatever became of its owner
   * @return false while another owner has it
   */
  boolean claim(String key, String owner, Duration lease);

  /** Gives the right back; nothing happens when another owner has it by now. */
  void release(String key, String owner);
}
