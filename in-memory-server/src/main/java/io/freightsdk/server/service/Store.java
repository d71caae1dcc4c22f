package io.freightsdk.server.service;

import io.freightsdk.server.service.account.AgentKeys;
import io.freightsdk.server.service.account.AgentKeys.AgentKey;
import io.freightsdk.server.service.account.PriceList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a service has stored: accounts, keys, loads, prices and trucks. A reset replaces it; planned
 * faults, messages, requests and the clock are kept elsewhere. Safe for use by several threads.
 */
public record Store(
    Map<String, Account> brokers, AgentKeys keys, Loads loads, PriceList prices, Trucks trucks) {
  /** An empty one, whose loads get numbers that follow on {@code givenNumber}. */
  Store(int givenNumber) {
    this(new Loads(givenNumber));
  }

  private Store(Loads loads) {
    this(new ConcurrentHashMap<>(), new AgentKeys(), loads, new PriceList(), new Trucks());
  }

  /** An empty one, whose loads get numbers that none of this one's has. */
  Store emptySuccessor() {
    return new Store(loads.emptySuccessor());
  }

  /**
   * Keeps a new broker with its first key.
   *
   * @throws IllegalArgumentException when the key cannot be used; then nothing is kept
   */
  void addBroker(Account account, String key, AgentKey grant) {
    brokers.put(account.brokerId(), account);
    try {
      keys.add(key, grant);
    } catch (IllegalArgumentException unusable) {
      brokers.remove(account.brokerId());
      throw unusable;
    }
  }

  /** Runs something while all accounts are locked, always in the same order. */
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

  @SuppressWarnings("ReferenceEquality") // The next store is another one, even if it is equal.
  boolean isSameInstance(Store other) {
    return this == other;
  }
}
