package io.freightsdk.internal.spend;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Money that the service takes at most once: of one idempotency key, or of one call without a key.
 * Guarded by the store's lock.
 */
final class Debit {
  /** Of the scope of the first call and the scopes around it. */
  final List<ScopeBook> books;

  final long firstSeenMillis;

  /** Calls that may still cause the debit. */
  int calls;

  /** Set aside in the books, in billionths of USD; 0 when nothing is. */
  long held;

  /** Counted as spent in the books, in billionths of USD; 0 when nothing is. */
  long spent;

  long spentAtMillis;

  /** The service is known to have taken the money: whatever else succeeds is a replay. */
  boolean charged;

  /** The entry that carries the money while nobody knows whether it was taken. */
  @Nullable LedgerLine unknown;

  Debit(List<ScopeBook> books, long firstSeenMillis) {
    this.books = books;
    this.firstSeenMillis = firstSeenMillis;
  }
}
