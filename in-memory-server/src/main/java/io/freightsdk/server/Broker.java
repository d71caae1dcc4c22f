package io.freightsdk.server;

import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.AccountManager;
import io.freightsdk.server.service.account.Ledger.EntryDetails;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.view.KeyScope;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.RecordedRequest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A broker account of the server, with its balance, ledger, keys and faults. Each method reads the
 * current state of the account. Thread-safe. {@code toString} does not show the key.
 */
public final class Broker {
  private final InMemoryFreightServer server;
  private final AccountManager accounts;
  private final String brokerId;
  private final String agentKey;

  Broker(InMemoryFreightServer server, AccountManager accounts, Account account) {
    this.server = server;
    this.accounts = accounts;
    this.brokerId = account.brokerId();
    this.agentKey = account.agentKey();
  }

  /** The identifier of the account. */
  public String brokerId() {
    return brokerId;
  }

  /** The agent key with which the account was created. */
  public String agentKey() {
    return agentKey;
  }

  /** The base URL for its clients, for example {@code http://127.0.0.1:41123}. */
  public String baseUrl() {
    return server.baseUrl();
  }

  /** The planned faults of this broker's calls. They affect no other broker. */
  public Faults faults() {
    return server.faults().forBroker(brokerId);
  }

  /** The requests with this broker's keys that are still in the journal, oldest first. */
  public List<RecordedRequest> requests() {
    return server.journal().matching(request -> brokerId.equals(request.brokerId()));
  }

  /** The broker's e-mail address. */
  public String email() {
    return account().email();
  }

  /**
   * Whether the broker is registered with the tracking system. The loads of an unregistered broker
   * are refused with 422.
   */
  public boolean registered() {
    return account().registered();
  }

  /** The prepaid balance in USD. */
  public BigDecimal balanceUsd() {
    return account().balanceUsd();
  }

  /**
   * All ledger entries, oldest first; beyond the capacity, the first has the sum of older entries.
   * Their signed amounts add up to {@link #balanceUsd}.
   */
  public List<LedgerEntry> ledger() {
    return account().entries();
  }

  /** The debits that the ledger still lists, oldest first. */
  public List<LedgerEntry> debits() {
    return ledger().stream().filter(entry -> entry.type() == LedgerEntry.Type.DEBIT).toList();
  }

  /** The debits for one load that the ledger still lists, oldest first. */
  public List<LedgerEntry> debitsFor(String loadNumber) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    return debits().stream().filter(entry -> loadNumber.equals(entry.loadNumber())).toList();
  }

  /**
   * Adds an amount in USD to the balance, such as {@code 25.00}.
   *
   * @throws IllegalArgumentException if the text is not an amount
   */
  public Broker credit(String amountUsd) {
    return credit(Usd.of(Objects.requireNonNull(amountUsd, "amountUsd")));
  }

  /** Adds an amount in USD to the balance. */
  public Broker credit(BigDecimal amountUsd) {
    Objects.requireNonNull(amountUsd, "amountUsd");
    account();
    accounts.credit(brokerId, amountUsd, EntryDetails.withoutRequest(server.clock().now()));
    return this;
  }

  /** Creates an additional agent key with every scope. */
  public String newKey() {
    return newKey(KeyScope.all());
  }

  /** Creates an additional agent key with only these scopes. */
  public String newKey(KeyScope... scopes) {
    return newKey(Set.of(Objects.requireNonNull(scopes, "scopes")));
  }

  /** Creates an additional agent key with only these scopes. */
  public String newKey(Set<KeyScope> scopes) {
    Objects.requireNonNull(scopes, "scopes");
    account();
    return accounts.issueKey(brokerId, scopes);
  }

  /**
   * Revokes a key of this broker immediately, so that calls with it get 401. Returns whether it was
   * a valid key of this broker. A key of another broker stays valid.
   */
  public boolean revoke(String key) {
    return accounts.revoke(brokerId, Objects.requireNonNull(key, "key"));
  }

  /**
   * Sets the event that completes the loads that this broker creates from now on. It replaces the
   * server's setting.
   */
  public Broker deliveryCompletion(DeliveryCompletion completion) {
    Objects.requireNonNull(completion, "completion");
    account().setAwaitsBol(completion == DeliveryCompletion.ON_BOL);
    return this;
  }

  private Account account() {
    Account account = accounts.find(brokerId);
    if (account == null) {
      throw new IllegalStateException(
          "broker " + brokerId + " no longer exists: the server was reset");
    }
    return account;
  }

  @Override
  public String toString() {
    return "Broker[" + brokerId + "]";
  }
}
