package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Reservation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Comparisons of a balance with the ledger since the first comparison. */
abstract class ComparisonContract extends SettleContract {
  private BalanceComparison compare(String balanceUsd) {
    return ledger.compare(() -> usd(balanceUsd));
  }

  private void adjust(String usd) {
    ledger.ledger.recordAdjustment(TestLedger.ACCOUNT, usd(usd), "ann", "seen in the console");
  }

  private SpendEntry refund(int index) {
    return ledger.ledger.recordRefund(ledger.entries().get(index).id(), "ann", "a broken trip");
  }

  /** Asserts the debited amount, the minimum, the maximum and the unexplained amount. */
  private static void assertComparison(BalanceComparison made, String... usd) {
    assertThat(
            List.of(made.debitedUsd(), made.minUsd(), made.maxUsd(), made.unexplainedUsd()).stream()
                .map(BigDecimal::toPlainString))
        .containsExactly(usd);
  }

  @Test
  void comparisonReportsUnexplainedDebits() {
    ledger.pay(null, "0.10", null, Charge.Kind.CHARGED);
    assertComparison(compare("100.00"), "0.00", "0.00", "0.00", "0.00");
    time.advance(minutes(1));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.lose("0.02", null);
    time.advance(minutes(5));
    assertComparison(compare("99.33"), "0.67", "0.65", "0.67", "0.00");
    time.advance(minutes(1));
    assertComparison(compare("98.00"), "2.00", "0.65", "0.67", "1.33");
    time.advance(Duration.ofDays(1));
    assertComparison(compare("98.00"), "2.00", "0.65", "0.67", "1.33");
  }

  /** The balance is compared each Monday. Someone else spent 5.20 between two of them. */
  @Test
  void adjustmentExplainsItsAmountAndNoMore() {
    compare("20.00");
    adjust("100.00");
    assertComparison(compare("120.00"), "0.00", "0.00", "0.00", "0.00");
    assertComparison(compare("114.80"), "5.20", "0.00", "0.00", "5.20");
    adjust("100.00");
    BalanceComparison stolen = compare("214.80");
    assertComparison(stolen, "5.20", "0.00", "0.00", "5.20");
    assertThat(stolen.adjustmentsUsd()).isEqualByComparingTo("200.00");
    assertThat(stolen.agrees()).isFalse();
    adjust("-5.20");
    assertComparison(compare("214.80"), "0.00", "0.00", "0.00", "0.00");
  }

  @Test
  void adjustmentBeforeTheFirstComparisonIsIgnored() {
    adjust("25.00");
    assertThat(compare("25.00").adjustmentsUsd()).isZero();
    assertComparison(compare("25.00"), "0.00", "0.00", "0.00", "0.00");
  }

  /** The difference is the amount above the maximum or below the minimum. */
  @Test
  void differenceIsTheAmountOutsideMinimumAndMaximum() {
    compare("100.00");
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.lose("0.02", null);
    time.advance(minutes(5));
    String[] balances = {"99.32", "99.33", "99.35", "99.36"};
    String[] differences = {"0.01", "0.00", "0.00", "-0.01"};
    for (int i = 0; i < balances.length; i++) {
      assertThat(compare(balances[i]).unexplainedUsd()).isEqualByComparingTo(differences[i]);
    }
  }

  @Test
  void callInProgressAtTheFirstComparisonWidensTheRange() {
    Reservation running = ledger.hold(null, PRICE, null);
    compare("100.00");
    ledger.complete(running, Charge.Kind.CHARGED);
    assertComparison(compare("100.00"), "0.00", "0.00", "0.65", "0.00");
    assertComparison(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
    assertComparison(compare("99.34"), "0.66", "0.00", "0.65", "0.01");
  }

  @Test
  void chargeDuringABalanceReadWidensTheRange() {
    compare("100.00");
    time.advance(minutes(1));
    BalanceComparison made =
        ledger.compare(
            () -> {
              time.advance(Duration.ofSeconds(1));
              ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
              time.advance(Duration.ofSeconds(1));
              return usd("100.00");
            });
    assertComparison(made, "0.00", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    assertComparison(compare("99.35"), "0.65", "0.65", "0.65", "0.00");
  }

  @Test
  void comparisonHasTheTimeOfItsBalance() {
    Instant first = time.instant();
    compare("100.00");
    BalanceComparison made =
        ledger.compare(
            () -> {
              time.advance(minutes(2));
              return usd("100.00");
            });
    assertThat(made.firstComparedAt()).isEqualTo(first);
    assertThat(made.comparedAt()).isEqualTo(first.plus(minutes(2)));
    assertThat(made.balanceUsd()).isEqualByComparingTo("100.00");
    assertThat(made.accountId()).isEqualTo(TestLedger.ACCOUNT);
  }

  @Test
  void comparisonChangesNoEntryOrLimit() {
    SpendScope scope = client(SpendLimit.perHour("2.00"), SpendLimit.total("3.00"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    ledger.pay(scope, PRICE, "lost", Charge.Kind.UNKNOWN);
    ledger.hold(scope, "0.02", null);
    List<SpendEntry> entries = ledger.entries();
    SpendTotals totals = ledger.totals(scope);
    for (String balance : List.of("100.00", "40.00", "500.00")) {
      compare(balance);
      adjust("7.00");
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(ledger.entries()).isEqualTo(entries);
    assertThat(ledger.totals(scope)).isEqualTo(totals);
  }

  @Test
  void settledChargeIsCertain() {
    compare("100.00");
    ledger.lose(PRICE, "key");
    time.advance(minutes(10));
    assertComparison(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
    SpendEntry unused =
        ledger.ledger.settle(ledger.entries().get(0).id(), false, "ann", "not in the console");
    assertComparison(compare("99.35"), "0.65", "0.00", "0.00", "0.65");
  }

  /** Lost at one price, and repeated at another. */
  @Test
  void settledAmountClosesTheRange() {
    compare("100.00");
    ledger.lose(PRICE, "key");
    ledger.pay(null, "0.95", "key", Charge.Kind.CHARGED);
    time.advance(minutes(10));
    assertComparison(compare("99.35"), "0.65", "0.65", "0.95", "0.00");
    SpendEntry unused =
        ledger.ledger.settle(ledger.entries().get(0).id(), usd("0.95"), "ann", "a wrong line");
    assertComparison(compare("99.35"), "0.65", "0.95", "0.95", "-0.30");
  }

  @Test
  void purgedSettlementAsChargedIsCertain() {
    compare("100.00");
    ledger.lose(PRICE, null);
    long lost = ledger.entries().get(0).id();
    SpendEntry unused = ledger.ledger.settle(lost, true, "ann", "on the statement");
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isOne();
    assertComparison(compare("99.35"), "0.65", "0.65", "0.65", "0.00");
  }

  @Test
  void comparisonCountsEntriesPurgedBeforeAndAfterTheFirst() {
    for (String balance : List.of("100.00", "99.35", "98.70")) {
      compare(balance);
      ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
      time.advance(Duration.ofDays(34));
      assertThat(ledger.ledger.purge(time.instant())).isOne();
    }
    assertComparison(compare("98.05"), "1.95", "1.95", "1.95", "0.00");
  }

  /** The lost call has ended, and the repeat was refused. */
  @Test
  void freeRepeatDoesNotMoveALostCallToALaterTime() {
    compare("100.00");
    ledger.lose(PRICE, "key");
    time.advance(minutes(10));
    ledger.pay(null, PRICE, "key", Charge.Kind.NONE);
    assertComparison(compare("100.00"), "0.00", "0.00", "0.65", "0.00");
  }

  @Test
  void comparisonAddsUpAllEntries() {
    compare("100.00");
    time.advance(minutes(1));
    int size = many();
    for (int i = 0; i < size; i++) ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    time.advance(minutes(5));
    BigDecimal all = usd("0.02").multiply(new BigDecimal(size));
    String taken = all.toPlainString();
    assertComparison(
        compare(usd("100").subtract(all).toPlainString()), taken, taken, taken, "0.00");
  }

  // --- refunds ---

  @Test
  void refundCountsInNoLimitOrTotalAndExplainsItself() {
    SpendScope scope = client(SpendLimit.total(PRICE), SpendLimit.perHour(PRICE));
    compare("100.00");
    ledger.complete(ledger.hold(scope, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    assertComparison(compare("99.35"), "0.65", "0.65", "0.65", "0.00");
    ledger.refused(scope, "0.01", null);
    for (int twice = 0; twice < 2; twice++) {
      SpendEntry refunded = refund(0);
      assertThat(refunded.outcome()).isEqualTo(Charge.Kind.CHARGED);
      assertThat(refunded.amountUsd()).isZero();
      assertThat(refunded.refundedUsd()).isEqualByComparingTo(PRICE);
      BalanceComparison made = compare("100.00");
      assertComparison(made, "0.65", "0.65", "0.65", "0.00");
      assertThat(made.adjustmentsUsd()).isEqualByComparingTo(PRICE);
    }
    assertThat(other().entries()).isEqualTo(ledger.entries());
    assertThat(ledger.totals().chargedUsd()).isZero();
    ledger.hold(scope, PRICE, null);
  }

  /** The service knows the key and does not charge it again. */
  @Test
  void refundedOrderIsSentAgainFreeOfCharge() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    ledger.complete(ledger.hold(scope, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    assertThat(refund(0).refundedUsd()).isEqualByComparingTo(PRICE);
    ledger.pay(scope, PRICE, "other", Charge.Kind.CHARGED);
    Reservation again = ledger.hold(scope, PRICE, "key");
    assertThat(ledger.complete(again, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void adjustmentsShowDatePersonReasonAndLoadAfterAPurge() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    Instant first = time.instant();
    adjust("100.00");
    time.advance(Duration.ofDays(1));
    assertThat(refund(0).amountUsd()).isZero();
    time.advance(Duration.ofDays(1));
    adjust("-5.20");
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isOne();

    BalanceAdjustment topUp =
        new BalanceAdjustment(
            first, TestLedger.ACCOUNT, usd("100.00"), null, "ann", "seen in the console");
    BalanceAdjustment refund =
        new BalanceAdjustment(
            first.plus(Duration.ofDays(1)),
            TestLedger.ACCOUNT,
            usd("0.65"),
            "LD-1",
            "ann",
            "a broken trip");
    SpendLedger read = other().ledger;
    Instant last = first.plus(Duration.ofDays(2));
    assertThat(read.adjustments(first, last)).containsExactly(topUp, refund);
    assertThat(read.adjustments(first.plusNanos(1000), last)).containsExactly(refund);
    assertThat(read.adjustments(Instant.MIN, Instant.MAX))
        .startsWith(topUp, refund)
        .extracting(BalanceAdjustment::amountUsd)
        .endsWith(usd("-5.20"));
  }

  @Test
  void refundRecordedTwiceIsOneAdjustment() {
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    SpendEntry refunded = refund(0);
    assertThat(refund(0)).isEqualTo(refunded);
    assertThat(ledger.ledger.adjustments(Instant.MIN, Instant.MAX))
        .singleElement()
        .returns("LD-7", BalanceAdjustment::loadNumber);
  }

  @Test
  void purgedRefundStillExplainsItself() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    compare("100.00");
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    assertThat(refund(0).amountUsd()).isZero();
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isOne();
    assertComparison(compare("100.00"), "0.65", "0.65", "0.65", "0.00");
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void onlyChargedEntriesCanBeRefunded() {
    ledger.lose(PRICE, null);
    ledger.hold(null, PRICE, null);
    ledger.pay(null, PRICE, null, Charge.Kind.NONE);
    for (SpendEntry one : ledger.entries()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ledger.ledger.recordRefund(one.id(), "ann", "a broken trip"))
          .withMessageContaining(one.inProgress() ? "is in progress;" : "is " + one.outcome())
          .withMessageEndingWith(
              "only a CHARGED entry can be refunded"
                  + (one.unknown() ? ", so settle it first" : ""));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.ledger.recordRefund(4711, "ann", "a broken trip"))
        .withMessageContaining("no entry 4711");
  }
}
