package io.freightsdk.server.service.order;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Keeps values that come again and again, such as cities and docks, once: loads are kept by the
 * hundred thousand, and most of a load is what other loads have too. Bounded; safe for several
 * threads.
 */
final class Repeated {
  private static final int SLOTS = 4096;
  private static final int LONGEST = 64;

  private final AtomicReferenceArray<Object> values = new AtomicReferenceArray<>(SLOTS);

  /** An equal value, the one that was seen before where that is still known. */
  @SuppressWarnings("unchecked") // An equal record or text is of the same class.
  <T> T once(T value) {
    if (value instanceof String text && text.length() > LONGEST) return value;
    int hash = value.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    Object known = values.get(slot);
    if (value.equals(known)) return (T) known;
    values.set(slot, value);
    return value;
  }
}
