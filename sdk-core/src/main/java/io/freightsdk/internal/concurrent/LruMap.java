package io.freightsdk.internal.concurrent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map with a maximum number of entries, which evicts the least recently used entry. Safe for
 * concurrent use.
 */
public final class LruMap<K, V> {
  private final int capacity;

  /** Guarded by this; in the order of the latest use, the least recent first. */
  private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);

  public LruMap(int capacity) {
    this.capacity = capacity;
  }

  /** The value, which then counts as just used; null for none. */
  public synchronized @Nullable V get(K key) {
    return entries.get(key);
  }

  /** All values, in the order of their latest use. */
  public synchronized List<V> values() {
    return List.copyOf(entries.values());
  }

  /** Removes the value, if there is one. */
  public synchronized void remove(K key) {
    entries.remove(key);
  }

  /** Stores a value, and replaces an earlier one. */
  public synchronized void put(K key, V value) {
    entries.put(key, value);
    if (entries.size() > capacity) entries.remove(entries.keySet().iterator().next());
  }
}
