package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What limits count of money that was there before them, went meanwhile, or is of one key. */
abstract class WindowsContract extends LateCallsContract {
  @Test
  void aWindowThatHoldsNothingHasItsWholeCapLeft() {
    SpendScope scope = client(limits().perHour("2.00"));
    for (int i = 0; i < 2; i++) {
      assertThat(books.books.ledger().remaining(scope))
          .singleElement()
          .matches(left -> left.remainingUsd().compareTo(usd("2.00")) == 0);
    }
  }

  /** Whoever reserves first under the limit also finds that the call is dead. */
  @Test
  void aLimitThatIsAddedCountsWhatACallThatDiedBeforeItMayHaveCost() {
    books.hold(UNLIMITED, PRICE, null);
    clock.advance(TestBooks.HOLD.plusSeconds(1));
    SpendScope limited = client(limits().perHour("1.30"));
    books.hold(limited, PRICE, null);
    assertThat(books.reserve(limited, PRICE, null)).isInstanceOf(SpendDecision.Refused.class);
  }

  @Test
  void purgingTakesNoRoomFromAWindowThatHasPassed() {
    SpendScope scope = client(limits().perHour(PRICE));
    books.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofHours(2));
    store().purge(clock.instant());
    books.hold(scope, PRICE, null);
  }

  @Test
  void aCapThatIsRaisedStillCountsAllThatWasPurged() {
    books.pay(UNLIMITED, "5.00", null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofMinutes(1));
    store().purge(clock.instant());
    books.refused(client(limits().perHour("1.00")), PRICE, null);
    assertThat(books.refused(client(limits().perHour("5.50")), PRICE, null).remainingUsd())
        .isEqualByComparingTo("0.50");
  }

  @Test
  void aTimeMayBeAsFarAwayAsAnyInstant() {
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    SpendFilter ever = SpendFilter.all().between(Instant.MIN, Instant.MAX);
    assertThat(books.books.ledger().totals(ever).chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(books.books.ledger().entries(ever)).hasSize(1);
    store().purge(Instant.MIN);
    assertThat(books.entries()).hasSize(1);
    store().purge(Instant.MAX);
    assertThat(books.entries()).as("entries of the last two days stay").hasSize(1);
    clock.advance(Duration.ofDays(2).plusSeconds(1));
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.NONE);
    store().purge(Instant.MAX);
    assertThat(books.entries()).hasSize(1);
  }

  @Test
  void twoCapsOfOneWindowBindBoth() {
    TestBooks limited = new TestBooks(store(), clock, limits().perHour("2.00").build());
    SpendScope own = client(limits().perHour("1.00"));
    limited.pay(own, PRICE, null, Charge.Kind.CHARGED);
    assertThat(limited.refused(own, "0.36", null).limit().capUsd()).isEqualByComparingTo("1.00");
    assertThat(limited.refused(UNLIMITED, "1.36", null).remainingUsd())
        .isEqualByComparingTo("1.35");
  }

  @Test
  void aKeyThatSurelyCostNothingMayBeSentAtAnyTimeLater() {
    books.pay(UNLIMITED, PRICE, "key", Charge.Kind.NONE);
    clock.advance(Duration.ofHours(25));
    assertThat(books.hold(UNLIMITED, PRICE, "key").lostAtAnotherPrice()).isFalse();
  }

  @Test
  void totalsSaySinceWhenTheyAreComplete() {
    Instant start = clock.instant();
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofHours(1));
    Instant purged = clock.instant();
    clock.advance(Duration.ofDays(3));
    books.pay(UNLIMITED, PRICE, null, Charge.Kind.CHARGED);
    store().purge(purged);
    Instant end = purged.plusSeconds(60);
    assertThat(books.books.ledger().totals(SpendFilter.all().between(start, end)).complete())
        .isFalse();
    assertThat(
            books
                .books
                .ledger()
                .totals(SpendFilter.all().between(purged.plusSeconds(1), end))
                .complete())
        .isTrue();
  }

  @Test
  void aLimitAddedLaterCountsLostAndRunningCallsOfItsScopeOnce() {
    SpendScope acme = SpendScope.of("acme", SpendLimits.none());
    books.pay(acme, PRICE, null, Charge.Kind.UNKNOWN);
    books.pay(SpendScope.of("other", SpendLimits.none()), "0.10", null, Charge.Kind.UNKNOWN);
    books.hold(acme, "0.30", null);
    SpendScope limited = SpendScope.of("acme", limits().perHour("2.00").build());
    assertThat(books.refused(limited, "1.06", null).remainingUsd()).isEqualByComparingTo("1.05");
  }

  @Test
  void aLimitAddedLaterCountsACallInEveryRunThatSentItsKey() {
    SpendScope first = SpendScope.of("run:1", SpendLimits.none());
    SpendScope next = SpendScope.of("run:2", SpendLimits.none());
    SpendHold one = books.hold(first, PRICE, "key");
    SpendHold two = books.hold(next, PRICE, "key");
    books.settle(two, PRICE, Charge.Kind.CHARGED);
    books.settle(one, PRICE);
    for (String name : new String[] {"run:1", "run:2"}) {
      SpendScope limited = SpendScope.of(name, limits().perHour("1.00").build());
      assertThat(books.refused(limited, "0.36", null).remainingUsd())
          .as(name)
          .isEqualByComparingTo("0.35");
    }
  }

  @Test
  void aLimitAddedLaterCountsNothingFromBeforeItsScopeWasForgotten() {
    SpendScope run = SpendScope.of("run", SpendLimits.none());
    books.pay(run, PRICE, null, Charge.Kind.CHARGED);
    books.books.ledger().forget(run);
    books.pay(run, "0.10", null, Charge.Kind.CHARGED);
    SpendScope limited = SpendScope.of("run", limits().perHour("1.00").build());
    assertThat(books.refused(limited, "0.91", null).remainingUsd()).isEqualByComparingTo("0.90");
  }

  @Test
  void aLostCallIsNotTakenForPurged() {
    SpendScope acme = SpendScope.of("acme", SpendLimits.none());
    books.pay(acme, "0.30", null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofMinutes(1));
    store().purge(clock.instant());
    books.pay(acme, PRICE, null, Charge.Kind.UNKNOWN);
    SpendScope limited = SpendScope.of("acme", limits().perHour("2.00").build());
    assertThat(books.refused(limited, "1.06", null).remainingUsd()).isEqualByComparingTo("1.05");
  }

  @Test
  void whatIsAroundAForgottenScopeGoesOnCountingItsLostCalls() {
    SpendScope tenant = SpendScope.of("acme", limits().total("1.00").build());
    SpendScope run = tenant.child("run:1", limits().total(PRICE).build());
    books.pay(run, PRICE, null, Charge.Kind.UNKNOWN);
    books.books.ledger().forget(run);
    books.refused(tenant, "0.36", null);
    books.hold(run, "0.35", null);
  }

  @Test
  void aLostCallRepeatedInTheLastMomentOfItsWindowIsNotCountedTwice() {
    SpendScope scope = client(limits().perHour(PRICE));
    books.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofHours(1));
    books.hold(scope, PRICE, "key");
  }

  @Test
  void aRefusedRepetitionSaysWhenOtherMoneyThanItsOwnIsFree() {
    SpendScope scope = client(limits().perHour("1.00"));
    books.pay(scope, "0.40", "key", Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofMinutes(10));
    Instant other = clock.instant();
    books.pay(scope, "0.60", null, Charge.Kind.CHARGED);
    Instant anHourOn = other.plus(Duration.ofHours(1));
    assertThat(books.refused(scope, PRICE, "key").freesAt())
        .isBetween(anHourOn, anHourOn.plusSeconds(15));
  }

  @Test
  void aRepetitionOfALostCallCountsAtTheHigherPriceButIsOneCall() {
    books.pay(UNLIMITED, "0.80", "key", Charge.Kind.UNKNOWN);
    SpendRefusal refusal = books.refused(client(limits().total("0.75")), PRICE, "key");
    assertThat(refusal.amountUsd()).as("what does not fit").isEqualByComparingTo("0.80");
    assertThat(refusal.remainingUsd()).isEqualByComparingTo("0.75");
    SpendRefusal perCall = books.refused(client(limits().perCall("0.60")), PRICE, "key");
    assertThat(perCall.amountUsd()).as("a call of today").isEqualByComparingTo(PRICE);
    books.pay(client(limits().perCall("0.70")), PRICE, "key", Charge.Kind.UNKNOWN);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo("0.80");
  }

  @Test
  void aSecondCallOfAKeyAtAHigherPriceSetsTheDifferenceAside() {
    SpendScope scope = client(limits().total("1.00"));
    books.hold(scope, PRICE, "key");
    books.hold(scope, "0.80", "key");
    assertThat(books.refused(scope, "0.21", null).remainingUsd()).isEqualByComparingTo("0.20");
  }
}
