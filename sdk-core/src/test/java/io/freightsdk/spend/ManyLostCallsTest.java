package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.spend.Reconciliation.Verdict;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ManyLostCallsTest extends StoreTest {
  @Override
  SpendStore create(Clock clock) {
    return SpendStore.inMemory();
  }

  /** Books that nobody reconciles keep no more than a hundred thousand lost calls. */
  @Test
  void theOldestOfTooManyLostCallsCountsAsCharged() {
    books.pay(UNLIMITED, PRICE, "oldest", Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofMinutes(1));
    books.balance = usd("99.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
    SpendHold repeated = books.hold(UNLIMITED, PRICE, "oldest");
    for (int i = 1; i <= 100_000; i++) {
      books.pay(UNLIMITED, "0.01", null, Charge.Kind.UNKNOWN);
    }
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(books.totals().unknown()).isEqualTo(100_000);

    assertThat(books.settle(repeated, PRICE, Charge.Kind.CHARGED))
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.NONE);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    // It may be in the balance of the opening, or may have been taken since.
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
  }

  /** With the creation an odd number of cents would be left, however many of the reads it were. */
  @Test
  void aBalanceIsExplainedHoweverManyCallsWereLost() {
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
    books.pay(UNLIMITED, PRICE, "key", Charge.Kind.UNKNOWN);
    for (int i = 0; i < 440; i++) books.pay(run(i % 5), "0.02", null, Charge.Kind.UNKNOWN);
    books.balance = usd("95.00");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("5.00");
    assertThat(books.totals().unknown()).isZero();
  }

  @Test
  void everyRunMayHaveLostACall() {
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
    for (int i = 0; i < 20_000; i++) {
      books.pay(run(i), PRICE, "key-" + i, Charge.Kind.UNKNOWN);
      books.pay(run(i), "0.02", null, Charge.Kind.UNKNOWN);
    }
    books.balance = usd("99.98");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.certain()).isFalse();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.02");
  }

  private static SpendScope run(int number) {
    return SpendScope.of("run:" + number, SpendLimits.none());
  }
}
