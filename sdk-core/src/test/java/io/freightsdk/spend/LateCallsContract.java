package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
  void aReplayThatDiesLeavesNothingBehind() {
    books.pay(UNLIMITED, PRICE, "key", Charge.Kind.CHARGED);
    books.hold(UNLIMITED, PRICE, "key");
    clock.advance(TestBooks.HOLD);
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.CHARGED);
    assertThat(money("key").calls()).isEmpty();
    assertThat(books.totals().unknown()).isZero();
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

  /** Either of two calls was charged, and one of them says later that it sent nothing. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aSleeperThatSentNothingGivesItsMoneyBack(int sleeper) {
    SpendScope scope = client(limits().total("1.30"));
    open();
    List<SpendHold> both = List.of(books.hold(scope, PRICE, null), books.hold(scope, PRICE, null));
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    assertThat(reconcile().certain()).isFalse();
    books.settle(both.get(sleeper), PRICE);
    books.settle(both.get(1 - sleeper), PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(books.totals().unknown()).isZero();
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @Test
  void aSleeperThatCostNothingMakesItsKeyPayAgain() {
    SpendScope scope = client(limits().total("1.30"));
    open();
    SpendHold slept = books.hold(scope, PRICE, "key");
    clock.advance(Duration.ofHours(1));
    // Somebody else spent it.
    books.balance = usd("99.35");
    assertThat(reconcile().certain()).isTrue();

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
  void aSleeperThatWasChargedIsKnownByItsKeyAsLongAsTheServiceKnowsIt() {
    open();
    SpendHold slept = books.hold(UNLIMITED, PRICE, "key");
    clock.advance(Duration.ofHours(1));
    assertThat(reconcile().certain()).isTrue();
    clock.advance(Duration.ofHours(1));
    books.settle(slept, PRICE, Charge.Kind.CHARGED);

    SpendHold replay = books.hold(UNLIMITED, PRICE, "key");
    assertThat(replay.charged()).isNotNull();
    assertThat(replay.keyGoodUntil()).isEqualTo(slept.keyGoodUntil());
    books.settle(replay, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aSleeperOfThreeDaysIsNoSecondChargeOfItsKey() {
    SpendHold slept = books.hold(UNLIMITED, PRICE, "key");
    books.pay(UNLIMITED, PRICE, "key", Charge.Kind.CHARGED);
    clock.advance(Duration.ofDays(3));
    for (int i = 0; i < 256; i++) books.pay(UNLIMITED, "0.01", null, Charge.Kind.CHARGED);
    assertThat(money("key")).as("a key of three days ago").isNull();

    books.settle(slept, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("3.21");
  }

  @Test
  void aSleeperThatDoesNotKnowCountsFromWhenItSaysSo() {
    SpendScope scope = client(limits().perHour(PRICE));
    SpendHold slept = books.hold(scope, PRICE, "key");
    clock.advance(Duration.ofMinutes(59));
    books.refused(scope, PRICE, null);
    books.settle(slept, PRICE, Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofMinutes(10));
    books.refused(scope, PRICE, null);
    clock.advance(Duration.ofMinutes(51));
    books.hold(scope, PRICE, null);
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
  void aSleeperOfAForgottenScopeMakesNoRoomInTheNewOne(String key, boolean forgottenFirst) {
    SpendScope run = SpendScope.of("run", limits().total(PRICE).build());
    open();
    SpendHold slept = books.hold(run, PRICE, key);
    clock.advance(Duration.ofHours(1));
    if (forgottenFirst) books.books.ledger().forget(run);
    books.balance = usd("99.35");
    assertThat(reconcile().certain()).isTrue();
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
    assertThat(reconcile().certain()).isTrue();
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
    assertThat(reconcile().verdict()).isEqualTo(Reconciliation.Verdict.BALANCED);
    assertThat(books.hold(scope, PRICE, "key").charged()).isNotNull();
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
    assertThat(reconcile().verdict()).isEqualTo(Reconciliation.Verdict.BALANCED);
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
    assertThat(reconcile().certain()).isTrue();
    assertThat(books.settle(joined, PRICE, Charge.Kind.CHARGED))
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** A balance may mislead where somebody else spends from it, or tops it up. */
  @Test
  void ofTwoSleepersOfAKeyThatSeemedFreeOnlyOneIsBooked() {
    open();
    List<SpendHold> both =
        List.of(books.hold(UNLIMITED, PRICE, "key"), books.hold(UNLIMITED, PRICE, "key"));
    clock.advance(Duration.ofHours(1));
    assertThat(reconcile().certain()).isTrue();
    for (SpendHold slept : both) books.settle(slept, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aSleeperAndALaterCallOfAKeyThatSeemedFreeAreBookedOnce() {
    SpendScope scope = client(limits().total("1.30"));
    open();
    SpendHold slept = books.hold(scope, PRICE, "key");
    clock.advance(Duration.ofHours(1));
    assertThat(reconcile().certain()).isTrue();
    SpendHold again = books.hold(scope, PRICE, "key");
    books.settle(slept, PRICE, Charge.Kind.CHARGED);
    books.settle(again, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @Test
  void aReplayThatRunsWhileItsKeyTurnsOutToBeFreeIsBookedAsItSays() {
    SpendScope scope = client(limits().total("1.30"));
    open();
    SpendHold slept = books.hold(scope, PRICE, "key");
    clock.advance(Duration.ofHours(1));
    // Somebody else spent it.
    books.balance = usd("99.35");
    assertThat(reconcile().certain()).isTrue();
    SpendHold replay = books.hold(scope, PRICE, "key");
    assertThat(replay.charged()).isNotNull();
    books.settle(slept, PRICE, Charge.Kind.NONE);
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
    books.settle(replay, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    books.refused(scope, "0.01", null);
  }

  @Test
  void aSleeperWhoseEntryWasPurgedIsBookedOnce() {
    open();
    SpendHold slept = books.hold(UNLIMITED, PRICE, null);
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    assertThat(reconcile().certain()).isTrue();
    clock.advance(Duration.ofHours(1));
    store().purge(clock.instant());
    books.settle(slept, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** Two calls died, and a balance shows that one of them was charged; the books guess which. */
  private Map<Charge.Kind, SpendHold> guessWhichOfTwoDiedWasCharged() {
    open();
    SpendHold client = books.hold(UNLIMITED, PRICE, null);
    SpendHold run = books.hold(SpendScope.of("run", SpendLimits.none()), PRICE, null);
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    assertThat(reconcile().certain()).isFalse();
    boolean isFirst = books.entries().get(0).outcome() == Charge.Kind.CHARGED;
    return Map.of(
        Charge.Kind.CHARGED, isFirst ? client : run, Charge.Kind.NONE, isFirst ? run : client);
  }

  @ParameterizedTest
  @CsvSource({
    "CHARGED, CHARGED, OPENED",
    "CHARGED, NONE, OPENED",
    "CHARGED, UNKNOWN, OPENED",
    "NONE, CHARGED, OPENED",
    "NONE, NONE, BALANCED"
  })
  void booksOpenAgainWhenAGuessedCallTellsOfACharge(
      Charge.Kind guessed, Charge.Kind told, Reconciliation.Verdict then) {
    SpendHold slept = guessWhichOfTwoDiedWasCharged().get(guessed);
    books.settle(slept, PRICE, told);
    assertThat(reconcile().verdict()).isEqualTo(then);
  }

  /**
   * A guess booked a charge for the wrong one of two calls. When the right one tells of it, the
   * books say more than the balance, which must not make a third call free.
   */
  @ParameterizedTest
  @CsvSource({"0, ", "1, ", "0, key", "1, key"})
  void aSleeperThatContradictsAGuessMakesNoOtherCallFree(int sleeper, String key) {
    SpendScope scope = SpendScope.of("run", limits().total("1.30").build());
    SpendScope elsewhere = SpendScope.of("elsewhere", SpendLimits.none());
    open();
    List<SpendHold> both =
        List.of(books.hold(UNLIMITED, PRICE, key), books.hold(elsewhere, PRICE, null));
    clock.advance(Duration.ofHours(1));
    books.balance = usd("99.35");
    assertThat(reconcile().certain()).isFalse();
    books.settle(both.get(sleeper), PRICE, Charge.Kind.CHARGED);

    books.pay(scope, PRICE, null, Charge.Kind.UNKNOWN);
    books.balance = usd("98.70");
    reconcile();
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }
}
