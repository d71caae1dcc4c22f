package io.freightsdk.server.service;

import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.Ids.Links;
import io.freightsdk.server.service.account.Account;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** What the operations of one service share. */
final class ServiceContext {
  private final VirtualClock clock;
  private final Ids ids;
  private final ServiceSettings settings;
  private final Billing billing;
  private final SmsLog sms;
  private final Links links;
  private volatile Store store = new Store();

  ServiceContext(
      VirtualClock clock,
      Ids ids,
      ServiceSettings settings,
      Billing billing,
      SmsLog sms,
      Links links) {
    this.clock = clock;
    this.ids = ids;
    this.settings = settings;
    this.billing = billing;
    this.sms = sms;
    this.links = links;
  }

  VirtualClock clock() {
    return clock;
  }

  Instant now() {
    return clock.now();
  }

  Ids ids() {
    return ids;
  }

  ServiceSettings settings() {
    return settings;
  }

  Billing billing() {
    return billing;
  }

  SmsLog sms() {
    return sms;
  }

  Links links() {
    return links;
  }

  Store store() {
    return store;
  }

  /**
   * Puts another store in the place of this one, and does what belongs to it, while no broker is in
   * a transaction: what was paid for in the old store is in it, and nothing is in the new one that
   * was paid for in the old.
   */
  void replaceStore(Store other, Runnable with) {
    store.holdingAll(
        () -> {
          store = other;
          with.run();
          return other;
        });
  }

  /** What one transaction sees and changes. */
  record Transaction(Store store, BrokerBook book) {
    Account account() {
      return book.account();
    }
  }

  /**
   * One step over a broker's money and what it pays for. The broker is looked up once, in the store
   * that is the service's for as long as the step lasts.
   *
   * @throws RefusedException when the key's broker is gone (401)
   */
  <T> T inTransaction(String brokerId, Function<Transaction, T> work) {
    while (true) {
      Optional<T> done = inTransactionOn(store, brokerId, work);
      if (done.isPresent()) return done.get();
    }
  }

  /** The same, on one store; empty when that is no longer the service's. */
  <T> Optional<T> inTransactionOn(Store expected, String brokerId, Function<Transaction, T> work) {
    BrokerBook book = expected.broker(brokerId);
    if (book == null) {
      if (expected.isSame(store)) throw new RefusedException(new Refusal.InvalidKey());
      return Optional.empty();
    }
    ReentrantLock lock = book.account().lock();
    lock.lock();
    try {
      if (!expected.isSame(store)) return Optional.empty();
      return Optional.of(work.apply(new Transaction(expected, book)));
    } finally {
      lock.unlock();
    }
  }

  /**
   * A load that the caller may see.
   *
   * @throws RefusedException when there is none (404) or it is another broker's (403)
   */
  Load ownLoad(Caller caller, String loadNumber) {
    return ownLoad(store, caller, loadNumber);
  }

  static Load ownLoad(Store store, Caller caller, String loadNumber) {
    Load load = store.loads().find(loadNumber);
    if (load == null) throw new RefusedException(new Refusal.LoadNotFound());
    if (!load.ids().brokerId().equals(caller.brokerId())) {
      throw new RefusedException(new Refusal.ForeignLoad());
    }
    return load;
  }
}
