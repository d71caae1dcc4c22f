package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Reconciling;
import io.freightsdk.internal.spend.Rules;
import io.freightsdk.internal.spend.Sum;
import io.freightsdk.testing.LogLines;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a balance tells of the ledger, and what a person may add. */
abstract class ReconcileContract extends WindowsContract {
  /** So long after its last outcome a request may be on its way. */
  private static final Duration ON_ITS_WAY = Duration.ofMinutes(5).plusSeconds(1);

  final Reconciliation later() {
    time.advance(ON_ITS_WAY);
    return ledger.reconcile();
  }

  /** After the first day, from which on a ledger knows the caller's own keys too. */
  final void open() {
    time.advance(Duration.ofDays(1));
    assertThat(later()).matches(Reconciliation::openedAnew).matches(Reconciliation::agrees);
    // What begins in the same microsecond may be in the balance.
    time.advance(Duration.ofMillis(1));
  }

  private SpendEntry newest() {
    List<SpendEntry> entries = ledger.entries();
    return entries.get(entries.size() - 1);
  }

  @Test
  void theFirstComparisonOpensTheLedger() {
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    time.advance(ON_ITS_WAY);
    assertThat(ledger.ledger.lastReconciliation()).isNull();
    Reconciliation first = ledger.reconcile();
    assertThat(first.openedAnew()).isTrue();
    assertThat(first.reason()).isEqualTo("it is the first comparison");
    assertThat(first.openingUsd()).isEqualByComparingTo("100");
    assertThat(ledger.ledger.lastReconciliation()).isEqualTo(first);

    time.advance(Duration.ofMillis(1));
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    ledger.taken(PRICE);
    Reconciliation next = ledger.reconcile();
    assertThat(next).matches(Reconciliation::agrees).matches(found -> !found.openedAnew());
    assertThat(next.mostUsd()).isEqualByComparingTo(PRICE);
    assertThat(next.at()).isEqualTo(time.instant());
  }

  @Test
  void whatWasLostIsSettledAsWhatItCost() {
    open();
    ledger.lose(PRICE, "taken");
    ledger.taken(PRICE);
    assertThat(later().settled()).isEqualTo(1);
    assertThat(newest())
        .matches(entry -> entry.outcome() == Charge.Kind.CHARGED)
        .matches(entry -> "reconcile".equals(entry.settledBy()));

    ledger.lose("0.02", null);
    assertThat(later()).matches(found -> found.settled() == 1 && found.open() == 0);
    assertThat(newest().outcome()).isEqualTo(Charge.Kind.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  @Test
  void aBalanceTellsOfALostCreationBesideTraffic() {
    open();
    ledger.lose(PRICE, "lost");
    ledger.taken(PRICE);
    Reservation running = ledger.hold(null, "0.02", null);
    time.advance(ON_ITS_WAY.minus(TestLedger.CALL));
    Reservation alsoRunning = ledger.hold(null, "0.02", null);
    time.advance(TestLedger.CALL);
    ledger.taken("0.02");
    ledger.whileBalanceIsRead = () -> ledger.complete(alsoRunning, Charge.Kind.CHARGED);
    Reconciliation found = ledger.reconcile();
    assertThat(found.settled()).isEqualTo(1);
    assertThat(found.leastUsd()).isEqualByComparingTo(PRICE);
    assertThat(found.mostUsd()).isEqualByComparingTo("0.69");
    assertThat(ledger.complete(running, Charge.Kind.NONE)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.67");
  }

  @Test
  void aCallThatWasJustLostMayStillBeTaken() {
    open();
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofMinutes(5));
    assertThat(ledger.reconcile()).matches(found -> found.settled() == 0 && found.open() == 1);
    ledger.taken(PRICE);
    time.advance(Duration.ofMillis(1));
    assertThat(ledger.reconcile().settled()).isEqualTo(1);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aLostCallThatIsRepeatedWhileTheBalanceIsReadIsNotSettled() {
    open();
    ledger.lose(PRICE, "lost");
    time.advance(ON_ITS_WAY);
    ledger.whileBalanceIsRead = () -> ledger.hold(null, PRICE, "lost");
    assertThat(ledger.reconcile().settled()).isZero();
    assertThat(ledger.ledger.reservedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void whatASleeperSaysWhileTheBalanceIsReadCounts() {
    open();
    Reservation slept = ledger.hold(null, PRICE, "slept");
    ledger.hold(null, PRICE, "other");
    time.advance(Duration.ofHours(1));
    ledger.taken(PRICE);
    // It sent nothing, so that only the other one can have been charged.
    ledger.whileBalanceIsRead = () -> ledger.complete(slept, Charge.Kind.NONE);
    assertThat(ledger.reconcile().settled()).isEqualTo(1);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** Of several nobody knows which: nothing is settled by counting. */
  @Test
  void aSumBetweenSettlesNothingUntilAPersonDoes() {
    SpendScope scope = client(SpendLimits.total("1.30"));
    open();
    ledger.pay(scope, PRICE, "one", Charge.Kind.UNKNOWN);
    ledger.pay(scope, PRICE, "other", Charge.Kind.UNKNOWN);
    ledger.taken(PRICE);
    assertThat(later())
        .matches(Reconciliation::agrees)
        .matches(found -> found.settled() == 0 && found.open() == 2);
    ledger.refused(scope, "0.01", null);

    long one = ledger.entries().get(0).id();
    SpendEntry free = ledger.ledger.settle(List.of(one), false, "ann", "no such load").get(0);
    assertThat(free.outcome()).isEqualTo(Charge.Kind.NONE);
    ledger.complete(ledger.hold(scope, PRICE, "third"), Charge.Kind.NONE);
    assertThat(later().settled()).as("the other one").isEqualTo(1);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** After a mixed loss the next one is known all the same. */
  @Test
  void whatABalanceCannotTellHidesNothingFromTheNextDayOn() {
    open();
    ledger.lose(PRICE, "one");
    ledger.lose(PRICE, "other");
    ledger.taken(PRICE);
    assertThat(later().openedAnew()).isFalse();
    time.advance(Duration.ofHours(20));
    assertThat(ledger.reconcile())
        .matches(Reconciliation::openedAnew)
        .matches(found -> found.reason().equals("it is the first comparison of the day"));
    time.advance(Duration.ofMillis(1));
    ledger.lose(PRICE, "third");
    ledger.taken(PRICE);
    assertThat(later()).matches(found -> found.settled() == 1 && found.open() == 2);
    assertThat(newest().outcome()).isEqualTo(Charge.Kind.CHARGED);
  }

  @Test
  void theFirstComparisonOfADaySettlesWhatItCanBeforeItOpensAnew() {
    open();
    ledger.lose(PRICE, "lost");
    ledger.taken(PRICE);
    time.advance(Duration.ofDays(1));
    assertThat(ledger.reconcile())
        .matches(Reconciliation::openedAnew)
        .matches(found -> found.settled() == 1);
  }

  @Test
  void topUpsAndForeignSpendingThatAreToldAgree() {
    open();
    ledger.ledger.adjust("20", "ann", "card");
    ledger.ledger.adjust(new BigDecimal("-3"), "ann", "the other team");
    ledger.balance = usd("117");
    assertThat(ledger.reconcile())
        .matches(Reconciliation::agrees)
        .matches(found -> found.openingUsd().compareTo(usd("117")) == 0);
  }

  @Test
  void moneyThatCameUntoldSettlesNothingAndOpensAnew() {
    try (LogLines log = new LogLines()) {
      open();
      ledger.lose(PRICE, "key");
      ledger.balance = usd("150");
      Reconciliation found = later();
      assertThat(found)
          .matches(Reconciliation::openedAnew)
          .matches(came -> !came.agrees() && came.settled() == 0);
      assertThat(found.unexplainedUsd()).isEqualByComparingTo("50");
      assertThat(found.explanation()).contains("50.00 USD to 50.65 USD higher");
      assertThat(ledger.reconcile()).matches(Reconciliation::agrees);
      assertThat(log.warnings()).anyMatch(line -> line.contains("than the ledger explains"));
    }
  }

  @Test
  void moreThanLostCallsMayHaveCostSettlesNothingAndOpensAnew() {
    try (LogLines log = new LogLines()) {
      open();
      ledger.lose("0.02", null);
      ledger.taken("1.02");
      Reconciliation found = later();
      assertThat(found)
          .matches(Reconciliation::openedAnew)
          .matches(gone -> !gone.agrees() && gone.settled() == 0);
      assertThat(found.unexplainedUsd()).isEqualByComparingTo("-1");
      assertThat(found.explanation()).contains("1.00 USD to 1.02 USD lower");
      assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo("0.02");
      assertThat(log.warnings()).anyMatch(line -> line.contains("than the ledger explains"));
    }
  }

  @Test
  void aPriceThatHasChangedOpensAnewAndSettlesNothing() {
    open();
    ledger.lose(PRICE, "lost");
    ledger.taken("0.80");
    ledger.prices.put("load_create", usd("0.80"));
    // A read that was charged hides the difference.
    ledger.pay(null, "0.20", null, Charge.Kind.UNKNOWN);
    assertThat(later())
        .matches(found -> found.settled() == 0 && found.openedAnew())
        .matches(found -> found.reason().equals("a price that was used has changed"));
  }

  @Test
  void aKeyThatWasLostAtTwoPricesIsNotSettled() {
    open();
    ledger.lose(PRICE, "key");
    ledger.lose("0.80", "key");
    ledger.prices.put("load_create", usd("0.80"));
    ledger.taken("0.80");
    assertThat(later()).matches(found -> found.settled() == 0 && found.openedAnew());
  }

  @Test
  void aDifferenceIsToldHoweverManyCallsAreLost() {
    try (LogLines log = new LogLines()) {
      open();
      for (int i = 0; i < 32; i++) {
        SpendScope run = SpendScope.of("run-" + i, SpendLimits.none());
        ledger.pay(run, "0.02", null, Charge.Kind.UNKNOWN);
      }
      ledger.taken("0.6401");
      assertThat(later().unexplainedUsd()).isEqualByComparingTo("-0.0001");
      assertThat(log.warnings()).anyMatch(line -> line.contains("than the ledger explains"));
    }
  }

  @Test
  void whatWasNotTakenIsFreeHoweverManyCallsAreLost() {
    open();
    int calls = rows().mayBlock() ? 20 : 1100;
    for (int i = 0; i < calls; i++) ledger.pay(null, "0.02", null, Charge.Kind.UNKNOWN);
    Reconciliation found = later();
    assertThat(found.settled()).isEqualTo(calls);
    assertThat(found.open()).isZero();
  }

  @Test
  void aLedgerOpensAlthoughAnEarlierReadIsUnknown() {
    ledger.lose("0.02", null);
    open();
    ledger.lose("0.02", null);
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    ledger.taken("0.67");
    assertThat(later().settled()).isEqualTo(1);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo("0.02");
  }

  /** What began before the opening may be in its balance, or not. */
  @Test
  void whatRunsAtTheOpeningCostsNothingToItsPrice() {
    Reservation running = ledger.hold(null, PRICE, "running");
    ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    assertThat(ledger.reconcile().openedAnew()).isTrue();
    ledger.complete(running, Charge.Kind.CHARGED);
    for (String taken : List.of("0", PRICE, "0.02")) {
      ledger.taken(taken);
      assertThat(later()).as("taken " + taken).matches(Reconciliation::agrees);
    }
    assertThat(ledger.reconcile().mostUsd()).isEqualByComparingTo("0.67");
    assertThat(ledger.reconcile().leastUsd()).isZero();
  }

  @Test
  void callsOfOnePriceThatRunAtTheOpeningMayAllCostIt() {
    Reservation one = ledger.hold(null, PRICE, "one");
    Reservation two = ledger.hold(null, PRICE, "two");
    assertThat(ledger.reconcile().openedAnew()).isTrue();
    ledger.complete(one, Charge.Kind.CHARGED);
    ledger.complete(two, Charge.Kind.CHARGED);
    ledger.taken("1.30");
    assertThat(later())
        .matches(Reconciliation::agrees)
        .matches(found -> found.mostUsd().compareTo(usd("1.30")) == 0);
  }

  @Test
  void whatWasLostFiveMinutesBeforeTheOpeningMayBeTakenAfterIt() {
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofMinutes(5));
    assertThat(ledger.reconcile().openedAnew()).isTrue();
    ledger.taken(PRICE);
    assertThat(later()).matches(Reconciliation::agrees);
  }

  @Test
  void whatBeginsInTheMicrosecondOfTheOpeningIsNotSettled() {
    time.advance(Duration.ofDays(1));
    assertThat(later().openedAnew()).isTrue();
    ledger.lose(PRICE, "key");
    ledger.taken(PRICE);
    assertThat(later())
        .matches(Reconciliation::agrees)
        .matches(found -> found.settled() == 0 && found.open() == 1);
  }

  @Test
  void aPersonMaySettleWhatIsInTheBalanceOfTheOpening() {
    ledger.lose(PRICE, "before");
    open();
    ledger.ledger.settle(List.of(newest().id()), false, "ann", "no such load");
    assertThat(later())
        .matches(Reconciliation::agrees)
        .matches(found -> found.mostUsd().signum() == 0);
  }

  @Test
  void aLedgerThatWasNeverComparedKeepsNoSumsForComparisons() {
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    List<Sum.Range> ranges =
        List.of(
            new Sum.Range("ledger", Sum.Kind.LEAST, 0, 1),
            new Sum.Range("ledger", Sum.Kind.MOST, 0, 1));
    assertThat(rows().<Map<Sum, Long>>look(rows -> rows.sums(ranges))).isEmpty();
  }

  @Test
  void anOldLostKeyThatIsRepeatedAfterTheOpeningMayBeInItsBalance() {
    time.advance(Duration.ofDays(1));
    ledger.lose(PRICE, "lost before");
    ledger.taken(PRICE);
    assertThat(later().openedAnew()).isTrue();
    time.advance(Duration.ofMillis(1));
    ledger.pay(null, PRICE, "lost before", Charge.Kind.CHARGED);
    ledger.lose(PRICE, null);
    ledger.taken(PRICE);
    assertThat(later()).matches(Reconciliation::agrees).matches(found -> found.settled() == 0);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aKeyThatWasSettledAsFreeNeedsRoomAgain() {
    SpendScope scope = client(SpendLimits.total(PRICE));
    open();
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    assertThat(later().settled()).isEqualTo(1);
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    ledger.refused(scope, PRICE, "key");
  }

  @Test
  void aKeyThatWasSettledAsChargedIsReservedAgainAndCountsOnce() {
    SpendScope scope = client(SpendLimits.total(PRICE));
    open();
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    ledger.taken(PRICE);
    assertThat(later().settled()).isEqualTo(1);
    Reservation again = ledger.hold(scope, PRICE, "key");
    assertThat(ledger.complete(again, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(later()).matches(Reconciliation::agrees);
  }

  @Test
  void aCallThatContradictsASettlementIsBelieved() {
    SpendScope scope = client(SpendLimits.total("1.30"));
    open();
    Reservation slept = ledger.hold(scope, PRICE, "key");
    time.advance(TestLedger.EXPIRES);
    // Somebody else spent it.
    ledger.taken(PRICE);
    assertThat(later().settled()).isEqualTo(1);
    ledger.complete(slept, Charge.Kind.NONE);
    assertThat(ledger.totals().chargedUsd()).isZero();
    ledger.hold(scope, "1.30", null);
  }

  /** Two persons are wrong, and the third comparison goes on all the same. */
  @Test
  void aWrongWordOfAPersonEndsWithTheNextComparison() {
    try (LogLines log = new LogLines()) {
      open();
      ledger.lose(PRICE, "taken");
      ledger.taken(PRICE);
      ledger.lose(PRICE, "not taken");
      time.advance(ON_ITS_WAY);
      List<SpendEntry> both = ledger.entries();
      ledger.ledger.settle(List.of(both.get(0).id()), false, "ann", "wrong");
      ledger.ledger.settle(List.of(both.get(1).id()), true, "ann", "wrong");
      ledger.pay(null, PRICE, "not taken", Charge.Kind.CHARGED);
      ledger.taken(PRICE);
      assertThat(ledger.reconcile()).matches(found -> !found.agrees() && found.openedAnew());
      assertThat(ledger.reconcile()).matches(Reconciliation::agrees);
      assertThat(log.warnings()).anyMatch(line -> line.contains("than the ledger explains"));
    }
  }

  @Test
  void aPersonCannotSettleWhatIsKnownOrRunning() {
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.lose(PRICE, null);
    ledger.hold(null, PRICE, "running");
    List<Long> ids = ledger.entries().stream().map(SpendEntry::id).toList();
    for (List<Long> some : List.of(List.of(ids.get(0)), List.of(ids.get(2)), List.of(977L), ids)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ledger.ledger.settle(some, true, "ann", "sure"))
          .withMessageMatching("settle: .*(is not open|there is no entry 977).*");
    }
    assertThat(ledger.totals().unknownUsd()).as("none of them").isEqualByComparingTo(PRICE);
    assertThat(ledger.ledger.settle(List.of(ids.get(1), ids.get(1)), true, "ann", "sure"))
        .allMatch(entry -> entry.outcome() == Charge.Kind.CHARGED);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
  }

  @Test
  void whatPersonsSayIsARow() {
    open();
    ledger.lose(PRICE, "key");
    long id = newest().id();
    ledger.ledger.settle(List.of(id), true, "ann", "=seen in the console");
    ledger.ledger.adjust("25.00", "bob", "card");
    ledger.balance = usd("124.35");
    ledger.reconcile();
    List<SpendEntry> all = ledger.ledger.entries(SpendFilter.all());
    assertThat(all)
        .extracting(SpendEntry::kind)
        .containsExactly(
            SpendEntry.Kind.COMPARISON,
            SpendEntry.Kind.PURCHASE,
            SpendEntry.Kind.SETTLEMENT,
            SpendEntry.Kind.ADJUSTMENT,
            SpendEntry.Kind.COMPARISON);
    assertThat(all.get(1))
        .matches(entry -> "ann".equals(entry.settledBy()))
        .matches(entry -> "=seen in the console".equals(entry.settledWhy()));
    assertThat(all.get(2))
        .matches(entry -> entry.outcome() == Charge.Kind.CHARGED)
        .matches(entry -> "PO-7".equals(entry.customerRef()))
        .matches(entry -> entry.amountUsd().compareTo(usd(PRICE)) == 0)
        .matches(entry -> "=seen in the console".equals(entry.settledWhy()));
    assertThat(all.get(3))
        .matches(entry -> entry.amountUsd().compareTo(usd("25")) == 0)
        .matches(entry -> "bob".equals(entry.settledBy()) && "card".equals(entry.settledWhy()));
    assertThat(all.get(4))
        .matches(entry -> entry.balanceUsd().compareTo(usd("124.35")) == 0)
        .matches(entry -> entry.unexplainedUsd().signum() == 0);
  }

  /** Between two comparisons, balance + rows + unexplained = balance. */
  @Test
  void rowsAddUpFromOneBalanceToTheNext() {
    try (LogLines log = new LogLines()) {
      open();
      ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
      ledger.taken(PRICE);
      ledger.lose("0.02", null);
      ledger.ledger.adjust("5", "ann", "card");
      ledger.balance = ledger.balance.add(usd("5")).subtract(usd("40"));
      later();
      List<SpendEntry> all = ledger.ledger.entries(SpendFilter.all());
      BigDecimal high = all.get(0).balanceUsd();
      BigDecimal low = high;
      for (SpendEntry row : all.subList(1, all.size() - 1)) {
        boolean isPurchase = row.kind() == SpendEntry.Kind.PURCHASE;
        high = high.add(isPurchase ? row.leastUsd().negate() : row.leastUsd());
        low = low.add(isPurchase ? row.amountUsd().negate() : row.amountUsd());
      }
      SpendEntry last = all.get(all.size() - 1);
      BigDecimal unexplained = last.unexplainedUsd();
      assertThat(last.balanceUsd()).isBetween(low.add(unexplained), high.add(unexplained));
      assertThat(unexplained).isEqualByComparingTo("-39.98");
      assertThat(log.warnings()).anyMatch(line -> line.contains("than the ledger explains"));
    }
  }

  @Test
  void whoSaysSomethingSaysWhoAndWhy() {
    assertThatIllegalArgumentException().isThrownBy(() -> ledger.ledger.adjust("1", " ", "card"));
    assertThatIllegalArgumentException().isThrownBy(() -> ledger.ledger.adjust("1", "ann", ""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.ledger.adjust("1", "a".repeat(101), "card"))
        .withMessage("who: expected at most 100 characters, got 101");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.ledger.adjust("0.0000000001", "ann", "card"));
    assertThatThrownBy(() -> ledger.ledger.settle(null, true, "ann", "why"))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("entryIds");
  }

  @Test
  void comparisonsByTwoProcessesAtOnceAreOne() {
    open();
    ledger.lose(PRICE, "lost");
    time.advance(Duration.ofDays(1));
    TestLedger other = other();
    Reconciliation[] theirs = new Reconciliation[1];
    ledger.whileBalanceIsRead = () -> theirs[0] = other.reconcile();
    assertThat(ledger.reconcile()).isEqualTo(theirs[0]);
    assertThat(theirs[0].openedAnew()).isTrue();
  }

  /** In its first day a ledger does not know what was paid without it. */
  @Test
  void anOwnKeyInANewLedgerMayHaveBeenPaidBefore() {
    assertThat(later().openedAnew()).isTrue();
    time.advance(Duration.ofMillis(1));
    assertThat(ledger.pay(null, PRICE, "own", Charge.Kind.CHARGED))
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(later())
        .matches(Reconciliation::agrees)
        .matches(found -> found.leastUsd().signum() == 0);
    time.advance(Duration.ofDays(1));
    assertThat(ledger.reconcile().openedAnew()).isTrue();
    time.advance(Duration.ofMillis(1));
    ledger.pay(null, PRICE, "next day", Charge.Kind.CHARGED);
    ledger.taken(PRICE);
    assertThat(later().leastUsd()).isEqualByComparingTo(PRICE);
  }

  /** Its key was paid yesterday, without this ledger, and is replayed: that says nothing. */
  @Test
  void anOwnKeyThatWasPaidBeforeANewLedgerSettlesNothing() {
    assertThat(later().openedAnew()).isTrue();
    time.advance(Duration.ofMillis(1));
    ledger.pay(null, PRICE, "of yesterday", Charge.Kind.CHARGED);
    ledger.lose(PRICE, "lost");
    ledger.taken(PRICE);
    assertThat(later()).matches(Reconciliation::agrees).matches(found -> found.settled() == 0);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void fromADayAfterItsStartALedgerKnowsOwnKeys() {
    Instant dayOn = time.instant().plus(Duration.ofDays(1));
    time.set(dayOn.minusNanos(1000));
    assertThat(ledger.reconcile().openedAnew()).isTrue();
    time.set(dayOn);
    ledger.pay(null, PRICE, "own", Charge.Kind.CHARGED);
    ledger.taken(PRICE);
    assertThat(later().leastUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void whatIsSettledOnceMoreIsSettled() {
    ledger.lose(PRICE, "key");
    long id = newest().id();
    for (int twice = 0; twice < 2; twice++) {
      List<Rules.Settled> all =
          rows().change(rows -> new Rules(rows).settle("s", List.of(id), true, "ann", "sure"));
      assertThat(all)
          .singleElement()
          .matches(settled -> settled.refusal() == null && settled.entry().id() == id);
    }
    assertThat(ledger.ledger.entries(SpendFilter.all())).hasSize(2);
  }

  @Test
  void aComparisonThatIsMadeAgainIsTheSame() {
    open();
    Reconciling.Before before = rows().look(Reconciling::before);
    long balance = 100_000_000_000L;
    List<Line.Comparison> made = new ArrayList<>();
    for (int twice = 0; twice < 2; twice++) {
      made.add(
          rows()
              .change(rows -> new Reconciling(rows).compare("c", before, ledger.prices, balance)));
    }
    assertThat(made.get(1)).isEqualTo(made.get(0));
    assertThat(ledger.ledger.entries(SpendFilter.all())).hasSize(2);
  }

  @Test
  void anAdjustmentThatIsMadeAgainIsTheSame() {
    List<Line.Adjustment> made = new ArrayList<>();
    for (int twice = 0; twice < 2; twice++) {
      made.add(rows().change(rows -> new Rules(rows).adjust("a", 25_000_000_000L, "ann", "card")));
    }
    assertThat(made.get(1)).isEqualTo(made.get(0));
    assertThat(ledger.ledger.entries(SpendFilter.all())).hasSize(1);
  }
}
