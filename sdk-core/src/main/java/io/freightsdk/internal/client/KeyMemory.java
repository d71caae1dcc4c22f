package io.freightsdk.internal.client;

import io.freightsdk.internal.concurrent.BoundedMap;
import okio.ByteString;

/**
 * Remembers with which body a caller's idempotency key was used, and which load each key created.
 * The service answers a known key with its first load, whatever the body is, so a call with another
 * body would silently create nothing. A key whose calls were all refused may be used with another
 * body. Safe for concurrent use.
 */
final class KeyMemory {
  /** About one megabyte. */
  private static final int MAX_KEYS = 8192;

  /**
   * What a key was used for.
   *
   * @param taken whether the service may know the key
   */
  private record Use(ByteString digest, int calls, boolean taken) {}

  private final BoundedMap<String, Use> uses = new BoundedMap<>(MAX_KEYS);

  /** The key that created each load; guarded by this. */
  private final BoundedMap<String, String> creators = new BoundedMap<>(MAX_KEYS);

  /** Begins a call with a key; false when the key was, or is being, used with another body. */
  boolean begin(String key, byte[] body) {
    ByteString digest = ByteString.of(body).sha256();
    synchronized (this) {
      Use known = uses.get(key);
      if (known != null && !known.digest.equals(digest)) return false;
      Use now =
          known == null ? new Use(digest, 1, false) : new Use(digest, known.calls + 1, known.taken);
      uses.put(key, now);
      return true;
    }
  }

  /**
   * Whether an answer with this load may be that of the key: false when another key has created the
   * load, because then the answer is another request's.
   */
  synchronized boolean mayBe(String loadNumber, String key) {
    String creator = creators.get(loadNumber);
    if (creator == null) creators.put(loadNumber, key);
    return creator == null || creator.equals(key);
  }

  /** Ends a call; {@code taken} says whether the service may know the key now. */
  synchronized void end(String key, boolean taken) {
    Use known = uses.get(key);
    if (known == null) return; // Evicted by newer keys.
    Use now = new Use(known.digest, known.calls - 1, known.taken || taken);
    if (now.calls <= 0 && !now.taken) {
      uses.remove(key);
    } else {
      uses.put(key, now);
    }
  }
}
