package io.freightsdk.internal.transport;

import okhttp3.ConnectionPool;
import org.jspecify.annotations.Nullable;

/**
 * How many connections a pool holds, as it was a tenth of a second ago at most: counting walks over
 * all of them, which among a thousand is dear for every call.
 */
final class PoolSize {
  private static final long FRESH_NANOS = 100_000_000;

  private final ConnectionPool pool;
  private volatile @Nullable Count last;

  private record Count(int connections, long nanoTime) {}

  PoolSize(ConnectionPool pool) {
    this.pool = pool;
  }

  boolean isAtLeast(int connections) {
    long now = System.nanoTime();
    Count known = last;
    if (known != null && now - known.nanoTime < FRESH_NANOS && known.connections >= connections) {
      return true;
    }
    int counted = pool.connectionCount();
    last = new Count(counted, now);
    return counted >= connections;
  }
}
