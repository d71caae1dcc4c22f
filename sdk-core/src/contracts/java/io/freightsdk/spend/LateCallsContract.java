package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that end after their hold: their process slept, or died and never says anything. */
abstract class LateCallsContract extends ReconcileContract {
  @Test
  void aCallThatDiesBesideARunningOneOfItsKeyLeavesTheMoneySetAside() {
    SpendScope scope = client(limits().perHour(PRICE));
    books.hold(scope, PRICE, "key");
    clock.advance(TestBooks.CALL);
    SpendHold running = books.hold(scope, PRICE, "key");
    clock.advance(TestBooks.HOLD.minus(TestBooks.CALL));
    assertThat(books.refused(scope, PRICE, null).freesAt()).isNull();

    books.settle(running, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().unknown()).isZero();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aReplayThatSleptIsBookedAndCostsNothing() {
    books.pay(UNLIMITED, PRICE, "key", Charge.Kind.CHARGED);
    SpendHold slept = books.hold(UNLIMITED, PRICE, "key");
    clock.advance(TestBooks.HOLD);
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.CHARGED);
    List<SpendEntry> booked = books.settle(slept, PRICE, Charge.Kind.CHARGED);
    assertThat(booked).extracting(SpendEntry::outcome).containsExactly(Charge.Kind.NONE);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.67");
  }

  @Test
  @ExpectedWarnings("its call says")
  void aSleeperThatCostNothingMakesItsKeyPayAgain() {
    SpendScope scope = client(limits().total("1.30"));
    open();
    SpendHold slept = books.hold(scope, PRICE, "key");
    clock.advance(Duration.ofHours(1));
    // Somebody else spent it.
    books.balance = usd("99.35");
    reconcile();

    assertThat(books.settle(slept, PRICE, Charge.Kind.NONE))
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.NONE);
    SpendHold again = books.hold(scope, PRICE, "key");
    assertThat(again.charged()).isNull();
    books.settle(again, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @Test
  @ExpectedWarnings("its call says")
  void aSleeperThatWasChargedIsKnownByItsKeyAsLongAsTheServiceKnowsIt() {
    open();
    SpendHold slept = books.hold(UNLIMITED, PRICE, "key");
    clock.advance(Duration.ofHours(1));
    reconcile();
    clock.advance(Duration.ofHours(1));
    books.settle(slept, PRICE, Charge.Kind.CHARGED);

    SpendHold replay = books.hold(UNLIMITED, PRICE, "key");
    assertThat(replay.charged()).isNotNull();
    assertThat(replay.keyGoodUntil()).isEqualTo(slept.keyGoodUntil());
    books.settle(replay, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aSleeperThatCostNothingDoesNotMakeTheOtherCallOfItsKeyLater() {
    SpendScope scope = client(limits().perHour(PRICE));
    SpendHold slept = books.hold(scope, PRICE, "key");
    books.hold(scope, PRICE, "key");
    clock.advance(Duration.ofMinutes(50));
    books.refused(scope, PRICE, null);
    books.settle(slept, PRICE, Charge.Kind.NONE);
    books.refused(scope, PRICE, null);
    clock.advance(Duration.ofMinutes(14));
    books.hold(scope, PRICE, null);
  }

  @ParameterizedTest
  @CsvSource({", false", ", true", "key, false", "key, true"})
  @ExpectedWarnings("its call says")
  void aSleeperOfAForgottenScopeMakesNoRoomInTheNewOne(String key, boolean forgottenFirst) {
    SpendScope run = SpendScope.of("run", limits().total(PRICE).build());
    open();
    SpendHold slept = books.hold(run, PRICE, key);
    clock.advance(Duration.ofHours(1));
    if (forgottenFirst) books.books.ledger().forget(run);
    books.balance = usd("99.35");
    reconcile();
    if (!forgottenFirst) books.books.ledger().forget(run);

    books.settle(slept, PRICE, Charge.Kind.NONE);
    books.hold(run, PRICE, null);
    books.refused(run, "0.01", null);
  }

  /** Two calls of one key died, and a balance says for certain that the key was charged. */
  private List<SpendHold> twoDeadOfAChargedKey(SpendScope scope) {
    open();
    List<SpendHold> both =
        List.of(books.hold(scope, PRICE, "key"), books.hold(scope, PRICE, "key"));
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    reconcile();
    return both;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void oneOfTwoSleepersThatCostNothingSaysNothingAboutTheOther(int first) {
    SpendScope scope = client(limits().total("1.30"));
    List<SpendHold> both = twoDeadOfAChargedKey(scope);
    books.settle(both.get(first), PRICE, Charge.Kind.NONE);
    books.settle(both.get(first), PRICE, Charge.Kind.NONE);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(reconcile().verdict()).isEqualTo(Reconciliation.Verdict.NOTHING);
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @ParameterizedTest
  @CsvSource({"0, CHARGED", "1, CHARGED", "0, UNKNOWN", "1, UNKNOWN", "0, NONE"})
  void ofTwoSleepersTheOneThatWasChargedIsToldSoAndTheMoneyIsBookedOnce(
      int charged, Charge.Kind other) {
    SpendScope scope = client(limits().total("1.30"));
    List<SpendHold> both = twoDeadOfAChargedKey(scope);
    for (int twice = 0; twice < 2; twice++) {
      books.settle(both.get(charged), PRICE, Charge.Kind.CHARGED);
      books.settle(both.get(1 - charged), PRICE, other);
    }
    assertThat(books.entries())
        .filteredOn(entry -> entry.attempt() == 1)
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.CHARGED, Charge.Kind.NONE);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(books.totals().unknown()).isZero();
    assertThat(reconcile().verdict()).isEqualTo(Reconciliation.Verdict.NOTHING);
    assertThat(books.hold(scope, PRICE, "key").charged()).isNotNull();
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @Test
  void aCallThatJoinedADeadOneIsToldWhatItWasCharged() {
    open();
    books.hold(UNLIMITED, PRICE, "key");
    clock.advance(Duration.ofHours(1));
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.NONE);
    SpendHold joined = books.hold(UNLIMITED, PRICE, "key");
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    reconcile();
    assertThat(books.settle(joined, PRICE, Charge.Kind.CHARGED))
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** A balance may mislead where somebody else spends from it, or tops it up. */
  @Test
  @ExpectedWarnings("its call says")
  void ofTwoSleepersOfAKeyThatSeemedFreeOnlyOneIsBooked() {
    open();
    List<SpendHold> both =
        List.of(books.hold(UNLIMITED, PRICE, "key"), books.hold(UNLIMITED, PRICE, "key"));
    clock.advance(Duration.ofHours(1));
    reconcile();
    for (SpendHold slept : both) books.settle(slept, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  @ExpectedWarnings("its call says")
  void aSleeperAndALaterCallOfAKeyThatSeemedFreeAreBookedOnce() {
    SpendScope scope = client(limits().total("1.30"));
    open();
    SpendHold slept = books.hold(scope, PRICE, "key");
    clock.advance(Duration.ofHours(1));
    reconcile();
    SpendHold again = books.hold(scope, PRICE, "key");
    books.settle(slept, PRICE, Charge.Kind.CHARGED);
    books.settle(again, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @Test
  void aSleeperWhoseEntryWasPurgedIsBookedOnce() {
    open();
    SpendHold slept = books.hold(UNLIMITED, PRICE, null);
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    reconcile();
    clock.advance(Duration.ofHours(1));
    store().purge(clock.instant());
    books.settle(slept, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }
}
