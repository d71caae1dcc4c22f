package io.freightsdk.server.service;

import io.freightsdk.server.service.account.Account;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A broker's account, with the creations by idempotency key and the loads by customerRef, which
 * must not happen twice. The account's lock guards both.
 */
final class BrokerBook {
  private final Account account;
  private final IdempotencyResults results;
  private final Map<String, String> loadsByCustomerRef;
  private volatile @Nullable Boolean awaitsBol;

  BrokerBook(Account account) {
    this(account, new IdempotencyResults(), new HashMap<>());
  }

  private BrokerBook(
      Account account, IdempotencyResults results, Map<String, String> loadsByCustomerRef) {
    this.account = account;
    this.results = results;
    this.loadsByCustomerRef = loadsByCustomerRef;
  }

  static BrokerBook restored(
      Account account,
      Map<String, IdempotencyResults.Remembered> results,
      Map<String, String> loadsByCustomerRef,
      @Nullable Boolean awaitsBol) {
    BrokerBook book = new BrokerBook(account, new IdempotencyResults(results), loadsByCustomerRef);
    book.awaitsBol = awaitsBol;
    return book;
  }

  Map<String, String> loadsByCustomerRef() {
    return loadsByCustomerRef;
  }

  Account account() {
    return account;
  }

  IdempotencyResults results() {
    return results;
  }

  /** Number of the broker's load with this reference; null when there is none. */
  @Nullable String loadWith(@Nullable String customerRef) {
    return customerRef == null ? null : loadsByCustomerRef.get(customerRef);
  }

  void referTo(@Nullable String customerRef, String loadNumber) {
    if (customerRef != null) loadsByCustomerRef.put(customerRef, loadNumber);
  }

  /** Whether this broker's loads wait for their bill of lading; null for the server's setting. */
  @Nullable Boolean awaitsBol() {
    return awaitsBol;
  }

  void awaitBol(boolean awaits) {
    awaitsBol = awaits;
  }

  /** The caller must hold the account's lock. */
  BrokerBook copy() {
    BrokerBook copy =
        new BrokerBook(account.copy(), results.copy(), new HashMap<>(loadsByCustomerRef));
    copy.awaitsBol = awaitsBol;
    return copy;
  }

  /**
   * The first success under each idempotency key of one broker, for 24 hours of server time. Not
   * safe by itself: the account's lock guards it.
   */
  static final class IdempotencyResults {
    private static final Duration KEPT = Duration.ofHours(24);

    /** Bounds the number of keys, because with a frozen clock none expires. */
    static final int MOST_KEPT = 100_000;

    /** In the order of insertion, so that expired keys come first. */
    private final Map<String, Remembered> byKey;

    IdempotencyResults() {
      this(new LinkedHashMap<>());
    }

    private IdempotencyResults(Map<String, Remembered> byKey) {
      this.byKey = byKey;
    }

    /** The result stored under {@code key}; null when there is none, or it has expired. */
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

    /** In the order of insertion. */
    Map<String, Remembered> byKey() {
      return byKey;
    }

    IdempotencyResults copy() {
      return new IdempotencyResults(new LinkedHashMap<>(byKey));
    }

    private void dropExpired(Instant now) {
      Iterator<Remembered> oldest = byKey.values().iterator();
      while (oldest.hasNext() && oldest.next().isExpired(now)) oldest.remove();
    }

    /**
     * A successful creation and the request body that it answered.
     *
     * @param bodyHash hash of that body, to recognise another body under the same key
     */
    record Remembered(Instant at, int bodyHash, LoadCreation.Outcome outcome) {
      boolean isExpired(Instant now) {
        return !now.isBefore(at.plus(KEPT));
      }
    }
  }
}
