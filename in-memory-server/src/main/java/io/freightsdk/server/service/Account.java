package io.freightsdk.server.service;

import io.freightsdk.server.service.StoredLoad.LoadIds;
import io.freightsdk.server.service.account.Ledger;
import io.freightsdk.server.service.account.Ledger.EntryDetails;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The account of a broker: its ledger, its results by idempotency key and its loads by customerRef,
 * so that nothing is paid for twice. Thread-safe.
 */
public final class Account {
  private final String brokerId;
  private final String email;
  private final boolean registered;
  private final String agentKey;

  /** Protects the fields below, and everything that must be atomic with a movement of money. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Ledger ledger;
  private final IdempotencyResults results = new IdempotencyResults();
  private final Map<String, LoadIds> loadsByCustomerRef = new HashMap<>();
  private volatile @Nullable Boolean awaitsBol;

  public Account(
      String brokerId, String email, boolean registered, String agentKey, int maxLedgerEntries) {
    this.brokerId = brokerId;
    this.email = email;
    this.registered = registered;
    this.agentKey = agentKey;
    this.ledger = new Ledger(maxLedgerEntries);
  }

  public String brokerId() {
    return brokerId;
  }

  public String email() {
    return email;
  }

  /**
   * Whether the broker is registered with the tracking system; if not, its loads are refused (422).
   */
  public boolean registered() {
    return registered;
  }

  /** The agent key with which the account was opened. It may be revoked. */
  public String agentKey() {
    return agentKey;
  }

  /** The lock for a step that moves money and does the paid work. */
  ReentrantLock lock() {
    return lock;
  }

  /** The first success under each idempotency key. The caller must hold the lock. */
  IdempotencyResults idempotencyResults() {
    return results;
  }

  /** The load of each {@code customerRef}. The caller must hold the lock. */
  Map<String, LoadIds> loadsByCustomerRef() {
    return loadsByCustomerRef;
  }

  /** Whether the broker's loads wait for their bill of lading; null for the server's setting. */
  @Nullable Boolean awaitsBol() {
    return awaitsBol;
  }

  /** Sets whether the loads that the broker creates from now on wait for their bill of lading. */
  public void setAwaitsBol(boolean awaits) {
    awaitsBol = awaits;
  }

  public BigDecimal balanceUsd() {
    return locked(ledger::balanceUsd);
  }

  /** All ledger entries, oldest first. */
  public List<LedgerEntry> entries() {
    return locked(ledger::entries);
  }

  /** The ledger entries that match, oldest first. */
  public List<LedgerEntry> entries(Predicate<LedgerEntry> matcher) {
    return entries().stream().filter(matcher).toList();
  }

  public LedgerEntry credit(BigDecimal amountUsd, EntryDetails details) {
    return locked(() -> ledger.credit(amountUsd, details));
  }

  /** Debits a price without a check: the caller has checked that the balance covers it. */
  public LedgerEntry debit(BigDecimal priceUsd, EntryDetails details) {
    return locked(() -> ledger.debit(priceUsd, details));
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
