package io.freightsdk.internal.client;

import io.freightsdk.internal.concurrent.BoundedMap;

/**
 * Remembers which key created each load, so that no answer of another request is taken for a
 * creation's own. Which body a key was used with is known to the spend guard. Safe for concurrent
 * use.
 */
final class KeyMemory {
  /** About one megabyte. */
  private static final int MAX_KEYS = 8192;

  private final BoundedMap<String, String> creators = new BoundedMap<>(MAX_KEYS);

  /**
   * Whether an answer with this load may be that of the key: false when another key has created the
   * load, because then the answer is another request's.
   */
  boolean mayBe(String loadNumber, String key) {
    String creator = creators.putIfAbsent(loadNumber, key);
    return creator == null || creator.equals(key);
  }
}
