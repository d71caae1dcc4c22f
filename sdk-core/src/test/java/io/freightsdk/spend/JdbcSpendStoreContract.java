package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.spend.TestBooks;
import org.junit.jupiter.api.Test;

/** What a store in a database promises beyond every other: books outlive the process. */
abstract class JdbcSpendStoreContract extends SpendStoreContract {

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
    again.pay(scope, "0.65", "key", SpendOutcome.CHARGED);
    clock.advance(TestBooks.HOLD);
    again.refused(scope, "0.01", null);
    assertThat(again.totals().unknown()).isZero();
    assertThat(again.totals().chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(again.totals().charged()).isEqualTo(1);
  }
}
