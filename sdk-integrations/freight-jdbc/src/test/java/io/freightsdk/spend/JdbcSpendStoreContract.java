package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.testing.MovableClock;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store in a database promises beyond every other: books outlive the process. */
abstract class JdbcSpendStoreContract extends PathsContract {

  @Test
  void booksAreThereWhenTheyAreOpenedAgain() {
    SpendScope scope = client(limits().total("1.00"));
    books.hold(scope, "0.65", "key");
    TestBooks again = new TestBooks(create(clock), clock);
    assertThat(again.refused(scope, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
  }

  @Test
  void theRestartedCallTakesOverTheMoneyOfTheDeadOne() {
    SpendScope scope = client(limits().total("0.65"));
    books.hold(scope, "0.65", "key");
    TestBooks again = new TestBooks(create(clock), clock);
    again.pay(scope, "0.65", "key", Charge.Kind.CHARGED);
    clock.advance(TestBooks.HOLD);
    again.refused(scope, "0.01", null);
    assertThat(again.totals().unknown()).isZero();
    assertThat(again.totals().chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(again.totals().charged()).isEqualTo(1);
  }

  @Test
  void aProcessWhoseClockIsTwoHoursAheadChangesNothing() {
    SpendScope scope = client(limits().perHour("1.30"));
    MovableClock ahead = new MovableClock();
    ahead.advance(Duration.ofHours(2));
    TestBooks wrong = new TestBooks(store(), ahead);
    books.pay(scope, "0.65", null, Charge.Kind.CHARGED);
    SpendHold running = books.hold(scope, "0.65", null);

    wrong.refused(scope, "0.01", null);
    assertThat(wrong.books.ledger().reconcile().verdict())
        .isEqualTo(Reconciliation.Verdict.NOT_NOW);
    assertThat(books.totals().unknown()).isZero();
    books.settle(running, "0.65", Charge.Kind.CHARGED);
    wrong.refused(scope, "0.01", null);
    clock.advance(Duration.ofMinutes(61));
    books.hold(scope, "1.30", null);
  }

  @ParameterizedTest
  @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
  void everyPaidReadIsBookedWhateverTheIsolationOfTheDatabase(int isolation) throws Exception {
    SpendStore strict = createAt(isolation, clock);
    SpendScope scope = client(limits().total("4.00").perHour("4.00"));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        TestBooks own = new TestBooks(strict, clock);
        callers.add(() -> payUntilRefused(own, scope));
      }
      int paid = 0;
      for (Future<Integer> caller : threads.invokeAll(callers)) paid += caller.get();
      assertThat(paid).isEqualTo(200);
      assertThat(books.totals().charged()).isEqualTo(200);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The same books on connections with another isolation level. */
  abstract SpendStore createAt(int isolation, Clock clock);

  private static int payUntilRefused(TestBooks books, SpendScope scope) {
    for (int paid = 0; ; paid++) {
      if (!(books.reserve(scope, "0.02", null) instanceof SpendHold hold)) return paid;
      books.settle(hold, "0.02", Charge.Kind.CHARGED);
    }
  }
}
