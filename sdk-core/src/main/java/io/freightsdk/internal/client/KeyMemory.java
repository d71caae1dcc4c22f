package io.freightsdk.internal.client;

import io.freightsdk.internal.canonical.CanonicalJson;
import io.freightsdk.internal.concurrent.BoundedMap;
import java.nio.charset.StandardCharsets;
import okio.ByteString;

/**
 * Remembers with which body a caller's idempotency key was used. The service answers a known key
 * with its first load, whatever the body is, so a call with another body would silently create
 * nothing. A key whose calls were all refused may be used with another body. Safe for concurrent
 * use.
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

  /** Begins a call with a key; false when the key was, or is being, used with another body. */
  synchronized boolean begin(String key, byte[] body) {
    ByteString digest = digest(body);
    Use known = uses.get(key);
    if (known != null && !known.digest.equals(digest)) return false;
    uses.put(
        key,
        known == null ? new Use(digest, 1, false) : new Use(digest, known.calls + 1, known.taken));
    return true;
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

  /** Equal for bodies that mean the same: a rate of 1850.0 is one of 1850.00. */
  private static ByteString digest(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    try {
      text = CanonicalJson.of(text);
    } catch (IllegalArgumentException notCanonical) {
      // Compared as it is, because a number beyond a double has no canonical form.
    }
    return ByteString.encodeUtf8(text).sha256();
  }
}
