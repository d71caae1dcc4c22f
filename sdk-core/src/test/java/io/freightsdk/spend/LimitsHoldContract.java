package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.Reconciliation.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** That no limit is passed and none stays too small, whatever becomes of calls. */
abstract class LimitsHoldContract extends WindowsContract {

  @Test
  void keysThatCostNothingInOneRunDoNotSpendPastTheLimitOfTheNext() {
    SpendScope first = SpendScope.of("run:42", limits().total("1.30").build());
    SpendScope next = SpendScope.of("run:43", limits().total("1.30").build());
    for (int i = 0; i < 20; i++) books.pay(first, PRICE, "key" + i, Charge.Kind.NONE);
    assertThat(charge(next, 20)).isEqualTo(2);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("1.30");
  }

  @Test
  void keysLostInOneRunCountInEveryRunThatRepeatsThem() {
    SpendScope first = SpendScope.of("run:42", limits().total("1.30").build());
    SpendScope next = SpendScope.of("run:43", limits().total(PRICE).build());
    books.pay(first, PRICE, "key0", Charge.Kind.UNKNOWN);
    books.pay(first, PRICE, "key1", Charge.Kind.UNKNOWN);
    assertThat(charge(next, 2)).isEqualTo(1);
    books.refused(first, "0.01", null);
    books.refused(next, "0.01", null);
  }

  @Test
  void aCallOfTwoRunsAtOnceCountsInBothUntilBothHaveEnded() {
    SpendScope first = SpendScope.of("run:42", limits().total(PRICE).build());
    SpendScope next = SpendScope.of("run:43", limits().total(PRICE).build());
    SpendHold one = books.hold(first, PRICE, "key");
    SpendHold two = books.hold(next, PRICE, "key");
    books.refused(next, "0.01", null);
    books.settle(one, PRICE, Charge.Kind.NONE);
    books.refused(first, "0.01", null);
    books.settle(two, PRICE, Charge.Kind.NONE);
    books.hold(first, PRICE, null);
    books.hold(next, PRICE, null);
    books.refused(next, "0.01", null);
  }

  @Test
  void lostCallsRepeatedAfterTheirWindowFillTheWindowOfTheRepetition() {
    SpendScope scope = client(limits().perHour("1.30"));
    for (int i = 0; i < 8; i++) {
      books.pay(scope, PRICE, "key" + i, Charge.Kind.UNKNOWN);
      clock.advance(Duration.ofMinutes(70));
    }
    assertThat(charge(scope, 8)).isEqualTo(2);
    clock.advance(Duration.ofMinutes(70));
    // And none of it is missing afterwards.
    books.pay(scope, "1.30", null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofMinutes(70));
    books.hold(scope, "1.30", null);
  }

  @Test
  void lostCallsThatAreRepeatedOneByOneMakeNoRoomInTheWindowAfterThem() {
    SpendScope scope = client(limits().perHour("1.30"));
    for (int i = 0; i < 8; i++) {
      books.pay(scope, PRICE, "lost" + i, Charge.Kind.UNKNOWN);
      clock.advance(Duration.ofMinutes(70));
      books.pay(scope, PRICE, "lost" + i, Charge.Kind.CHARGED);
    }
    assertThat(charge(scope, 12)).isEqualTo(1);
    clock.advance(Duration.ofMinutes(70));
    books.refused(scope, "1.31", null);
    books.hold(scope, "1.30", null);
  }

  @Test
  void aCallThatDiedWithItsProcessStopsNobodyOnceItsWindowHasPassed() {
    SpendScope scope = client(limits().perHour(PRICE));
    books.hold(scope, PRICE, "key");
    clock.advance(TestBooks.HOLD.minusSeconds(1));
    assertThat(books.refused(scope, PRICE, null).freesAt()).isNull();
    clock.advance(Duration.ofSeconds(1));
    Instant over = clock.instant().plus(Duration.ofHours(1));
    assertThat(books.refused(scope, PRICE, null).freesAt()).isBetween(over, over.plusSeconds(15));
    assertThat(books.entries())
        .singleElement()
        .matches(entry -> entry.outcome() == Charge.Kind.UNKNOWN && entry.attempt() == 0);
    clock.advance(Duration.ofMinutes(61));
    books.hold(scope, PRICE, null);
  }

  @Test
  void aCallThatDiedLongAgoIsFoundByTheNextOneAndDoesNotStopIt() {
    SpendScope scope = client(limits().perDay(PRICE));
    books.hold(scope, PRICE, null);
    clock.advance(Duration.ofDays(365));
    books.hold(scope, PRICE, null);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aCallThatSleptPastItsEndIsBookedAsItWas() {
    SpendScope scope = client(limits().total("1.30"));
    SpendHold slept = books.hold(scope, PRICE, null);
    SpendHold alsoSlept = books.hold(scope, PRICE, "key");
    clock.advance(Duration.ofHours(9));
    books.refused(scope, PRICE, null);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo("1.30");

    books.settle(slept, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    books.settle(alsoSlept, PRICE, Charge.Kind.NONE);
    assertThat(books.totals().unknownUsd()).isZero();
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @Test
  void whatASleeperSaysCountsMoreThanWhatABalanceSeemedToSay() {
    SpendScope scope = client(limits().total("1.30"));
    books.books.ledger().reconcile();
    SpendHold slept = books.hold(scope, PRICE, null);
    SpendHold free = books.hold(scope, PRICE, null);
    clock.advance(Duration.ofHours(9));
    books.balance = usd("99.35");
    // Either may have been charged; the older one is taken.
    assertThat(reconcile().certain()).isFalse();
    books.settle(slept, PRICE, Charge.Kind.NONE);
    books.settle(free, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    // The balance said no such thing of either.
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
    assertThat(reconcile().verdict()).isEqualTo(Verdict.BALANCED);
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @Test
  void whatASleeperSaysTakesNoMoneyFromTheRepetitionOfItsKey() {
    SpendScope scope = client(limits().total("1.95"));
    books.books.ledger().reconcile();
    SpendHold slept = books.hold(scope, PRICE, "one");
    books.pay(scope, PRICE, "other", Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    assertThat(reconcile().certain()).isFalse();
    SpendHold repeated = books.hold(scope, PRICE, "one");
    books.settle(slept, PRICE, Charge.Kind.NONE);
    books.refused(scope, "1.31", null);
    books.settle(repeated, PRICE);
    books.hold(scope, "1.95", null);
  }

  @Test
  void refusedRepetitionsOfALostCallChangeNothing() {
    SpendScope scope = client(limits().perHour("1.00"));
    books.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    SpendScope narrowed = client(limits().perHour("0.50"));
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofMinutes(1));
      books.refused(narrowed, PRICE, "key");
    }
    assertThat(books.refused(scope, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
    books.hold(scope, "0.35", null);
  }

  @Test
  void refusedRepetitionsOfACallLostBeforeTheWindowTakeNothingFromIt() {
    SpendScope scope = client(limits().perHour("1.00"));
    books.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofMinutes(70));
    books.pay(scope, "0.70", null, Charge.Kind.CHARGED);
    for (int i = 0; i < 10; i++) books.refused(scope, PRICE, "key");
    assertThat(books.refused(scope, "0.31", null).remainingUsd()).isEqualByComparingTo("0.30");
    books.hold(scope, "0.30", null);
  }

  @Test
  void reconcileIsNotCertainWhenAnotherPriceExplainsTheSame() {
    books.prices.put("position_read", usd("0.03"));
    books.books.ledger().reconcile();
    for (int i = 0; i < 3; i++) books.pay(UNLIMITED, "0.02", null, Charge.Kind.UNKNOWN);
    // Three at 0.02, or two at 0.03.
    books.balance = usd("99.94");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.certain()).isFalse();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.06");
  }

  @Test
  void reconcileFindsAChargeAtThePriceThatStandsNow() {
    books.prices.put("position_read", usd("0.03"));
    books.books.ledger().reconcile();
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.UNKNOWN);
    books.balance = usd("99.97");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.certain()).isTrue();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.03");
  }

  @Test
  void manyLostCallsOfSeveralScopesAreExplained() {
    books.books.ledger().reconcile();
    for (int i = 0; i < 40; i++) {
      SpendScope scope = UNLIMITED.child("run-" + i % 8, SpendLimits.none());
      books.pay(scope, "0.02", null, Charge.Kind.UNKNOWN);
      books.pay(scope, PRICE, "key-" + i, Charge.Kind.UNKNOWN);
    }
    books.balance = usd("74.00").subtract(usd("0.14"));
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("26.14");
  }

  @Test
  void reconcileIsNotCertainBesideAnEntryThatMayHaveCostThePriceOfToday() {
    books.prices.put("load_create", usd("1.30"));
    books.books.ledger().reconcile();
    books.pay(UNLIMITED, PRICE, "lost", Charge.Kind.UNKNOWN);
    // Paid just after the price had changed: the books know the price of before.
    books.pay(UNLIMITED, PRICE, "paid", Charge.Kind.CHARGED);
    books.balance = usd("98.70");
    assertThat(reconcile().certain()).isFalse();
    assertThat(books.hold(UNLIMITED, "1.30", "lost").charged()).isNull();
  }

  @Test
  void aReconciliationThatAgreedMakesTheNextOneCertainAgain() {
    books.prices.put("load_create", usd("0.80"));
    books.books.ledger().reconcile();
    books.pay(UNLIMITED, PRICE, "before", Charge.Kind.CHARGED);
    books.balance = usd("99.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.BALANCED);
    books.pay(UNLIMITED, "0.80", "lost", Charge.Kind.UNKNOWN);
    books.balance = usd("98.55");
    assertThat(reconcile().certain()).isTrue();
    assertThat(books.hold(UNLIMITED, "0.80", "lost").charged()).isNotNull();
  }

  @Test
  void booksOpenAlthoughAnEarlierReadIsUnknown() {
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.UNKNOWN);
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.NOT_OPENED);
    clock.advance(Duration.ofMinutes(1));
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);

    books.pay(UNLIMITED, "0.02", null, Charge.Kind.UNKNOWN);
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    books.balance = usd("99.33");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.foundChargedUsd()).isEqualByComparingTo("0.02");
    assertThat(found.unknownUsd()).isEqualByComparingTo("0.02");
  }

  @Test
  void booksOpenAgainWhenAnEarlierCallTurnsOutToBeCharged() {
    books.pay(UNLIMITED, PRICE, "lost before", Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofMinutes(1));
    books.balance = usd("99.35"); // It was charged, and the opening balance shows it.
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);

    books.pay(UNLIMITED, PRICE, "lost before", Charge.Kind.CHARGED);
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.UNKNOWN);
    books.balance = usd("98.70"); // The second one was charged too.
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void booksOpenAgainWhenAnEarlierCallIsLostOnceMore() {
    books.pay(UNLIMITED, PRICE, "lost before", Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofMinutes(1));
    books.balance = usd("99.35");
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);

    books.pay(UNLIMITED, PRICE, "lost before", Charge.Kind.UNKNOWN);
    // The balance does not move, and yet the load of this key is paid for.
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aDayEndsAtMidnightOfItsZoneAlsoWhenClocksChange() {
    ZoneId zone = ZoneId.of("America/Chicago");
    SpendScope scope = client(limits().perDay("1.00", zone));
    // The night to 1 November 2026 has 25 hours in Chicago: 05:00Z to 06:00Z the day after.
    moveTo("2026-11-01T05:00:00Z");
    books.pay(scope, "0.90", null, Charge.Kind.CHARGED);
    assertThat(books.refused(scope, "0.20", null).freesAt())
        .isEqualTo(Instant.parse("2026-11-02T06:00:00Z"));
    moveTo("2026-11-02T05:59:59Z");
    books.refused(scope, "0.20", null);
    moveTo("2026-11-02T06:00:00Z");
    books.hold(scope, "1.00", null);
  }

  @Test
  void anotherKindOfDayIsAnotherLimit() {
    ZoneId zone = ZoneId.of("UTC");
    SpendScope scope = client(limits().perDay("1.00", zone).perDay("1.50"));
    moveTo("2026-11-20T23:00:00Z");
    books.pay(scope, "1.00", null, Charge.Kind.CHARGED);
    moveTo("2026-11-21T01:00:00Z");
    books.hold(scope, "0.50", null);
    assertThat(books.refused(scope, "0.10", null).limit().window()).isEqualTo(Duration.ofDays(1));
  }

  /** How many of so many keys could be charged. */
  private int charge(SpendScope scope, int keys) {
    int charged = 0;
    for (int i = 0; i < keys; i++) {
      if (books.reserve(scope, PRICE, "key" + i) instanceof SpendHold hold) {
        books.settle(hold, PRICE, Charge.Kind.CHARGED);
        charged++;
      }
    }
    return charged;
  }

  private void moveTo(String instant) {
    clock.set(Instant.parse(instant));
  }
}
