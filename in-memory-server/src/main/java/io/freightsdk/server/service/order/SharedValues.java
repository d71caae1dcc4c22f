package io.freightsdk.server.service.order;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Shares equal values such as cities, docks and fences between loads, because there may be hundreds
 * of thousands of loads and most of their values are the same: an ordinary load takes 0.4 KB,
 * without this 1.2 KB. Bounded; safe for several threads.
 */
final class SharedValues {
  private static final int SLOTS = 4096;

  private final AtomicReferenceArray<Object> values = new AtomicReferenceArray<>(SLOTS);

  /** An equal value that was seen before, if it is still known; otherwise this one. */
  @SuppressWarnings("unchecked") // An equal record is of the same class.
  <T> T once(T value) {
    int hash = value.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    Object known = values.get(slot);
    if (value.equals(known)) return (T) known;
    values.set(slot, value);
    return value;
  }
}
