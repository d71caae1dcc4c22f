package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Moment;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.model.Operation;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * That a key is charged once, whatever calls it: they repeat it, share it, or are lost under it.
 */
abstract class KeysContract extends LimitsHoldContract {
  @Test
  void oneKeyIsChargedOnceHoweverOftenItSucceeds() {
    SpendScope scope = client(limits().total(PRICE));
    books.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    List<SpendEntry> replay = books.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    assertThat(replay.get(0).outcome()).isEqualTo(Charge.Kind.NONE);
    assertThat(replay.get(0).amountUsd()).isZero();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aKeyThatBoughtItsLoadForNothingStaysFreeWhenThePriceRises() {
    SpendScope scope = client(limits().total("0.10"));
    books.settle(books.hold(scope, "0.00", "key"), "0.00", Charge.Kind.NONE, "LD-2026-1001");
    SpendHold replay = books.hold(scope, PRICE, "key");
    assertThat(replay.charged().loadNumber()).isEqualTo("LD-2026-1001");
    assertThat(replay.charged().charge()).isEqualTo(Charge.NONE);
    books.settle(replay, PRICE, Charge.Kind.UNKNOWN);
    assertThat(books.totals().spentUsd()).isZero();
    books.hold(scope, "0.10", null);
  }

  /** The service forgets a key after 24 hours; sent again then it would buy a second load. */
  @Test
  void aKeyIsRefusedFromFiveMinutesBeforeTheServiceForgetsIt() {
    SpendScope scope = client(limits().total("1.30"));
    Instant first = clock.instant();
    books.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    clock.advance(Duration.ofHours(23));
    SpendHold replay = books.hold(scope, PRICE, "key");
    assertThat(replay.keyGoodUntil()).isEqualTo(first.plus(Duration.ofMinutes(23 * 60 + 55)));
    books.settle(replay, PRICE);
    clock.advance(Duration.ofMinutes(55));
    assertThat(books.reserve(scope, PRICE, "key")).isInstanceOf(SpendDecision.KeyTooOld.class);
    assertThat(books.hold(scope, PRICE, "another").charged()).isNull();
    clock.advance(Duration.ofDays(3));
    assertThat(books.reserve(scope, PRICE, "key"))
        .as("after a weekend")
        .isInstanceOf(SpendDecision.KeyTooOld.class);
  }

  @Test
  void aKeyIsRefusedWithAnotherBodyUnlessItSurelyCostNothing() {
    TestBooks other = new TestBooks(store(), clock);
    Purchase one =
        new Purchase(Operation.CREATE_LOAD, "k", "one", UNLIMITED, TestBooks.CALL, true, true);
    Purchase two =
        new Purchase(Operation.CREATE_LOAD, "k", "two", UNLIMITED, TestBooks.CALL, true, true);
    SpendHold hold = TestBooks.held(books.books.reserve(one, usd(PRICE)));
    assertThat(other.books.reserve(two, usd(PRICE)))
        .isInstanceOf(SpendDecision.KeyOfAnotherBody.class);
    books.settle(hold, PRICE, Charge.Kind.NONE);
    hold = TestBooks.held(other.books.reserve(two, usd(PRICE)));
    other.settle(hold, PRICE, Charge.Kind.UNKNOWN);
    assertThat(books.books.reserve(one, usd(PRICE)))
        .isInstanceOf(SpendDecision.KeyOfAnotherBody.class);
    TestBooks.held(books.books.reserve(two, usd(PRICE)));
  }

  @Test
  void aKeyThatWasLostAtTwoPricesNeverSaysWhichItCost() {
    SpendScope scope = client(limits().total("10.00"));
    books.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    books.pay(scope, "0.80", "key", Charge.Kind.UNKNOWN);
    for (String price : List.of("0.80", PRICE, "0.50", "0.80")) {
      SpendHold again = books.hold(scope, price, "key");
      assertThat(again.lostAtAnotherPrice()).as(price).isTrue();
      books.settle(again, price);
    }
  }

  /** The books may have read a higher price than the call has. */
  @Test
  void aKeyThatWasLostAtThePriceOfTheBooksNeverSaysThatItCostLess() {
    Moment now = books.now();
    books.read(new PriceReading(Map.of("load_create", usd(PRICE)), now, now));
    books.pay(UNLIMITED, PRICE, "key", Charge.Kind.UNKNOWN);
    assertThat(books.hold(UNLIMITED, "0.50", "key").lostAtAnotherPrice()).isTrue();
    assertThat(books.hold(UNLIMITED, PRICE, "key").lostAtAnotherPrice()).isFalse();
  }

  @Test
  void aKeyThatWasLostAtAGuessedPriceNeverSaysWhatItCost() {
    SpendScope scope = UNLIMITED;
    Purchase unpriced =
        new Purchase(Operation.CREATE_LOAD, "key", "", scope, TestBooks.CALL, false, false);
    SpendHold first = TestBooks.held(books.books.reserve(unpriced, usd(PRICE)));
    assertThat(first.lostAtAnotherPrice()).isFalse();
    books.settle(first, PRICE, Charge.Kind.UNKNOWN);
    assertThat(books.hold(scope, PRICE, "key").lostAtAnotherPrice()).isTrue();
    SpendHold guessed = TestBooks.held(books.books.reserve(unpriced, usd(PRICE)));
    assertThat(guessed.lostAtAnotherPrice()).isTrue();
  }

  /** A call of an hour ago may have been charged the price that it never knew. */
  @Test
  void aKeyWhoseCallDiedWithoutAPriceNeverSaysWhatItCost() {
    Purchase unpriced =
        new Purchase(Operation.CREATE_LOAD, "key", "", UNLIMITED, TestBooks.CALL, false, false);
    TestBooks.held(books.books.reserve(unpriced, usd("0")));
    clock.advance(Duration.ofHours(1));
    for (Charge.Kind told : List.of(Charge.Kind.UNKNOWN, Charge.Kind.NONE)) {
      SpendHold priced = books.hold(UNLIMITED, "1.30", "key");
      assertThat(priced.lostAtAnotherPrice()).as("before " + told).isTrue();
      books.settle(priced, "1.30", told);
    }
    SpendHold guessed = TestBooks.held(books.books.reserve(unpriced, usd("1.30")));
    assertThat(guessed.lostAtAnotherPrice()).isTrue();
  }

  /** Whoever reads the price first says what is set aside, in whatever process. */
  @Test
  void whatIsHeldWithoutAPriceCostsTheFirstThatIsRead() {
    Purchase unpriced =
        new Purchase(Operation.CREATE_LOAD, "key", "", UNLIMITED, TestBooks.CALL, false, false);
    SpendHold hold = TestBooks.held(books.books.reserve(unpriced, usd("0")));
    assertThat(books.books.ledger().heldUsd()).isZero();
    Moment now = books.now();
    books.read(new PriceReading(Map.of("load_create", usd(PRICE)), now, now));
    books.refused(client(limits().total("1.00")), PRICE, "another");
    books.settle(hold, PRICE, Charge.Kind.UNKNOWN);
    assertThat(books.hold(UNLIMITED, PRICE, "key").lostAtAnotherPrice()).isFalse();
  }

  @Test
  void aKeyThatMayHaveBeenChargedAtAnotherPriceSaysSo() {
    SpendScope scope = client(limits().total("10.00"));
    assertThat(books.hold(scope, PRICE, "k").lostAtAnotherPrice()).isFalse();
    books.pay(scope, PRICE, "lost", Charge.Kind.UNKNOWN);
    assertThat(books.hold(scope, PRICE, "lost").lostAtAnotherPrice()).isFalse();
    assertThat(books.hold(scope, "0.80", "lost").lostAtAnotherPrice()).isTrue();
    books.pay(scope, PRICE, "known", Charge.Kind.CHARGED);
    assertThat(books.hold(scope, "0.80", "known").lostAtAnotherPrice()).isFalse();
  }

  @Test
  void aKeyUsedByTwoCallsAtOnceIsSetAsideOnce() {
    SpendScope scope = client(limits().total(PRICE));
    SpendHold one = books.hold(scope, PRICE, "key");
    SpendHold two = books.hold(scope, PRICE, "key");
    books.settle(one, PRICE, Charge.Kind.NONE);
    books.refused(scope, PRICE, "other");
    books.settle(two, PRICE, Charge.Kind.NONE);
    books.hold(scope, PRICE, "other");
  }

  @Test
  void aLostCallSentAgainUnderItsKeyTakesNoMoreMoney() {
    SpendScope scope = client(limits().total(PRICE).perHour(PRICE));
    books.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    books.refused(scope, PRICE, "other");

    books.pay(scope, PRICE, "key", Charge.Kind.NONE);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    books.refused(scope, PRICE, "other");

    books.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    assertThat(books.totals().unknownUsd()).isZero();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(books.totals().notCharged()).isEqualTo(2);
    books.refused(scope, PRICE, "other");
  }

  /** Whatever it cost, and whoever paid: the service takes a key once. */
  @ExpectedWarnings("the key has bought load LD-1")
  @Test
  void aKeyWhoseLoadIsKnownIsFreeThoughNobodyKnowsWhatItCost() {
    SpendScope scope = SpendScope.of("acme", limits().total(PRICE).build());
    SpendScope full = SpendScope.of("full", limits().total("0.01").build());
    SpendHold together = books.hold(scope, PRICE, "key");
    SpendHold sure = books.hold(scope, PRICE, "key");
    books.settle(books.hold(scope, PRICE, "key"), PRICE, Charge.Kind.UNKNOWN, "LD-1");
    books.refused(scope, "0.01", null);

    SpendHold replay = books.hold(full, PRICE, "key");
    assertThat(replay.lostAtAnotherPrice()).isFalse();
    assertThat(replay.charged().loadNumber()).isEqualTo("LD-1");
    assertThat(replay.charged().charge()).isEqualTo(Charge.UNKNOWN);
    for (SpendHold later : List.of(replay, together)) {
      assertThat(books.settle(later, PRICE, Charge.Kind.UNKNOWN).get(0).outcome())
          .isEqualTo(Charge.Kind.NONE);
    }
    books.hold(full, "0.01", null);
    assertThat(books.settle(sure, PRICE, Charge.Kind.CHARGED, "LD-1").get(0).outcome())
        .as("who paid, and at which price?")
        .isEqualTo(Charge.Kind.UNKNOWN);
    assertThat(books.totals().chargedUsd()).isZero();
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);

    SpendHold another = books.hold(full, PRICE, "key");
    books.settle(another, PRICE, Charge.Kind.CHARGED, "LD-2");
    assertThat(books.totals().unknownUsd()).as("a second load").isEqualByComparingTo("1.30");
  }

  @Test
  void attemptsOfOneCallCarryItsMoneyOnce() {
    List<SpendEntry> booked =
        books.settle(
            books.hold(UNLIMITED, PRICE, "key"),
            PRICE,
            Charge.Kind.UNKNOWN,
            Charge.Kind.NONE,
            Charge.Kind.UNKNOWN);
    assertThat(books.entries()).isEqualTo(booked);
    assertThat(books.entries())
        .extracting(SpendEntry::outcome)
        .containsExactly(Charge.Kind.NONE, Charge.Kind.NONE, Charge.Kind.UNKNOWN);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aSuccessBesideALostCallOfTheSameKeySettlesBoth() {
    SpendHold one = books.hold(UNLIMITED, PRICE, "key");
    SpendHold two = books.hold(UNLIMITED, PRICE, "key");
    books.settle(one, PRICE, Charge.Kind.CHARGED);
    books.settle(two, PRICE, Charge.Kind.UNKNOWN);
    assertThat(books.totals().unknownUsd()).isZero();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }
}
