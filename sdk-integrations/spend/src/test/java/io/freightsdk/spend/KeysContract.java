package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.KeyRefused;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.spend.Rules;
import io.freightsdk.internal.spend.Wish;
import io.freightsdk.testing.LogLines;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * That a key is charged once, whatever calls it: they repeat it, share it, or are lost under it.
 */
abstract class KeysContract extends LimitsHoldContract {
  @Test
  void oneKeyIsChargedOnceHoweverOftenItSucceeds() {
    SpendScope scope = client(limits().total(PRICE));
    assertThat(ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED))
        .isEqualTo(Charge.charged(PRICE));
    for (Charge.Kind kind : Charge.Kind.values()) {
      assertThat(ledger.pay(scope, PRICE, "key", kind)).isEqualTo(Charge.NONE);
    }
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.entries()).hasSize(1);
  }

  @Test
  void aRepeatOfAChargedKeySaysWhatItBought() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    Reservation replay = ledger.hold(null, "0.80", "key");
    assertThat(replay.earlier().charge()).isEqualTo(Charge.charged(PRICE));
    assertThat(replay.earlier().loadNumber()).isEqualTo("LD-1");
    assertThat(ledger.ledger.reservedUsd()).isZero();
  }

  /** The service bounds no reference, and a column does. */
  @Test
  void aReferenceOfAnyLengthIsKeptAsFarAsItFits() {
    Purchase usual = ledger.purchase(null, PRICE, "key");
    Purchase endless =
        new Purchase(
            usual.id(),
            usual.account(),
            usual.callId(),
            usual.attempt(),
            usual.operation(),
            usual.idempotencyKey(),
            usual.digest(),
            "x".repeat(254) + "\ud83d\ude9a".repeat(300),
            usual.loadNumber(),
            usual.scope(),
            usual.quote(),
            usual.atMost());
    assertThat(ledger.reserve(endless)).isInstanceOf(Reservation.class);
    assertThat(ledger.entries().get(0).customerRef()).isEqualTo("x".repeat(254));
  }

  @Test
  void aKeyThatBoughtItsLoadForNothingStaysFreeWhenThePriceRises() {
    SpendScope scope = client(limits().total("0.10"));
    ledger.complete(ledger.hold(scope, "0.00", "key"), Charge.Kind.CHARGED, "LD-1");
    Reservation replay = ledger.hold(scope, PRICE, "key");
    assertThat(replay.earlier().loadNumber()).isEqualTo("LD-1");
    assertThat(replay.earlier().charge().kind()).isNotEqualTo(Charge.Kind.UNKNOWN);
    ledger.complete(replay, Charge.Kind.UNKNOWN);
    assertThat(ledger.totals().spentUsd()).isZero();
    ledger.hold(scope, "0.10", null);
  }

  /** The service forgets a key after 24 hours; sent again then it would buy a second load. */
  @Test
  void aKeyIsRefusedFromFiveMinutesBeforeTheServiceForgetsIt() {
    SpendScope scope = client(limits().total("1.30"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    time.advance(Duration.ofHours(24).minusMinutes(5).minusMillis(1));
    assertThat(ledger.hold(scope, PRICE, "key").earlier()).isNotNull();
    time.advance(Duration.ofMillis(1));
    assertThat(ledger.reserve(scope, PRICE, "key")).isEqualTo(KeyRefused.TOO_OLD);
    assertThat(ledger.hold(scope, PRICE, "another").earlier()).isNull();
    time.advance(Duration.ofHours(47));
    assertThat(ledger.reserve(scope, PRICE, "key"))
        .as("almost two days after its day")
        .isEqualTo(KeyRefused.TOO_OLD);
  }

  @Test
  void aLostKeyIsRefusedAfterItsDayWhateverAPersonSays() {
    ledger.pay(null, PRICE, "key", Charge.Kind.UNKNOWN);
    ledger.ledger.settle(List.of(ledger.entries().get(0).id()), false, "ann", "not in the console");
    time.advance(Duration.ofHours(24));
    assertThat(ledger.reserve(null, PRICE, "key")).isEqualTo(KeyRefused.TOO_OLD);
  }

  @Test
  void aKeyThatSurelyCostNothingMayBeSentAtAnyTimeLater() {
    ledger.pay(null, PRICE, "key", Charge.Kind.NONE);
    time.advance(Duration.ofHours(25));
    assertThat(ledger.hold(null, PRICE, "key").earlier()).isNull();
  }

  /** What it was used for before cannot have bought anything. */
  @Test
  void aKeyThatSurelyCostNothingLivesFromItsNextUse() {
    ledger.pay(null, PRICE, "key", Charge.Kind.NONE);
    time.advance(Duration.ofHours(25));
    ledger.lose(PRICE, "key");
    assertThat(ledger.hold(null, PRICE, "key").earlier()).isNull();
  }

  @Test
  void aKeyIsRefusedWithAnotherBodyUnlessItSurelyCostNothing() {
    TestLedger other = other();
    Purchase one = ledger.purchase(null, PRICE, "k", "one");
    Reservation hold = TestLedger.held(ledger.reserve(one));
    assertThat(other.reserve(other.purchase(null, PRICE, "k", "two")))
        .isEqualTo(KeyRefused.OTHER_BODY);
    ledger.complete(hold, Charge.Kind.NONE);
    hold = TestLedger.held(other.reserve(other.purchase(null, PRICE, "k", "two")));
    other.complete(hold, Charge.Kind.UNKNOWN);
    assertThat(ledger.reserve(ledger.purchase(null, PRICE, "k", "one")))
        .isEqualTo(KeyRefused.OTHER_BODY);
    TestLedger.held(ledger.reserve(ledger.purchase(null, PRICE, "k", "two")));
  }

  /** Its caller learned the key from the failure, and only a key of the caller has a digest. */
  @Test
  void aRandomKeyThatItsCallerRepeatsIsTheSameCall() {
    for (Charge.Kind first : List.of(Charge.Kind.UNKNOWN, Charge.Kind.CHARGED)) {
      String key = "random " + first;
      ledger.complete(hold(key, null), first, "LD-1");
      Reservation repeat = hold(key, "body");
      assertThat(repeat.earlier() != null).as(key).isEqualTo(first == Charge.Kind.CHARGED);
      ledger.complete(repeat, Charge.Kind.CHARGED, "LD-1");
      assertThat(hold(key, "body").earlier().loadNumber()).isEqualTo("LD-1");
    }
    assertThat(ledger.entries()).hasSize(2);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  @Test
  void aRandomKeyHasTheBodyOfItsFirstRepeat() {
    ledger.complete(hold("lost", null), Charge.Kind.UNKNOWN);
    ledger.complete(hold("lost", "body"), Charge.Kind.UNKNOWN);
    TestLedger other = other();
    assertThat(other.reserve(other.purchase(null, PRICE, "lost", "another")))
        .isEqualTo(KeyRefused.OTHER_BODY);
    assertThat(TestLedger.held(other.reserve(other.purchase(null, PRICE, "lost", "body"))))
        .isNotNull();

    ledger.complete(hold("charged", null), Charge.Kind.CHARGED, "LD-1");
    assertThat(hold("charged", "body").earlier()).isNotNull();
    assertThat(other.reserve(other.purchase(null, PRICE, "charged", "another")))
        .isEqualTo(KeyRefused.OTHER_BODY);
  }

  private Reservation hold(String key, String digest) {
    return TestLedger.held(ledger.reserve(ledger.purchase(null, PRICE, key, digest)));
  }

  @Test
  void aKeyOfAnotherAccountIsAnotherKey() {
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    TestLedger other = other();
    other.guard = other.guard.account("globex");
    assertThat(other.hold(null, PRICE, "key").earlier()).isNull();
    assertThat(ledger.entries())
        .extracting(SpendEntry::account)
        .containsExactly("account", "globex");
  }

  @Test
  void aKeyUsedByTwoCallsAtOnceIsSetAsideOnce() {
    SpendScope scope = client(limits().total(PRICE));
    Reservation one = ledger.hold(scope, PRICE, "key");
    Reservation two = ledger.hold(scope, PRICE, "key");
    ledger.complete(one, Charge.Kind.NONE);
    ledger.refused(scope, PRICE, "other");
    ledger.complete(two, Charge.Kind.NONE);
    ledger.hold(scope, PRICE, "other");
  }

  /** What the other call says may still change what the key cost. */
  @Test
  void aKeyCountsAsReservedUntilTheLastOfItsCallsHasEnded() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    ledger.complete(one, Charge.Kind.CHARGED);
    assertThat(ledger.ledger.reservedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals().spentUsd()).isZero();
    assertThat(ledger.entries()).singleElement().matches(SpendEntry::running);
    ledger.complete(two, Charge.Kind.NONE);
    assertThat(ledger.ledger.reservedUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aSecondCallOfAKeyAtAHigherPriceSetsTheDifferenceAside() {
    SpendScope scope = client(limits().total("1.00"));
    ledger.hold(scope, PRICE, "key");
    ledger.hold(scope, "0.80", "key");
    assertThat(ledger.refused(scope, "0.21", null).remainingUsd()).isEqualByComparingTo("0.20");
  }

  @Test
  void aLostCallSentAgainUnderItsKeyTakesNoMoreMoney() {
    SpendScope scope = client(limits().total(PRICE).perHour(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    ledger.refused(scope, PRICE, "other");

    ledger.pay(scope, PRICE, "key", Charge.Kind.NONE);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    ledger.refused(scope, PRICE, "other");

    ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    ledger.refused(scope, PRICE, "other");
  }

  @Test
  void aRepetitionOfALostCallCountsAtTheHigherPriceButIsOneCall() {
    ledger.lose("0.80", "key");
    LimitReached refusal = ledger.refused(client(limits().total("0.75")), PRICE, "key");
    assertThat(refusal.priceUsd()).as("what does not fit").isEqualByComparingTo("0.80");
    assertThat(refusal.remainingUsd()).isEqualByComparingTo("0.75");
    ledger.lose(PRICE, "key");
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo("0.80");
  }

  /** Lost at one price and charged at another: nobody knows which it was. */
  @Test
  void aKeyThatWasLostAtAnotherPriceMayHaveCostEither() {
    ledger.lose("0.80", "key");
    assertThat(ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED))
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.entries())
        .singleElement()
        .matches(entry -> entry.outcome() == Charge.Kind.CHARGED)
        .matches(entry -> entry.leastUsd().compareTo(usd(PRICE)) == 0)
        .matches(entry -> entry.amountUsd().compareTo(usd("0.80")) == 0);
  }

  /** The service was free when the key was lost. */
  @Test
  void aKeyThatWasLostForNothingAndRepeatedAfterARiseCountsOnce() {
    ledger.lose("0.00", "key");
    SpendScope scope = client(limits().total(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.hold(scope, PRICE, "key").earlier()).isNotNull();
    ledger.refused(scope, "0.01", null);
  }

  @Test
  void aSuccessBesideALostCallOfTheSameKeySettlesBoth() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(one, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.complete(two, Charge.Kind.UNKNOWN)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void ofTwoCallsOfAKeyThatSucceedOneIsToldTheCharge() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(two, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.complete(one, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    assertThat(ledger.complete(two, Charge.Kind.CHARGED, "LD-1"))
        .as("asked again")
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** A load may have been there before; only an answer that says charged makes a repeat free. */
  @Test
  void aKeyWhoseLoadIsKnownButNotItsChargeIsReservedAgain() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.UNKNOWN, "LD-1");
    Reservation again = ledger.hold(null, PRICE, "key");
    assertThat(again.earlier()).isNull();
    assertThat(ledger.complete(again, Charge.Kind.CHARGED, "LD-1"))
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void anAnswerThatNamesAnotherLoadIsUnknownAndItsKeyIsRefused() {
    try (LogLines log = new LogLines()) {
      for (String key : List.of("replayed", "beside")) {
        Reservation first = ledger.hold(null, PRICE, key);
        Reservation beside = ledger.hold(null, PRICE, key);
        ledger.complete(first, Charge.Kind.CHARGED, "LD-1");
        Reservation other = key.equals("replayed") ? ledger.hold(null, PRICE, key) : beside;
        for (int twice = 0; twice < 2; twice++) {
          assertThat(ledger.complete(other, Charge.Kind.CHARGED, "LD-2")).isEqualTo(Charge.UNKNOWN);
          Decision next = ledger.reserve(null, PRICE, key);
          assertThat(next).as(key).isEqualTo(KeyRefused.OTHER_LOAD);
        }
      }
      assertThat(ledger.totals().chargedUsd().add(ledger.ledger.reservedUsd()))
          .as("one charge for each key")
          .isEqualByComparingTo("1.30");
      assertThat(log.errors())
          .anyMatch(
              line ->
                  line.contains(
                      "has bought load LD-1, and an answer under the same key names LD-2"));
    }
  }

  @Test
  void aLostCallMayNameTheLoadOfItsChargedKey() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    ledger.complete(one, Charge.Kind.CHARGED);
    ledger.complete(two, Charge.Kind.UNKNOWN, "LD-1");
    assertThat(ledger.hold(null, PRICE, "key").earlier().loadNumber()).isEqualTo("LD-1");
  }

  @Test
  void theLoadThatOnlyALostCallNamedIsTheOneThatItsKeyBought() {
    try (LogLines log = new LogLines()) {
      Reservation one = ledger.hold(null, PRICE, "key");
      Reservation two = ledger.hold(null, PRICE, "key");
      Reservation three = ledger.hold(null, PRICE, "key");
      ledger.complete(one, Charge.Kind.CHARGED);
      ledger.complete(two, Charge.Kind.UNKNOWN, "LD-1");
      assertThat(ledger.complete(three, Charge.Kind.CHARGED, "LD-2")).isEqualTo(Charge.UNKNOWN);
      assertThat(ledger.reserve(null, PRICE, "key")).isEqualTo(KeyRefused.OTHER_LOAD);
      assertThat(log.errors())
          .anyMatch(
              line ->
                  line.contains(
                      "has bought load LD-1, and an answer under the same key names LD-2"));
    }
  }

  @Test
  void aLoadThatACallNamedWhichCostNothingIsNotWhatItsKeyBought() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    ledger.complete(one, Charge.Kind.NONE, "LD-1");
    assertThat(ledger.complete(two, Charge.Kind.CHARGED, "LD-2")).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.hold(null, PRICE, "key").earlier().loadNumber()).isEqualTo("LD-2");
  }

  @Test
  void anEntryHasTheRequestIdOfTheLastAnswerThatHadOne() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    Outcome outcome = new Outcome(Charge.Kind.CHARGED, "LD-1", "req-1");
    ledger.guard.complete(one, outcome).toCompletableFuture().join();
    ledger.complete(two, Charge.Kind.UNKNOWN);
    assertThat(ledger.entries().get(0).requestId()).isEqualTo("req-1");
  }

  @Test
  void theAnswerToARepeatMayNameTheLoadThatTheFirstDidNot() {
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    Reservation replay = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(replay, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    assertThat(ledger.hold(null, PRICE, "key").earlier().loadNumber()).isEqualTo("LD-1");
  }

  @Test
  void ofTwoRepeatsThatNameDifferentLoadsTheSecondIsUnknown() {
    try (LogLines log = new LogLines()) {
      ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
      Reservation one = ledger.hold(null, PRICE, "key");
      Reservation two = ledger.hold(null, PRICE, "key");
      assertThat(ledger.complete(one, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
      assertThat(ledger.complete(two, Charge.Kind.CHARGED, "LD-2")).isEqualTo(Charge.UNKNOWN);
      assertThat(ledger.reserve(null, PRICE, "key")).isEqualTo(KeyRefused.OTHER_LOAD);
      assertThat(log.errors())
          .anyMatch(
              line ->
                  line.contains(
                      "has bought load LD-1, and an answer under the same key names LD-2"));
    }
  }

  @Test
  void aRepeatThatNamesTheSameEndlessLoadIsFree() {
    String load = "LD-" + "9".repeat(300);
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, load);
    Reservation replay = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(replay, Charge.Kind.CHARGED, load)).isEqualTo(Charge.NONE);
  }

  @Test
  void whatARepeatIsToldIsTheSameWhenItIsToldAgain() {
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    String name = Wish.nameOf("", "account", "key");
    assertThat(replayed(name)).isEqualTo(Charge.Kind.NONE);
    assertThat(replayed(name)).isEqualTo(Charge.Kind.NONE);
  }

  @Test
  void aRepeatOfAKeyThatTheLedgerHasForgottenIsFree() {
    assertThat(replayed(Wish.nameOf("", "account", "key"))).isEqualTo(Charge.Kind.NONE);
  }

  private Charge.Kind replayed(String name) {
    return rows().change(rows -> new Rules(rows).replayed(name, "LD-1"));
  }

  @Test
  void settledTwiceIsBookedOnce() {
    SpendScope scope = client(limits().total("1.30"));
    Reservation hold = ledger.hold(scope, PRICE, null);
    Charge first = ledger.complete(hold, Charge.Kind.CHARGED);
    assertThat(ledger.complete(hold, Charge.Kind.CHARGED)).isEqualTo(first);
    assertThat(ledger.complete(hold, Charge.Kind.NONE)).as("a contradiction").isEqualTo(first);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.heard).hasSize(1);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void reservedTwiceIsReservedOnce() {
    SpendScope scope = client(limits().total(PRICE));
    Purchase purchase = ledger.purchase(scope, PRICE, "key");
    Reservation first = TestLedger.held(ledger.reserve(purchase));
    assertThat(TestLedger.held(ledger.reserve(purchase))).isEqualTo(first);
    assertThat(ledger.ledger.reservedUsd()).isEqualByComparingTo(PRICE);
    ledger.complete(first, Charge.Kind.NONE);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void aReservationThatWasGivenBackIsNotMadeAgain() {
    Purchase purchase = ledger.purchase(null, PRICE, null);
    ledger.complete(TestLedger.held(ledger.reserve(purchase)), Charge.Kind.NONE);
    assertThatThrownBy(() -> ledger.reserve(purchase)).hasMessageContaining("given back");
  }

  @Test
  void aReservationThatWasChargedIsTheSameWhenItIsAskedForAgain() {
    Purchase purchase = ledger.purchase(null, PRICE, "key");
    ledger.complete(TestLedger.held(ledger.reserve(purchase)), Charge.Kind.CHARGED);
    assertThat(TestLedger.held(ledger.reserve(purchase)).earlier()).isNull();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aReservationThatWasGivenBackStaysSo() {
    Reservation hold = ledger.hold(null, PRICE, null);
    ledger.complete(hold, Charge.Kind.NONE);
    assertThat(ledger.complete(hold, Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().spentUsd()).isZero();
  }
}
