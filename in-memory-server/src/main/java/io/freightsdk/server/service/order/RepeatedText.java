package io.freightsdk.server.service.order;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Keeps texts that come again and again, such as cities and docks, once: loads are kept by the
 * hundred thousand, and most of a load is text. Bounded; safe for several threads.
 */
final class RepeatedText {
  private static final int SLOTS = 4096;
  private static final int LONGEST = 64;

  private final AtomicReferenceArray<String> texts = new AtomicReferenceArray<>(SLOTS);

  /** An equal text, the one that was seen before where that is still known. */
  String once(String text) {
    if (text.length() > LONGEST) return text;
    int hash = text.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    String known = texts.get(slot);
    if (text.equals(known)) return known;
    texts.set(slot, text);
    return text;
  }
}
