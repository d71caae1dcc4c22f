package io.freightsdk.server.service;

import io.freightsdk.server.service.account.Account;
import io.freightsdk.server.service.account.AgentKeys;
import io.freightsdk.server.service.account.AgentKeys.AgentKey;
import io.freightsdk.server.service.account.PriceList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The whole state of a service. Safe for use by several threads. */
public record Store(
    Map<String, BrokerBook> brokers,
    AgentKeys keys,
    Loads loads,
    PriceList prices,
    Trucks trucks,
    RateLimit trackingLimit) {
  Store() {
    this(new AgentKeys(), new Loads(), new PriceList(), new Trucks());
  }

  private Store(AgentKeys keys, Loads loads, PriceList prices, Trucks trucks) {
    this(
        new ConcurrentHashMap<>(),
        keys,
        loads,
        prices,
        trucks,
        new RateLimit(Tracking.CALLS_PER_MINUTE, System::nanoTime));
  }

  /** The book of a broker; null when there is no such broker. */
  @Nullable BrokerBook broker(String brokerId) {
    return brokers.get(brokerId);
  }

  /**
   * Keeps a new broker with its first key.
   *
   * @throws IllegalArgumentException when the key cannot be used; then nothing is kept
   */
  void addBroker(Account account, String key, AgentKey grant) {
    brokers.put(account.brokerId(), new BrokerBook(account));
    try {
      keys.add(key, grant);
    } catch (IllegalArgumentException unusable) {
      brokers.remove(account.brokerId());
      throw unusable;
    }
  }

  /**
   * A copy of the state at this moment. All accounts are locked meanwhile, so that there is no
   * debit without its load and no load without its debit.
   */
  Store copy() {
    return holdingAll(this::copyHeld);
  }

  /** Runs something while all accounts are locked, always in the same order. */
  <T> T holdingAll(Supplier<T> work) {
    List<BrokerBook> ordered = new ArrayList<>(brokers.values());
    ordered.sort(Comparator.comparing(book -> book.account().brokerId()));
    ordered.forEach(book -> book.account().lock().lock());
    try {
      return work.get();
    } finally {
      ordered.forEach(book -> book.account().lock().unlock());
    }
  }

  @SuppressWarnings("ReferenceEquality") // A copy is another store, even if it is equal.
  boolean isSame(Store other) {
    return this == other;
  }

  private Store copyHeld() {
    Store copy =
        new Store(new AgentKeys(keys), loads.copy(), new PriceList(prices), new Trucks(trucks));
    brokers.forEach((id, book) -> copy.brokers.put(id, book.copy()));
    return copy;
  }

  /** The known trucks and who drives them. Safe for use by several threads. */
  public static final class Trucks {
    private final Map<String, Truck> byNumber;

    Trucks() {
      this.byNumber = new ConcurrentHashMap<>();
    }

    Trucks(Trucks source) {
      this.byNumber = new ConcurrentHashMap<>(source.byNumber);
    }

    void add(Truck truck) {
      byNumber.put(normal(truck.truckNumber()), truck);
    }

    /** Whether a driver is known for this truck; case and surrounding spaces do not matter. */
    boolean isKnown(String truckNumber) {
      return byNumber.containsKey(normal(truckNumber));
    }

    private static String normal(String truckNumber) {
      return truckNumber.trim().toUpperCase(Locale.ROOT);
    }

    /** A truck and its driver. {@code toString} shows neither name nor phone. */
    public record Truck(String truckNumber, String driverName, String driverPhone) {
      @Override
      public String toString() {
        return "Truck[" + truckNumber + "]";
      }
    }
  }
}
