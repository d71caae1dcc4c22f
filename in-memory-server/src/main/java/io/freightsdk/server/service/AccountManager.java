package io.freightsdk.server.service;

import io.freightsdk.server.service.account.AgentKeys.KeyGrant;
import io.freightsdk.server.service.account.Ledger.EntryDetails;
import io.freightsdk.server.service.account.PriceList;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.view.KeyScope;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens accounts of brokers, creates and revokes their keys, and adds money to their balances. */
public final class AccountManager {
  private final FreightService service;

  AccountManager(FreightService service) {
    this.service = service;
  }

  /**
   * Opens an account with its first key.
   *
   * @param email null for a generated one
   * @param agentKey null for a random one
   * @throws IllegalArgumentException if the key is in use or is not valid in a header
   */
  public Account open(
      @Nullable String email,
      BigDecimal balanceUsd,
      boolean registered,
      @Nullable String agentKey,
      Set<KeyScope> scopes) {
    return openIn(service.store(), null, email, balanceUsd, registered, agentKey, scopes);
  }

  /**
   * As {@link #open}, in a store that the service may not yet use.
   *
   * @param brokerId null for a random one
   */
  public Account openIn(
      Store store,
      @Nullable String brokerId,
      @Nullable String email,
      BigDecimal balanceUsd,
      boolean registered,
      @Nullable String agentKey,
      Set<KeyScope> scopes) {
    String id = brokerId == null ? service.ids().newBrokerId() : brokerId;
    String name = "broker-" + (store.brokers().size() + 1);
    String address = email == null ? name + "@broker.example" : email;
    String key = agentKey == null ? service.ids().newAgentKey() : agentKey;
    Account account =
        new Account(id, address, registered, key, service.settings().maxLedgerEntries());
    BigDecimal amount = Usd.of(balanceUsd);
    if (amount.signum() > 0) account.credit(amount, EntryDetails.withoutRequest(service.now()));
    // First, because a key that cannot be used is refused.
    store.keys().add(key, new KeyGrant(id, Set.copyOf(scopes)));
    store.brokers().put(id, account);
    return account;
  }

  public @Nullable Account find(String brokerId) {
    return service.store().brokers().get(brokerId);
  }

  /** Every account, in no order. */
  public Collection<Account> all() {
    return service.store().brokers().values();
  }

  public String issueKey(String brokerId, Set<KeyScope> scopes) {
    String key = service.ids().newAgentKey();
    service.store().keys().add(key, new KeyGrant(brokerId, Set.copyOf(scopes)));
    return key;
  }

  public @Nullable KeyGrant findKey(String key) {
    return service.store().keys().find(key);
  }

  /** Revokes a key of any broker. Returns whether it was valid. */
  public boolean revoke(String key) {
    return service.store().keys().revoke(key);
  }

  /** Revokes a key of this broker. Returns whether the broker had it. */
  public boolean revoke(String brokerId, String key) {
    KeyGrant grant = findKey(key);
    return grant != null && grant.brokerId().equals(brokerId) && revoke(key);
  }

  public LedgerEntry credit(String brokerId, BigDecimal amountUsd, EntryDetails details) {
    BigDecimal amount = Usd.of(amountUsd);
    return service.inTransaction(
        brokerId, transaction -> transaction.account().credit(amount, details));
  }

  public PriceList prices() {
    return service.store().prices();
  }

  /** The caller: the account of a valid key, and its request. */
  public record Caller(Account account, String requestId) {
    public String brokerId() {
      return account.brokerId();
    }
  }
}
