package io.freightsdk.server.service;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first success under each idempotency key of one broker, for 24 hours of server time. Not safe
 * by itself: the account's lock guards it.
 */
final class IdempotencyResults {
  private static final Duration KEPT = Duration.ofHours(24);

  /** A clock that stands still lets none expire. */
  static final int MOST_KEPT = 100_000;

  /** In the order they were remembered, so that the expired ones come first. */
  private final Map<String, Remembered> byKey;

  IdempotencyResults() {
    this.byKey = new LinkedHashMap<>();
  }

  private IdempotencyResults(IdempotencyResults source) {
    this.byKey = new LinkedHashMap<>(source.byKey);
  }

  /** What was remembered under {@code key}; null when nothing, or nothing recent. */
  @Nullable Remembered find(String key, Instant now) {
    Remembered found = byKey.get(key);
    return found == null || found.isExpired(now) ? null : found;
  }

  void remember(String key, Remembered result) {
    dropExpired(result.at);
    byKey.remove(key);
    byKey.put(key, result);
    if (byKey.size() > MOST_KEPT) byKey.remove(byKey.keySet().iterator().next());
  }

  IdempotencyResults copy() {
    return new IdempotencyResults(this);
  }

  private void dropExpired(Instant now) {
    Iterator<Remembered> oldest = byKey.values().iterator();
    while (oldest.hasNext() && oldest.next().isExpired(now)) oldest.remove();
  }

  /**
   * A success and the body it answered.
   *
   * @param bodyHash tells another body under the same key
   */
  record Remembered(Instant at, int bodyHash, CreateOutcome outcome) {
    boolean isExpired(Instant now) {
      return !now.isBefore(at.plus(KEPT));
    }
  }
}
