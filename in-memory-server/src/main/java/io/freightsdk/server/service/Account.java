package io.freightsdk.server.service.account;

import io.freightsdk.server.service.account.Ledger.Books;
import io.freightsdk.server.service.account.Ledger.Reason;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One broker's account and its money. Safe for use by several threads. */
public final class Account {
  private final String brokerId;
  private final String email;
  private final boolean registered;

  /** Guards the ledger, and whatever must be one step with a movement of money. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Ledger ledger;

  public Account(String brokerId, String email, boolean registered, int maxLedgerEntries) {
    this.brokerId = brokerId;
    this.email = email;
    this.registered = registered;
    this.ledger = new Ledger(maxLedgerEntries);
  }

  Account(String brokerId, String email, boolean registered, Ledger ledger) {
    this.brokerId = brokerId;
    this.email = email;
    this.registered = registered;
    this.ledger = ledger;
  }

  private Account(Account source) {
    this.brokerId = source.brokerId;
    this.email = source.email;
    this.registered = source.registered;
    this.ledger = new Ledger(source.ledger);
  }

  Ledger ledger() {
    return ledger;
  }

  public String brokerId() {
    return brokerId;
  }

  public String email() {
    return email;
  }

  /** False for a key whose broker the tracking system does not know (422). */
  public boolean registered() {
    return registered;
  }

  /** The lock to hold while a movement of money and what it pays for happen as one step. */
  public ReentrantLock lock() {
    return lock;
  }

  public BigDecimal balanceUsd() {
    return books().prepaidUsd();
  }

  /** All movements, oldest first. */
  public List<LedgerEntry> entries() {
    return locked(ledger::entries);
  }

  public Books books() {
    return locked(ledger::books);
  }

  public LedgerEntry credit(BigDecimal amountUsd, Reason reason) {
    return locked(() -> ledger.credit(amountUsd, reason));
  }

  /**
   * Debits {@code priceUsd} if the balance covers it; otherwise returns null and changes nothing.
   */
  public @Nullable LedgerEntry charge(BigDecimal priceUsd, Reason reason) {
    return locked(() -> ledger.covers(priceUsd) ? ledger.debit(priceUsd, reason) : null);
  }

  public Account copy() {
    return locked(() -> new Account(this));
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
