package io.freightsdk.server.service;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.journal.SmsStore;
import io.freightsdk.server.service.AccountManager.Caller;
import io.freightsdk.server.service.account.Ledger.EntryDetails;
import io.freightsdk.server.service.order.OrderReader;
import io.freightsdk.server.service.order.PhoneNumber;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A service: its operations on one store, and the transactions that they share. */
public final class FreightService {
  private final VirtualClock clock;
  private final RandomIdGenerator ids;
  private final ServiceSettings settings;
  private final FaultPlan faults;
  private final SmsStore sms;
  private volatile Store store;
  private final AccountManager accounts = new AccountManager(this);
  private final LoadCreation creation = new LoadCreation(this);
  private final PositionReads positions = new PositionReads(this);
  private final LoadClosing closing = new LoadClosing(this);
  private final PingReceiver pings = new PingReceiver(this, closing);
  private final LinkAccess linkAccess = new LinkAccess(this);
  private final OrderReader orders;

  /**
   * An empty service.
   *
   * @param ids fills the random bytes of identifiers, tokens and keys
   */
  public FreightService(
      VirtualClock clock,
      Consumer<byte[]> ids,
      ServiceSettings settings,
      FaultPlan faults,
      SmsStore sms) {
    this.clock = clock;
    this.ids = new RandomIdGenerator(ids);
    this.settings = settings;
    this.faults = faults;
    this.sms = sms;
    this.store = new Store(settings.firstLoadNumber());
    this.orders = new OrderReader(settings.stopWindowLength());
  }

  public AccountManager accounts() {
    return accounts;
  }

  public OrderReader orders() {
    return orders;
  }

  public LoadCreation creation() {
    return creation;
  }

  public PositionReads positions() {
    return positions;
  }

  public LoadClosing closing() {
    return closing;
  }

  public PingReceiver pings() {
    return pings;
  }

  public LinkAccess linkAccess() {
    return linkAccess;
  }

  VirtualClock clock() {
    return clock;
  }

  Instant now() {
    return clock.now();
  }

  RandomIdGenerator ids() {
    return ids;
  }

  ServiceSettings settings() {
    return settings;
  }

  SmsStore sms() {
    return sms;
  }

  Store store() {
    return store;
  }

  public @Nullable StoredLoad load(String loadNumber) {
    return store.loads().find(loadNumber);
  }

  /**
   * The load with this number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public StoredLoad requireLoad(String loadNumber) {
    StoredLoad load = load(Objects.requireNonNull(loadNumber, "loadNumber"));
    if (load == null) throw new IllegalArgumentException("no load " + loadNumber);
    return load;
  }

  /** The loads of the current store. A reset replaces them. */
  public StoredLoads loads() {
    return store.loads();
  }

  /**
   * Registers a truck, so that loads with its number, or with its driver's phone, are assigned to
   * the driver.
   *
   * @param driverPhone phone number in any notation; null if unknown
   * @throws IllegalArgumentException if it is not a phone number, or the truck number is blank
   */
  public void addTruck(String truckNumber, @Nullable String driverPhone) {
    if (truckNumber.isBlank()) {
      throw new IllegalArgumentException("truckNumber must not be blank");
    }
    String e164 = driverPhone == null ? null : PhoneNumber.toE164(driverPhone);
    if (driverPhone != null && e164 == null) {
      throw new IllegalArgumentException(
          "driverPhone must be a phone number in E.164, such as +13125550142");
    }
    store.trucks().add(truckNumber, e164);
  }

  /**
   * The store, account and faults of a step that moves a broker's money and does the paid work. The
   * store is the one in which the step started.
   */
  record Transaction(Store store, Account account, FaultPlan faults) {
    /**
     * The price of an operation that can be charged now. This is the last check: a call that is
     * refused earlier never fails for an empty balance or an outage.
     *
     * @throws RefusedException if billing is unavailable or the balance does not cover the price
     */
    BigDecimal requirePayable(Operation operation) {
      Fault outage = faults.nextFaultOnBilling(operation, account.brokerId());
      if (outage != null) throw RefusedException.billingUnavailable(outage);
      BigDecimal price = store.prices().price(operation);
      BigDecimal balance = account.balanceUsd();
      if (balance.compareTo(price) >= 0) return price;
      throw RefusedException.insufficientFunds(balance, price);
    }

    /** Debits a price of {@link #requirePayable}. A price of zero leaves no entry. */
    void debit(BigDecimal price, EntryDetails details) {
      if (price.signum() > 0) account.debit(price, details);
    }
  }

  /**
   * Runs a step under the lock of a broker's account, on the current store. If the step throws, its
   * changes stay.
   *
   * @throws RefusedException if the key's broker no longer exists (401)
   */
  <T> T inTransaction(String brokerId, Function<Transaction, T> work) {
    while (true) {
      Store current = store;
      Account account = current.brokers().get(brokerId);
      if (account == null) throw RefusedException.invalidKey();
      ReentrantLock lock = account.lock();
      lock.lock();
      try {
        // A reset replaces the store while it holds this lock.
        boolean isCurrent = current.isSameInstance(store);
        if (isCurrent) return work.apply(new Transaction(current, account, faults));
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * The caller's load.
   *
   * @throws RefusedException if there is none (404) or it belongs to another broker (403)
   */
  static StoredLoad requireOwnLoad(Store store, Caller caller, String loadNumber) {
    StoredLoad load = store.loads().find(loadNumber);
    if (load == null) throw RefusedException.loadNotFound();
    if (load.ids().brokerId().equals(caller.brokerId())) return load;
    throw RefusedException.otherBrokersLoad();
  }

  /**
   * Replaces the store, deletes the text messages and restarts the clock at this time and speed,
   * while no broker is in a transaction. So a paid call, its effect and its text message belong to
   * the same state.
   *
   * @param initializer fills the new store before any call can see it
   */
  public void reset(Instant start, double scale, Consumer<Store> initializer) {
    store.withAllAccountsLocked(
        () -> {
          sms.clear();
          clock.restart(start, scale);
          Store fresh = store.emptySuccessor();
          initializer.accept(fresh);
          // Last, because calls that see the new store use its locks and no longer wait.
          store = fresh;
        });
  }
}
