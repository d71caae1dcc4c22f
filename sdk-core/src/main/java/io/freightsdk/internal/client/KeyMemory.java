package io.freightsdk.internal.client;

import java.util.LinkedHashMap;
import java.util.Map;
import okio.ByteString;

/**
 * Remembers which body a caller's idempotency key was used with. The service answers a known key
 * with its first load whatever the body, so a second body would silently create nothing.
 */
final class KeyMemory {
  /** About one megabyte; older keys are forgotten first. */
  private static final int MAX_KEYS = 8192;

  /** Guarded by itself. */
  private final Map<String, ByteString> digests =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ByteString> eldest) {
          return size() > MAX_KEYS;
        }
      };

  /** Whether the key is new or was used with this very body before. */
  boolean admits(String key, byte[] body) {
    ByteString digest = ByteString.of(body).sha256();
    synchronized (digests) {
      ByteString known = digests.putIfAbsent(key, digest);
      return known == null || known.equals(digest);
    }
  }
}
