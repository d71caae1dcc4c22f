package io.freightsdk.server.service;

import io.freightsdk.server.service.account.AgentKeys;
import io.freightsdk.server.service.account.PriceList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The stored state of a service: accounts, keys, loads, prices and trucks. A reset replaces it.
 * Planned faults, text messages, requests and the clock are kept elsewhere. Thread-safe.
 */
public record Store(
    Map<String, Account> brokers,
    AgentKeys keys,
    StoredLoads loads,
    PriceList prices,
    Trucks trucks) {
  /** An empty store, whose first load will have this number. */
  Store(int firstLoadNumber) {
    this(new StoredLoads(firstLoadNumber));
  }

  private Store(StoredLoads loads) {
    this(new ConcurrentHashMap<>(), new AgentKeys(), loads, new PriceList(), new Trucks());
  }

  /** An empty store, whose load numbers continue after the numbers of this store. */
  Store emptySuccessor() {
    return new Store(loads.emptySuccessor());
  }

  /** Runs {@code work} while all accounts are locked. The order of the locks is always the same. */
  void withAllAccountsLocked(Runnable work) {
    List<Account> ordered = new ArrayList<>(brokers.values());
    ordered.sort(Comparator.comparing(Account::brokerId));
    ordered.forEach(account -> account.lock().lock());
    try {
      work.run();
    } finally {
      ordered.forEach(account -> account.lock().unlock());
    }
  }

  @SuppressWarnings("ReferenceEquality") // The next store is not this one, even if it is equal.
  boolean isSameInstance(Store other) {
    return this == other;
  }
}
