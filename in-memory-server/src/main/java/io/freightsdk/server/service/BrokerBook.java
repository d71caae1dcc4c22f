package io.freightsdk.server.service;

import io.freightsdk.server.service.account.Account;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A broker's account with what must never happen twice under it: creations by idempotency key, and
 * loads by customerRef. The account's lock guards both.
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

  /** Whether this broker's loads wait for their bill of lading; null when the server says. */
  @Nullable Boolean awaitsBol() {
    return awaitsBol;
  }

  void awaitBol(boolean awaits) {
    awaitsBol = awaits;
  }

  /** To be called while the account is held. */
  BrokerBook copy() {
    BrokerBook copy =
        new BrokerBook(account.copy(), results.copy(), new HashMap<>(loadsByCustomerRef));
    copy.awaitsBol = awaitsBol;
    return copy;
  }
}
