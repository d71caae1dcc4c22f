package io.freightsdk.internal.spend;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Debits by idempotency key, for as long as the service remembers a key, and at most {@value
 * #MAX_KEYS} of them. Not safe for concurrent use.
 */
final class DebitIndex {
  private static final int MAX_KEYS = 100_000;
  private static final long KEPT_MILLIS = Duration.ofHours(24).toMillis();

  private final Map<String, Debit> byKey = new LinkedHashMap<>();

  @Nullable Debit find(String key, long nowMillis) {
    Debit debit = byKey.get(key);
    return debit == null || isOld(debit, nowMillis) ? null : debit;
  }

  void put(String key, Debit debit, long nowMillis) {
    byKey.remove(key);
    byKey.put(key, debit);
    dropOldest(nowMillis);
  }

  private void dropOldest(long nowMillis) {
    Iterator<Debit> oldestFirst = byKey.values().iterator();
    while (oldestFirst.hasNext()) {
      boolean old = isOld(oldestFirst.next(), nowMillis);
      if (!old && byKey.size() <= MAX_KEYS) return;
      oldestFirst.remove();
    }
  }

  /** A call that is still running keeps its key. */
  private static boolean isOld(Debit debit, long nowMillis) {
    return debit.calls == 0 && nowMillis - debit.firstSeenMillis >= KEPT_MILLIS;
  }
}
