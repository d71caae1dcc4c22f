package io.freightsdk.internal.reads;

import io.freightsdk.CallOptions;
import io.freightsdk.internal.concurrent.LruMap;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.environment.TimeSource.Moment;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.positions.PositionSnapshot;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The last known positions: positions that this client has read, in memory, and positions of other
 * processes, in a {@link PositionCache}. A failure of the cache is logged and never fails a read.
 * Safe for concurrent use.
 */
final class KnownPositions {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.positions");
  private static final int KEPT_POSITIONS = 1_000;

  /** A load of one account. Another account may have a load with the same number. */
  record AccountLoad(String accountId, String number) {
    private String cacheKey() {
      return "freight:" + accountId + ":" + number;
    }
  }

  private final LruMap<AccountLoad, PositionSnapshot> kept = new LruMap<>(KEPT_POSITIONS);

  /** The time of the last failed read of each load, except failures that concern one caller. */
  private final LruMap<AccountLoad, Moment> failures = new LruMap<>(KEPT_POSITIONS);

  private final TimeSource time;
  private final @Nullable PositionCache cache;
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * @param cache shares positions with other processes; null for none
   */
  KnownPositions(TimeSource time, @Nullable PositionCache cache) {
    this.time = time;
    this.cache = cache;
  }

  /**
   * The age from which a read is necessary; null if a read is always necessary. A failed read
   * counts as a read, so that an outage costs at most one read in each {@code maxAge}.
   */
  @Nullable Duration acceptedAge(AccountLoad load, CallOptions options) {
    Duration maxAge = options.maxAge();
    Duration stale = options.staleIfError();
    if (maxAge == null || stale == null || stale.compareTo(maxAge) <= 0) return maxAge;
    Moment failedAt = failures.get(load);
    boolean hasFailed = failedAt != null && time.moment().since(failedAt).compareTo(maxAge) < 0;
    return hasFailed ? stale : maxAge;
  }

  /** The position in memory that is younger; null for none, and without an age. */
  @Nullable PositionSnapshot inMemory(AccountLoad load, @Nullable Duration maxAge) {
    if (maxAge == null) return null;
    PositionSnapshot known = kept.get(load);
    return known != null && isYoungerThan(known, maxAge) ? known : null;
  }

  /** The same, in memory or in the cache. Blocks as long as the cache. */
  @Nullable PositionSnapshot find(AccountLoad load, @Nullable Duration maxAge) {
    PositionSnapshot local = inMemory(load, maxAge);
    if (local != null || cache == null || maxAge == null || maxAge.isZero()) return local;
    try {
      PositionSnapshot stored = cache.get(load.cacheKey());
      if (stored == null || !isYoungerThan(stored, maxAge)) return null;
      keepInMemory(load, stored);
      return stored;
    } catch (Throwable thrown) {
      cacheFailed(thrown);
      return null;
    }
  }

  /** Keeps a position in memory. */
  void keepInMemory(AccountLoad load, PositionSnapshot snapshot) {
    kept.put(load, snapshot);
  }

  /** Records that a read of the load has failed now. */
  void readFailed(AccountLoad load) {
    failures.put(load, time.moment());
  }

  /** Stores a position in the cache. Blocks as long as the cache. */
  void storeInCache(AccountLoad load, PositionSnapshot snapshot) {
    if (cache == null) return;
    try {
      cache.put(load.cacheKey(), snapshot);
    } catch (Throwable thrown) {
      cacheFailed(thrown);
    }
  }

  /** A time in the future, by the clock of another process, counts as now. */
  private boolean isYoungerThan(PositionSnapshot snapshot, Duration maxAge) {
    Duration age = Duration.between(snapshot.readAt(), time.now());
    return (age.isNegative() ? Duration.ZERO : age).compareTo(maxAge) < 0;
  }

  private void cacheFailed(Throwable why) {
    Level level = warned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
    LOG.log(level, "the position cache failed; reads continue without it", why);
  }
}
