package io.freightsdk.internal.concurrent;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A map with a maximum number of entries: the least recently used one is evicted. With a maximum
 * age, an entry that was written that long ago counts as absent. Safe for concurrent use.
 */
public final class BoundedMap<K, V> {
  private record Kept<V>(V value, long writtenNanos) {}

  private final int capacity;
  private final long maxAgeNanos;
  private final LongSupplier nanoTime;
  // Guarded by itself; in the order of the latest use, the least recent first.
  private final Map<K, Kept<V>> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** A map whose entries do not age. */
  public BoundedMap(int capacity) {
    this(capacity, Long.MAX_VALUE, () -> 0);
  }

  /**
   * A map whose entries are removed {@code maxAge} after they were written.
   *
   * @param nanoTime a clock that only runs forward
   */
  public BoundedMap(int capacity, Duration maxAge, LongSupplier nanoTime) {
    this(capacity, maxAge.toNanos(), nanoTime);
  }

  private BoundedMap(int capacity, long maxAgeNanos, LongSupplier nanoTime) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity: expected at least 1, got " + capacity);
    }
    this.capacity = capacity;
    this.maxAgeNanos = maxAgeNanos;
    this.nanoTime = nanoTime;
  }

  /** The value, which counts as used now; null for none. */
  public @Nullable V get(K key) {
    long now = nanoTime.getAsLong();
    synchronized (entries) {
      return find(key, now);
    }
  }

  /** Keeps a value in place of any other. */
  public void put(K key, V value) {
    long now = nanoTime.getAsLong();
    synchronized (entries) {
      write(key, value, now);
    }
  }

  /** Keeps a value unless there is one, which is returned and counts as used; null when kept. */
  public @Nullable V putIfAbsent(K key, V value) {
    long now = nanoTime.getAsLong();
    synchronized (entries) {
      V known = find(key, now);
      if (known == null) {
        write(key, value, now);
      }
      return known;
    }
  }

  /** Forgets a value; null when there was none. */
  public @Nullable V remove(K key) {
    long now = nanoTime.getAsLong();
    synchronized (entries) {
      V known = find(key, now);
      entries.remove(key);
      return known;
    }
  }

  /** Number of entries, including entries that are too old but were not removed yet. */
  public int size() {
    synchronized (entries) {
      return entries.size();
    }
  }

  private @Nullable V find(K key, long now) {
    Kept<V> kept = entries.get(key);
    if (kept == null) {
      return null;
    }
    if (now - kept.writtenNanos() >= maxAgeNanos) {
      entries.remove(key);
      return null;
    }
    return kept.value();
  }

  private void write(K key, V value, long now) {
    entries.put(key, new Kept<>(value, now));
    if (entries.size() > capacity) {
      entries.remove(entries.keySet().iterator().next());
    }
  }
}
