package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Keeping;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.store.BookStore;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Limits that belong to paths, and prices that every process of the books learns. */
abstract class PathsContract extends SpendStoreContract {
  private static SpendScope acme(String total) {
    return SpendScope.of("acme", limits().total(total).build());
  }

  private static final SpendScope ACME = SpendScope.of("acme", SpendLimits.none());

  @Test
  void whoBringsNoLimitIsUnderTheLastThatWereBroughtForItsPath() {
    books.pay(acme("1.00"), PRICE, null, Charge.Kind.CHARGED);
    TestBooks other = new TestBooks(store(), clock);
    other.refused(ACME, PRICE, null);
    other.refused(ACME.child("run:1", SpendLimits.none()), PRICE, null);
    assertThat(other.books.ledger().remaining(ACME))
        .singleElement()
        .matches(left -> left.remainingUsd().compareTo(usd("0.35")) == 0);
    assertThat(other.books.reserve(unpriced(ACME), BigDecimal.ZERO))
        .isInstanceOf(SpendDecision.PriceNeeded.class);
  }

  private static io.freightsdk.internal.spend.SpendBooks.Purchase unpriced(SpendScope scope) {
    return new io.freightsdk.internal.spend.SpendBooks.Purchase(
        Operation.GET_LOAD_POSITION, null, "", scope, TestBooks.CALL, false, false);
  }

  @Test
  void whoBringsLimitsIsUnderTheseAndTheyAreRemembered() {
    books.pay(acme("1.00"), PRICE, null, Charge.Kind.CHARGED);
    books.pay(acme("1.30"), PRICE, null, Charge.Kind.CHARGED);
    books.refused(ACME, "0.01", null);
    // A deployment with the old limit is under its own.
    books.refused(acme("1.00"), "0.01", null);
    books.hold(acme("1.31"), "0.01", null);
    books.refused(acme("0.70"), "0.01", null);
    books.refused(ACME, "0.01", null);
  }

  /** Where a scope is full, refusals only read. */
  @Test
  void limitsOfARefusedCallAreRemembered() {
    books.pay(acme("0.65"), PRICE, null, Charge.Kind.CHARGED);
    books.refused(ACME, "0.01", null);
    books.refused(acme("0.66"), "0.02", null);
    books.hold(ACME, "0.01", null);
  }

  /** Where a scope is full, refusals only read. */
  @Test
  void aPriceThatNoLimitMayGoByRefusesNobody() {
    books.pay(acme(PRICE), PRICE, null, Charge.Kind.CHARGED);
    books.refused(ACME, "0.01", null);
    assertThat(books.books.reserve(unpriced(ACME), usd("0.01")))
        .isInstanceOf(SpendDecision.PriceNeeded.class);
  }

  @Test
  void whatIsFreeFitsALimitThatWasLowered() {
    books.pay(acme("1.00"), PRICE, null, Charge.Kind.CHARGED);
    books.refused(acme("0.50"), "0.01", "key");
    books.hold(acme("0.50"), "0.00", "key");
  }

  @Test
  void removedLimitsBindNobody() {
    books.refused(acme("0.10"), PRICE, null);
    books.refused(ACME, PRICE, null);
    books.books.ledger().removeLimits(ACME);
    books.hold(ACME, PRICE, null);
    books.refused(acme("0.10"), PRICE, null);
  }

  @Test
  void theClientsOwnLimitsAreNotRemembered() {
    TestBooks limited = new TestBooks(store(), clock, limits().total("0.10").build());
    limited.refused(ACME, PRICE, null);
    books.hold(ACME, PRICE, null);
  }

  @Test
  void tenThousandRunsThatHaveEndedArePurged() {
    int runs = mayBlock() ? 200 : 10_000;
    for (int i = 0; i < runs; i++) {
      SpendScope run = SpendScope.of("run-" + i, limits().perHour(PRICE).build());
      books.pay(run, "0.02", null, Charge.Kind.CHARGED);
    }
    clock.advance(Duration.ofDays(3));
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.CHARGED);
    store().purge(clock.instant());
    assertThat(rows("scope ")).as("the client's own is left").isEqualTo(1);
    assertThat(rows("window ")).isZero();
    assertThat(books.totals().charged()).isEqualTo(runs + 1L);
    // A limit stays with its path: money fails closed.
    books.refused(SpendScope.of("run-7", SpendLimits.none()), "0.66", null);
  }

  @Test
  void aPurgeOfAScopeAroundLeavesWhatThoseInsideItCount() {
    SpendScope inTotal = ACME.child("run:1", limits().total("1.00").build());
    SpendScope inAWeek = ACME.child("run:2", limits().per(Duration.ofDays(7), "1.00").build());
    books.pay(inTotal, PRICE, null, Charge.Kind.CHARGED);
    books.pay(inAWeek, PRICE, null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofDays(3));
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.CHARGED);
    store().purge(clock.instant());
    for (SpendScope run : List.of(inTotal, inAWeek)) {
      assertThat(books.refused(run, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
    }
  }

  @Test
  void aTotalGoesOnAfterAPurgeThoughOthersBroughtNoneLast() {
    books.pay(acme("1.00"), PRICE, null, Charge.Kind.CHARGED);
    SpendScope hourly = SpendScope.of("acme", limits().perHour("1.00").build());
    books.pay(hourly, "0.00", null, Charge.Kind.NONE);
    clock.advance(Duration.ofDays(3));
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.CHARGED);
    store().purge(clock.instant());
    books.refused(acme("1.00"), "0.36", null);

    books.books.ledger().removeLimits(ACME);
    store().purge(clock.instant());
    books.hold(acme("1.00"), "1.00", null);
  }

  @Test
  void totalsOfAScopeThatBeganAgainSayThatEntriesAreGone() {
    books.pay(ACME, "0.02", null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofDays(3));
    SpendScope stays = SpendScope.of("stays", SpendLimits.none());
    books.pay(stays, "0.02", null, Charge.Kind.CHARGED);
    store().purge(clock.instant());
    books.pay(ACME, "0.05", null, Charge.Kind.CHARGED);
    SpendTotals totals = books.books.ledger().totals(SpendFilter.all().scope(ACME));
    assertThat(totals.chargedUsd()).isEqualByComparingTo("0.05");
    assertThat(totals.complete()).isFalse();
    assertThat(books.books.ledger().totals(SpendFilter.all().scope(stays)).complete()).isTrue();
    assertThat(books.totals().complete()).isTrue();
  }

  @Test
  void aScopeStaysAsLongAsItIsUnknownWhatACallInItCost() {
    books.pay(ACME, "0.02", null, Charge.Kind.CHARGED);
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);
    books.pay(ACME, "0.02", null, Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofDays(3));
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.NONE);
    store().purge(clock.instant());
    books.pay(ACME, "0.02", null, Charge.Kind.CHARGED);
    long unknown = books.entries().get(0).id();
    books.books.ledger().settle(unknown, true);
    SpendTotals totals = books.books.ledger().totals(SpendFilter.all().scope(ACME));
    assertThat(totals.unknownUsd()).isZero();
    assertThat(totals.chargedUsd()).isEqualByComparingTo("0.06");
  }

  @Test
  void aPurgeLetsOthersUseTheBookBetweenItsParts() {
    int keys = 1100;
    for (int i = 0; i < keys; i++) books.pay(UNLIMITED, "0.02", "key" + i, Charge.Kind.CHARGED);
    clock.advance(Duration.ofDays(3));
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.CHARGED);
    int most = 0;
    int left = rows("key ");
    for (String after = ""; after != null; ) {
      String from = after;
      after = books().change(clock, book -> Keeping.purge(book, clock.instant(), from)).end();
      most = Math.max(most, left - rows("key "));
      left = rows("key ");
    }
    assertThat(left).isZero();
    assertThat(most).isEqualTo(500);
    assertThat(books.totals().charged()).isEqualTo(keys + 1L);
  }

  private BookStore books() {
    return (BookStore) store();
  }

  private boolean mayBlock() {
    return books().mayBlock();
  }

  private int rows(String kind) {
    return books().look(clock, book -> book.list(kind, "", 2000).size());
  }

  // --- prices ---

  private void read(TestBooks by, String creation) {
    Map<String, BigDecimal> prices = Map.of("load_create", usd(creation));
    by.read(new PriceReading(prices, by.now(), by.now()));
    by.prices.put("load_create", usd(creation));
  }

  @Test
  void aPriceThatRoseCountsForAllThatWasChargedSinceTheReadingBefore() {
    SpendScope scope = client(limits().total("2.00"));
    TestBooks other = new TestBooks(store(), clock);
    read(books, PRICE);
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);
    books.pay(scope, PRICE, "before", Charge.Kind.CHARGED);
    clock.advance(Duration.ofSeconds(5));
    SpendHold running = books.hold(scope, PRICE, "running");
    read(other, "1.00");

    assertThat(books.refused(scope, "0.36", null).remainingUsd()).isEqualByComparingTo("0.00");
    SpendEntry booked = books.settle(running, PRICE, Charge.Kind.CHARGED).get(0);
    assertThat(booked.leastUsd()).isEqualByComparingTo(PRICE);
    assertThat(booked.amountUsd()).isEqualByComparingTo("1.00");
    assertThat(books.totals().unknownUsd()).as("the difference").isEqualByComparingTo("0.35");

    // The first was charged at the old price, the other at the new one.
    books.balance = usd("98.35");
    books.prices.put("load_create", usd("1.00"));
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BETWEEN);
    assertThat(found.missingUsd()).isEqualByComparingTo("0.35");
    books.balance = usd("98.00");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.ALL);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("2.00");
  }

  /** What the first change may have cost besides is no call. */
  @Test
  void aPriceThatRoseTwiceCountsOnceForEachCall() {
    read(books, PRICE);
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);
    books.pay(UNLIMITED, PRICE, "one", Charge.Kind.CHARGED);
    for (String rise : List.of("0.80", "1.00")) {
      clock.advance(Duration.ofSeconds(5));
      read(books, rise);
    }
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo("0.15");
    books.balance = usd("99.20");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.ALL);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.80");
  }

  @Test
  void everyProcessKnowsWhatIsHeldAndWhatTheLastReconciliationFound() {
    TestBooks other = new TestBooks(store(), clock);
    assertThat(other.books.ledger().lastReconciliation()).isNull();
    SpendHold running = books.hold(UNLIMITED, PRICE, "one");
    assertThat(other.books.ledger().heldUsd()).isEqualByComparingTo(PRICE);
    Reconciliation opened = books.books.ledger().reconcile();
    assertThat(opened.verdict()).isEqualTo(Verdict.NOT_NOW);
    assertThat(other.books.ledger().lastReconciliation()).as("nothing was compared").isNull();
    books.settle(running, PRICE, Charge.Kind.NONE);
    assertThat(other.books.ledger().heldUsd()).isZero();
    assertThat(reconcile().unexplainedUsd()).isZero();

    books.balance = books.balance.add(usd("20.00"));
    Reconciliation came = reconcile();
    assertThat(came.verdict()).isEqualTo(Verdict.MONEY_CAME);
    assertThat(came.unexplainedUsd()).isEqualByComparingTo("-20");
    assertThat(other.books.ledger().lastReconciliation()).isEqualTo(came);
    books.balance = books.balance.subtract(usd("21.00"));
    assertThat(reconcile().unexplainedUsd()).isEqualByComparingTo("1");
  }

  @Test
  void aJobThatRunsInEachProcessReconcilesOnce() {
    TestBooks other = new TestBooks(store(), clock);
    assertThat(books.books.ledger().reconcileOnce("monday")).isNotNull();
    assertThat(other.books.ledger().reconcileOnce("monday")).isNull();
    assertThat(other.books.ledger().reconcileOnce("tuesday")).isNotNull();
  }

  @Test
  void aPriceThatFellMayHaveBeenTheLower() {
    read(books, "1.00");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
    books.pay(UNLIMITED, "1.00", "one", Charge.Kind.CHARGED);
    read(books, PRICE);
    books.balance = usd("99.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.NOTHING);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aCallIsHeldAtTheNewestPriceThatAnyProcessHasRead() {
    SpendScope scope = client(limits().perCall("0.70").total("10"));
    TestBooks other = new TestBooks(store(), clock);
    read(books, PRICE);
    books.hold(scope, PRICE, "one");
    clock.advance(Duration.ofSeconds(5));
    read(other, "0.80");
    assertThat(books.refused(scope, PRICE, "two").amountUsd()).isEqualByComparingTo("0.80");
  }
}
