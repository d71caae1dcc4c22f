package io.freightsdk.server;

import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.AccountManager;
import io.freightsdk.server.service.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The {@code Broker} handles of one server: one for each account. Thread-safe. */
final class Brokers {
  private final InMemoryFreightServer server;
  private final AccountManager accounts;
  private final Map<String, Broker> byId = new ConcurrentHashMap<>();
  private volatile List<Broker> initial = List.of();

  Brokers(InMemoryFreightServer server, AccountManager accounts) {
    this.server = server;
    this.accounts = accounts;
  }

  Broker open(BrokerSettings settings) {
    return of(
        accounts.open(
            settings.email(),
            settings.balanceUsd(),
            settings.registered(),
            settings.agentKey(),
            settings.scopes()));
  }

  /** The handle of an account, which this server or its test control opened. */
  private Broker of(Account account) {
    return byId.computeIfAbsent(
        account.brokerId(), unused -> new Broker(server, accounts, account));
  }

  /**
   * Opens these brokers in an empty store and forgets all others. After the first time, each keeps
   * its id and key, because a call in progress finds its broker by them.
   */
  void reset(List<BrokerSettings> initialSettings, Store empty) {
    // No stream: the JVM loads two dozen classes for the first one.
    List<Broker> opened = new ArrayList<>();
    for (int i = 0; i < initialSettings.size(); i++) {
      Broker before = initial.isEmpty() ? null : initial.get(i);
      BrokerSettings settings = initialSettings.get(i);
      Account account =
          accounts.openIn(
              empty,
              before == null ? null : before.brokerId(),
              settings.email(),
              settings.balanceUsd(),
              settings.registered(),
              before == null ? settings.agentKey() : before.agentKey(),
              settings.scopes());
      opened.add(of(account));
    }
    byId.values().retainAll(opened);
    initial = List.copyOf(opened);
  }

  /** The broker with this identifier; null if there is none. */
  @Nullable Broker find(String brokerId) {
    Account account = accounts.find(brokerId);
    return account == null ? null : of(account);
  }

  List<Broker> all() {
    return accounts.all().stream().map(this::of).toList();
  }

  /** The brokers that the server started with, in the order of the builder. */
  List<Broker> initial() {
    return initial;
  }
}
