package io.freightsdk.server;

import io.freightsdk.server.service.Accounts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The brokers of one server as its users hold them. The service keeps digests of keys only; the key
 * that a broker was opened with is known here. Safe for use by several threads.
 */
final class BrokerHandles {
  private final InMemoryFreightServer server;
  private final Accounts accounts;
  private final Map<String, Broker> byId = new ConcurrentHashMap<>();
  private volatile List<Broker> initial = List.of();

  BrokerHandles(InMemoryFreightServer server, Accounts accounts) {
    this.server = server;
    this.accounts = accounts;
  }

  /** Opens an account. */
  Broker open(BrokerSettings settings) {
    Accounts.Opened opened =
        accounts.open(
            settings.email(),
            settings.balanceUsd(),
            settings.registered(),
            settings.agentKey(),
            settings.scopes());
    Broker broker = new Broker(server, accounts, opened.brokerId(), opened.agentKey());
    byId.put(opened.brokerId(), broker);
    return broker;
  }

  /** Forgets all brokers and opens these. */
  void startWith(List<BrokerSettings> described) {
    byId.clear();
    initial = described.stream().map(this::open).toList();
  }

  /** The broker with this identifier; null when there is none. */
  @Nullable Broker find(String brokerId) {
    return byId.get(brokerId);
  }

  /** Every broker, in no order. */
  List<Broker> all() {
    return List.copyOf(byId.values());
  }

  /** Those that the server started with, in the order of their description. */
  List<Broker> initial() {
    return initial;
  }

  Saved save() {
    return new Saved(Map.copyOf(byId), initial);
  }

  void restore(Saved saved) {
    byId.keySet().retainAll(saved.byId.keySet());
    byId.putAll(saved.byId);
    initial = saved.initial;
  }

  /** Who was there at one moment. */
  record Saved(Map<String, Broker> byId, List<Broker> initial) {}
}
