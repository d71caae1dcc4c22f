package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.Reconciliation.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a balance tells of the books, when it tells nothing, and what it costs nobody. */
abstract class ReconcileContract extends StoreTest {
  @Test
  void aBalanceTellsNothingWhileACallRuns() {
    open();
    SpendHold running = books.hold(UNLIMITED, PRICE, null);
    lose("0.02", null);
    books.balance = usd("99.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.BUSY);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo("0.02");

    books.settle(running, PRICE, Charge.Kind.CHARGED);
    assertThat(reconcile().verdict()).isEqualTo(Verdict.BALANCED);
  }

  @Test
  void aLostCallThatIsRepeatedWhileTheBalanceIsReadIsNotGivenUp() {
    open();
    lose(PRICE, "lost");
    books.whileBalanceIsRead = () -> books.hold(UNLIMITED, PRICE, "lost");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.BUSY);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void whatASleeperSaysWhileTheBalanceIsReadCounts() {
    open();
    SpendHold slept = books.hold(UNLIMITED, PRICE, null);
    books.hold(UNLIMITED, PRICE, null);
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    // It sent nothing, so that only the other one can have been charged.
    books.whileBalanceIsRead = () -> books.settle(slept, PRICE);
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.certain()).isTrue();
  }

  @Test
  void aScopeThatIsForgottenWhileTheBalanceIsReadIsForgotten() {
    SpendScope run = SpendScope.of("run", SpendLimits.none());
    SpendScope scope = client(limits().total("1.30"));
    open();
    books.pay(run, PRICE, null, Charge.Kind.UNKNOWN);
    lose(PRICE, null);
    books.balance = usd("99.35");
    // Of two calls of one scope it does not matter which was charged.
    books.whileBalanceIsRead = () -> books.books.ledger().forget(run);
    reconcile();
    books.hold(scope, PRICE, null);
  }

  @Test
  void booksWithoutALostCallAreCertain() {
    open();
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    books.balance = usd("99.35");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.certain()).isTrue();
  }

  @Test
  void booksOpenAfterChargesAndChangesOfTheBalance() {
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    books.books.toppedUp(usd("20"));
    books.books.ledger().adjust(usd("-3"));
    open();
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    books.books.toppedUp(usd("5"));
    books.balance = usd("104.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.BALANCED);
  }

  @Test
  void anExpectedBalanceIsToldWhereOneWasCompared() {
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.UNKNOWN);
    Reconciliation tooEarly = books.books.ledger().reconcile();
    assertThat(tooEarly.verdict()).isEqualTo(Verdict.NOT_OPENED);
    assertThat(tooEarly.expectedUsd()).isNull();
    Reconciliation opened = reconcile();
    assertThat(opened.verdict()).isEqualTo(Verdict.OPENED);
    assertThat(opened.expectedUsd()).isEqualByComparingTo("100.00");

    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    assertThat(reconcile().expectedUsd()).isEqualByComparingTo("99.35");
    books.hold(UNLIMITED, PRICE, null);
    assertThat(reconcile().expectedUsd()).as("while a call runs").isNull();
  }

  @Test
  void aCallThatWasJustLostMayStillBeTaken() {
    open();
    lose(PRICE, null);
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.TOO_EARLY);
    lose(PRICE, null);
    books.balance = usd("99.35");
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.TOO_EARLY);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo("1.30");

    clock.advance(Duration.ofMinutes(1));
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(books.totals().unknownUsd()).isZero();
  }

  @Test
  void aCallThatTheBalanceShowsNeedsNoWait() {
    open();
    lose(PRICE, null);
    books.balance = usd("99.35");
    Reconciliation found = books.books.ledger().reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.foundChargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void moneyThatCameFromNowhereIsToldAtOnce() {
    open();
    lose(PRICE, null);
    books.balance = usd("150");
    Reconciliation found = books.books.ledger().reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.DIFFERENT);
    assertThat(found.unexplainedUsd()).isEqualByComparingTo("-50");
  }

  @Test
  void aKeyThatWasLostAgainAtAHigherPriceMayHaveCostTheLower() {
    open();
    lose(PRICE, "key");
    lose("0.80", "key");
    books.balance = usd("99.35");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.foundChargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** One creation was charged or two reads: the sum in the limits is the same. */
  @Test
  void ofCallsInOneScopeWhatWasNotTakenIsFreeWhicheverWereCharged() {
    SpendScope client = client(limits().perHour("1.00").total("1.00"));
    open();
    books.pay(client, "0.20", "key", Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofMinutes(30));
    books.pay(client, "0.10", null, Charge.Kind.UNKNOWN);
    books.pay(client, "0.10", null, Charge.Kind.UNKNOWN);
    books.balance = usd("99.80");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.certain()).isFalse();
    books.refused(client, "0.81", null);

    clock.advance(Duration.ofMinutes(45));
    SpendScope anHour = client(limits().perHour("1.00"));
    assertThat(books.refused(anHour, "0.81", null).remainingUsd())
        .as("the reads may have been charged, within this hour")
        .isEqualByComparingTo("0.80");
    books.pay(client, "0.80", null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofHours(2));
    books.refused(client, "0.01", null);
  }

  @Test
  void ofCallsInTwoScopesAGuessFreesNothing() {
    SpendScope client = client(limits().total("1.00"));
    SpendScope run = client.child("run", limits().total("1.00").build());
    open();
    books.pay(client, "0.20", "key", Charge.Kind.UNKNOWN);
    books.pay(run, "0.20", "other", Charge.Kind.UNKNOWN);
    books.balance = usd("99.80");
    assertThat(reconcile().certain()).isFalse();
    books.refused(client, "0.61", null);
    books.refused(run, "0.61", null);
  }

  /** Either the first was taken for the lower price, or the second. */
  @Test
  void ofAKeyThatWasLostAtTwoPricesAndAnotherNothingIsCertain() {
    open();
    lose(PRICE, "key");
    lose("0.80", "key");
    lose(PRICE, "another");
    books.balance = usd("99.35");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.certain()).isFalse();
    for (String key : List.of("key", "another")) {
      SpendHold again = books.hold(UNLIMITED, PRICE, key);
      assertThat(again.charged()).as(key).isNull();
      assertThat(again.lostAtAnotherPrice()).as(key).isTrue();
    }
  }

  @Test
  void aKeyWhoseRepetitionDiesAtAHigherPriceMayHaveCostThat() {
    open();
    lose("0.25", "key");
    books.hold(UNLIMITED, PRICE, "key");
    lose(PRICE, "another");
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    assertThat(reconcile().certain()).isFalse();

    lose("0.25", "third");
    books.hold(UNLIMITED, PRICE, "third");
    clock.advance(Duration.ofHours(1));
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.NONE);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aKeyThatWasLostAtTwoPricesSurelyCostNothingWhereNothingIsMissing() {
    open();
    lose(PRICE, "key");
    lose("0.80", "key");
    clock.advance(Duration.ofHours(1));
    assertThat(reconcile().certain()).isTrue();
    assertThat(books.hold(UNLIMITED, PRICE, "key").lostAtAnotherPrice()).isFalse();
  }

  @Test
  void aDifferenceIsToldWithoutWhatLostCallsMayHaveCost() {
    open();
    lose("0.02", null);
    books.balance = usd("98.98");
    assertThat(different()).isEqualTo("1.00");
    books.balance = usd("99.99");
    assertThat(different()).isEqualTo("0.01");
  }

  @Test
  void eachLostCallIsTakenOnce() {
    books.prices.put("position_read", usd("0.05"));
    open();
    lose("0.02", null);
    lose("0.02", null);
    // Two at 0.02 and one at 0.05 would be three.
    books.balance = usd("99.91");
    assertThat(different()).isEqualTo("0.05");
  }

  @Test
  void aDifferenceThatNothingExplainsIsToldHoweverManyCallsAreLost() {
    open();
    for (int i = 0; i < 32; i++) {
      SpendScope run = SpendScope.of("run-" + i, SpendLimits.none());
      books.pay(run, "0.02", null, Charge.Kind.UNKNOWN);
    }
    books.balance = usd("99.6799");
    assertThat(different()).isEqualTo("0.3201");
  }

  @Test
  void aLostCallMayHaveCostWhatWasPaidSince() {
    open();
    lose("0.02", null);
    books.pay(UNLIMITED, "0.03", null, Charge.Kind.CHARGED);
    books.balance = usd("99.94");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
    assertThat(found.foundChargedUsd()).isEqualByComparingTo("0.03");
  }

  @Test
  void booksOpenAgainWhenTheRepetitionOfAnEarlierCallDies() {
    lose(PRICE, "lost before");
    clock.advance(Duration.ofMinutes(1));
    books.balance = usd("99.35");
    open();
    books.hold(UNLIMITED, PRICE, "lost before");
    clock.advance(TestBooks.HOLD);
    // Whether the balance of the opening contains it or the repetition was charged is unknown.
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
  }

  void open() {
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
  }

  private void lose(String usd, String key) {
    books.pay(UNLIMITED, usd, key, Charge.Kind.UNKNOWN);
  }

  private String different() {
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.DIFFERENT);
    return found.unexplainedUsd().toPlainString();
  }
}
