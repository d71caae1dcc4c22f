package io.freightsdk.server.service;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first success under each idempotency key, for 24 hours of server time. Like the number of
 * loads, the number of results is unlimited. Protected by the account's lock.
 */
final class IdempotencyResults {
  private static final Duration VALIDITY = Duration.ofHours(24);

  /** In the order of insertion, so that expired keys come first. */
  final Map<String, StoredResult> byKey = new LinkedHashMap<>();

  /** The result for {@code key}; null if there is none or it has expired. */
  @Nullable StoredResult find(String key, Instant now) {
    StoredResult found = byKey.get(key);
    return found == null || found.isExpired(now) ? null : found;
  }

  void store(String key, StoredResult result) {
    Iterator<StoredResult> oldest = byKey.values().iterator();
    while (oldest.hasNext() && oldest.next().isExpired(result.at)) oldest.remove();
    byKey.remove(key);
    byKey.put(key, result);
  }

  /**
   * A successful creation, with the hash of its request body.
   *
   * @param bodyHash detects a different body under the same key
   */
  record StoredResult(Instant at, int bodyHash, LoadCreation.Outcome outcome) {
    boolean isExpired(Instant now) {
      return !now.isBefore(at.plus(VALIDITY));
    }
  }
}
