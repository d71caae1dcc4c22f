package io.freightsdk.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.service.account.Ledger.EntryDetails;
import io.freightsdk.testing.Eventually;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A read or change of an account's money waits for the step that has the account's lock. */
class AccountLockTest {
  private static final BigDecimal USD = new BigDecimal("0.65");
  private static final EntryDetails DETAILS =
      new EntryDetails(Instant.EPOCH, Operation.CREATE_LOAD, "LD-2026-0001", "key", "req_1");

  private enum Access {
    BALANCE(Account::balanceUsd),
    ENTRIES(Account::entries),
    MATCHING_ENTRIES(account -> account.entries(entry -> true)),
    CREDIT(account -> account.credit(USD, DETAILS)),
    DEBIT(account -> account.debit(USD, DETAILS));

    private final Consumer<Account> to;

    Access(Consumer<Account> to) {
      this.to = to;
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachAccessWaitsForTheLock(Access access) {
    Account account = new Account("brk_1", "broker@example.com", true, "fak_1", 100);
    CompletableFuture<Void> done;
    ReentrantLock lock = account.lock();
    lock.lock();
    try {
      done = CompletableFuture.runAsync(() -> access.to.accept(account));
      Eventually.until(
          () -> lock.hasQueuedThreads() || done.isDone(), () -> "no thread waits for the lock");
      assertThat(done).isNotDone();
    } finally {
      lock.unlock();
    }
    done.join();
  }
}
