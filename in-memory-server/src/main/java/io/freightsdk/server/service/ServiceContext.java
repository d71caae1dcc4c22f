package io.freightsdk.server.service;

import static java.util.Objects.requireNonNull;

import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.Ids.Links;
import io.freightsdk.server.service.account.Account;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * What the operations of one service share.
 *
 * @param current the store in use
 */
record ServiceContext(
    VirtualClock clock,
    Ids ids,
    ServiceSettings settings,
    Billing billing,
    SmsLog sms,
    Links links,
    AtomicReference<Store> current) {
  Instant now() {
    return clock.now();
  }

  Store store() {
    return requireNonNull(current.get());
  }

  /**
   * Replaces the store and runs what belongs to that, while no broker is in a transaction. So a
   * paid call and its effect are in the same store.
   */
  void replaceStore(Store other, Runnable with) {
    store()
        .holdingAll(
            () -> {
              current.set(other);
              with.run();
              return other;
            });
  }

  /** The store and the book of one transaction. */
  record Transaction(Store store, BrokerBook book) {
    Account account() {
      return book.account();
    }
  }

  /**
   * One atomic step over a broker's money and what it pays for. The broker is looked up once, in
   * the store that the service uses during the whole step.
   *
   * @throws RefusedException when the key's broker no longer exists (401)
   */
  <T> T inTransaction(String brokerId, Function<Transaction, T> work) {
    while (true) {
      Optional<T> done = inTransactionOn(store(), brokerId, work);
      if (done.isPresent()) return done.get();
    }
  }

  /** The same, on this store; empty when the service no longer uses it. */
  <T> Optional<T> inTransactionOn(Store expected, String brokerId, Function<Transaction, T> work) {
    BrokerBook book = expected.broker(brokerId);
    if (book == null) {
      if (expected.isSame(store())) throw new RefusedException(new Refusal.InvalidKey());
      return Optional.empty();
    }
    ReentrantLock lock = book.account().lock();
    lock.lock();
    try {
      if (!expected.isSame(store())) return Optional.empty();
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
    return ownLoad(store(), caller, loadNumber);
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
