package io.freightsdk.server.service;

import io.freightsdk.server.service.account.Account;
import io.freightsdk.server.service.account.AgentKeys.AgentKey;
import io.freightsdk.server.service.account.Ledger.Books;
import io.freightsdk.server.service.account.Ledger.Reason;
import io.freightsdk.server.service.account.PriceList;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.Scope;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens brokers' accounts, issues their keys, moves their money. */
public final class Accounts {
  private final ServiceContext context;

  Accounts(ServiceContext context) {
    this.context = context;
  }

  /**
   * Opens an account with its first key.
   *
   * @param email null for a generated one
   * @param agentKey null for a random one
   * @throws IllegalArgumentException when the key is in use or is not valid in a header
   */
  public Opened open(
      @Nullable String email,
      BigDecimal balanceUsd,
      boolean registered,
      @Nullable String agentKey,
      Set<Scope> scopes) {
    String id = context.ids().brokerId();
    String address = email == null ? id + "@broker.example" : email;
    Account account = new Account(id, address, registered, context.settings().maxLedgerEntries());
    BigDecimal amount = Usd.of(balanceUsd);
    if (amount.signum() > 0) account.credit(amount, Reason.ofTest(context.now()));
    String key = agentKey == null ? context.ids().agentKey() : agentKey;
    context.store().addBroker(account, key, new AgentKey(id, Set.copyOf(scopes)));
    return new Opened(id, key);
  }

  /** A new account. {@code toString} does not show the key. */
  public record Opened(String brokerId, String agentKey) {
    @Override
    public String toString() {
      return "Opened[" + brokerId + "]";
    }
  }

  public @Nullable Account find(String brokerId) {
    BrokerBook book = context.store().broker(brokerId);
    return book == null ? null : book.account();
  }

  public String issueKey(String brokerId, Set<Scope> scopes) {
    String key = context.ids().agentKey();
    AgentKey grant = new AgentKey(brokerId, Set.copyOf(scopes));
    return context.inTransaction(
        brokerId,
        step -> {
          step.store().keys().add(key, grant);
          return key;
        });
  }

  public @Nullable AgentKey grantOf(String key) {
    return context.store().keys().find(key);
  }

  public boolean revoke(String key) {
    return context.store().keys().revoke(key);
  }

  public LedgerEntry credit(String brokerId, BigDecimal amountUsd, Reason reason) {
    BigDecimal amount = Usd.of(amountUsd);
    return context.inTransaction(brokerId, step -> step.account().credit(amount, reason));
  }

  /** Whether this broker's loads wait for their bill of lading from now on. */
  public void awaitBol(String brokerId, boolean awaits) {
    context.inTransaction(
        brokerId,
        step -> {
          step.book().awaitBol(awaits);
          return step;
        });
  }

  public PriceList prices() {
    return context.store().prices();
  }

  public Books books() {
    Books sum = Books.EMPTY;
    for (BrokerBook book : context.store().brokers().values()) {
      sum = sum.plus(book.account().books());
    }
    return sum;
  }

  /** The caller: the account of a valid key, and its request. */
  public record Caller(Account account, String requestId) {
    public String brokerId() {
      return account.brokerId();
    }
  }
}
