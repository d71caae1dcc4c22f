package io.freightsdk.server.service.order;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * One object for what many orders say alike, such as a dock with its address and fence: a server
 * may keep 100,000 loads, and a load with docks of its own takes half as much memory again.
 * Bounded: it is cleared when it is full. Safe for use by several threads.
 */
final class SharedValues<V> {
  private static final int MOST = 4096;

  private final Map<Object, V> known = new ConcurrentHashMap<>();

  /** The value that was made of equal parts before; otherwise a new one. */
  V get(Object parts, Supplier<V> maker) {
    V value = known.get(parts);
    if (value != null) return value;
    V made = maker.get();
    if (known.size() >= MOST) known.clear();
    known.put(parts, made);
    return made;
  }
}
