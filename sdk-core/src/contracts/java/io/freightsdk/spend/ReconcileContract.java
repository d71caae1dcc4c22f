package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a balance tells of the books, when it tells nothing, and what a person may add. */
abstract class ReconcileContract extends StoreTest {
  @Test
  void aBalanceTellsNothingWhileACallRuns() {
    open();
    SpendHold running = books.hold(UNLIMITED, PRICE, null);
    lose("0.02", null);
    books.balance = usd("99.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.NOT_NOW);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo("0.02");

    books.settle(running, PRICE, Charge.Kind.CHARGED);
    assertThat(reconcile().verdict()).isEqualTo(Verdict.NOTHING);
    assertThat(books.totals().unknownUsd()).isZero();
  }

  @Test
  void aLostCallThatIsRepeatedWhileTheBalanceIsReadIsNotGivenUp() {
    open();
    lose(PRICE, "lost");
    books.whileBalanceIsRead = () -> books.hold(UNLIMITED, PRICE, "lost");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.NOT_NOW);
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
    assertThat(reconcile().verdict()).isEqualTo(Verdict.ALL);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
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
    assertThat(reconcile().verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void anExpectedBalanceIsToldWhereOneWasCompared() {
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.UNKNOWN);
    Reconciliation tooEarly = books.books.ledger().reconcile();
    assertThat(tooEarly.verdict()).isEqualTo(Verdict.NOT_NOW);
    assertThat(tooEarly.expectedUsd()).isNull();
    assertThat(reconcile().expectedUsd()).isEqualByComparingTo("100.00");

    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    assertThat(reconcile().expectedUsd()).isEqualByComparingTo("99.35");
  }

  @Test
  void aCallThatWasJustLostMayStillBeTaken() {
    open();
    lose(PRICE, null);
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.NOT_NOW);
    books.balance = usd("99.35");
    clock.advance(Duration.ofSeconds(59));
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.NOT_NOW);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    clock.advance(Duration.ofSeconds(1));
    assertThat(books.books.ledger().reconcile().verdict()).isEqualTo(Verdict.ALL);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void moneyThatCameFromNowhereSettlesNothing() {
    open();
    lose(PRICE, null);
    books.balance = usd("150");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.MONEY_CAME);
    assertThat(found.missingUsd()).isEqualByComparingTo("-50");
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    books.books.ledger().adjust("50");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void moreThanLostCallsMayHaveCostSettlesNothing() {
    open();
    lose("0.02", null);
    books.balance = usd("98.98");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.DOES_NOT_FIT);
    assertThat(found.missingUsd()).isEqualByComparingTo("1.02");
    assertThat(found.openUsd()).isEqualByComparingTo("0.02");
    books.books.ledger().adjust("-1.00");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.ALL);
  }

  @Test
  void aSumBetweenSettlesNothingUntilAPersonDoes() {
    SpendScope scope = client(limits().total("1.30"));
    open();
    books.pay(scope, PRICE, "one", Charge.Kind.UNKNOWN);
    books.pay(scope, PRICE, "other", Charge.Kind.UNKNOWN);
    books.balance = usd("99.35");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.BETWEEN);
    assertThat(found.missingUsd()).isEqualByComparingTo(PRICE);
    assertThat(found.openUsd()).isEqualByComparingTo("1.30");
    assertThat(found.openEntries()).isEqualTo(2);
    books.refused(scope, "0.01", null);

    List<Long> ids = books.entries().stream().map(SpendEntry::id).toList();
    List<SpendEntry> settled = books.books.ledger().settle(ids, found.missingUsd());
    assertThat(settled)
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.NONE, Charge.Kind.CHARGED);
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @Test
  void aPersonSettlesEntriesToTheCent() {
    open();
    for (int i = 0; i < 3; i++) lose("0.65", null);
    List<Long> ids = books.entries().stream().map(SpendEntry::id).toList();
    books.books.ledger().settle(ids, usd("0.80"));
    assertThat(books.entries())
        .extracting(entry -> entry.amountUsd().toPlainString())
        .containsExactly("0.00", "0.15", "0.65");
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.80");
    books.balance = usd("99.20");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aPersonCannotSettleWhatIsKnownOrCannotBe() {
    open();
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    lose(PRICE, null);
    SpendLedger ledger = books.books.ledger();
    assertThatIllegalArgumentException().isThrownBy(() -> ledger.settle(1, false));
    assertThatIllegalArgumentException().isThrownBy(() -> ledger.settle(7, false));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.settle(List.of(2L), usd("0.66")))
        .withMessageContaining("0.00 to 0.65 USD");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.settle(List.of(2L, 2L), usd("1.30")))
        .withMessageContaining("entry 2 is named twice");
    assertThat(ledger.settle(2, true).outcome()).isEqualTo(Charge.Kind.CHARGED);
  }

  /** What was settled stands beside what the calls of a key say, and changes none of it. */
  @Test
  void aKeyThatWasSettledAsFreeNeedsRoomAgain() {
    SpendScope scope = client(limits().total(PRICE));
    open();
    books.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    assertThat(reconcile().verdict()).isEqualTo(Verdict.NOTHING);
    books.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    books.refused(scope, PRICE, "key");
  }

  @Test
  void aKeyThatWasSettledAsChargedIsToldByTheAnswerThatNamesItsLoad() {
    SpendScope scope = client(limits().total(PRICE));
    open();
    books.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    books.balance = usd("99.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.ALL);
    SpendHold again = books.hold(scope, PRICE, "key");
    assertThat(again.charged()).isNull();
    books.settle(again, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    books.balance = usd("99.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  @ExpectedWarnings("its call says")
  void aCallThatContradictsASettlementIsBelieved() {
    SpendScope scope = client(limits().total("1.30"));
    open();
    SpendHold slept = books.hold(scope, PRICE, "key");
    clock.advance(TestBooks.HOLD);
    // Somebody else spent it.
    books.balance = usd("99.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.ALL);
    books.settle(slept, PRICE, Charge.Kind.NONE);
    assertThat(books.totals().chargedUsd()).isZero();
    books.hold(scope, "1.30", null);
    clock.advance(TestBooks.HOLD);
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
  }

  @Test
  void aKeyThatWasLostAgainAtAHigherPriceMayHaveCostEither() {
    open();
    lose(PRICE, "key");
    lose("0.80", "key");
    books.balance = usd("99.35");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.BETWEEN);
    books.balance = usd("99.20");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.ALL);
  }

  @Test
  void aDifferenceIsToldHoweverManyCallsAreLost() {
    open();
    for (int i = 0; i < 32; i++) {
      SpendScope run = SpendScope.of("run-" + i, SpendLimits.none());
      books.pay(run, "0.02", null, Charge.Kind.UNKNOWN);
    }
    books.balance = usd("99.3599");
    Reconciliation found = reconcile();
    assertThat(found.verdict()).isEqualTo(Verdict.DOES_NOT_FIT);
    assertThat(found.missingUsd()).isEqualByComparingTo("0.6401");
  }

  @Test
  void booksOpenAlthoughAnEarlierReadIsUnknown() {
    lose("0.02", null);
    open();
    lose("0.02", null);
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    books.balance = usd("99.33");
    assertThat(reconcile().verdict()).isEqualTo(Verdict.ALL);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo("0.02");
  }

  @Test
  void booksOpenAgainWhenAnEarlierCallIsRepeated() {
    lose(PRICE, "lost before");
    books.balance = usd("99.35"); // It was charged, and the opening balance shows it.
    open();
    books.pay(UNLIMITED, PRICE, "lost before", Charge.Kind.CHARGED);
    lose(PRICE, null);
    books.balance = usd("98.70"); // The second one was charged too.
    assertThat(reconcile().verdict()).isEqualTo(Verdict.OPENED);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void booksOpenAgainWhenTheRepetitionOfAnEarlierCallDies() {
    lose(PRICE, "lost before");
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
}
