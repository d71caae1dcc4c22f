package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A key is charged once, however calls use it: repeated, concurrently or with lost responses. */
abstract class KeysContract extends LimitsHoldContract {
  @Test
  void keyIsChargedOnceAfterAnyNumberOfSuccesses() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    assertThat(ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED))
        .isEqualTo(Charge.charged(PRICE));
    for (Charge.Kind kind : Charge.Kind.values()) {
      assertThat(ledger.pay(scope, PRICE, "key", kind)).isEqualTo(Charge.NONE);
    }
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.entries()).hasSize(1);
  }

  /** The service does not limit the length of a reference, but a column does. */
  @Test
  void tooLongReferenceIsTruncated() {
    Purchase usual = ledger.purchase(null, PRICE, "key");
    Purchase endless =
        new Purchase(
            usual.id(),
            usual.callId(),
            usual.attempt(),
            usual.operation(),
            usual.accountId(),
            usual.idempotencyKey(),
            "x".repeat(254) + "\ud83d\ude9a".repeat(300),
            usual.loadNumber(),
            usual.scope(),
            usual.quote(),
            usual.remainingTime());
    assertThat(ledger.reserve(endless)).isInstanceOf(Reservation.class);
    assertThat(ledger.entries().get(0).customerRef()).isEqualTo("x".repeat(254));
    SpendFilter ofOrder = SpendFilter.all().customerRef(endless.customerRef());
    assertThat(ledger.ledger.entries(ofOrder)).hasSize(1);
  }

  @Test
  void freeKeyStaysFreeAfterAPriceIncrease() {
    SpendScope scope = client(SpendLimit.total("0.10"));
    ledger.complete(ledger.hold(scope, "0.00", "key"), Charge.Kind.CHARGED, "LD-1");
    assertThat(ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().spentUsd()).isZero();
    ledger.hold(scope, "0.10", null);
  }

  @Test
  void freeKeyMayBeSentAtAnyLaterTime() {
    ledger.pay(null, PRICE, "key", Charge.Kind.NONE);
    time.advance(Duration.ofHours(25));
    assertThat(ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED))
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    ledger.hold(client(SpendLimit.total("0.01")), PRICE, "key");
  }

  /** The earlier uses of the key cannot have bought anything. */
  @Test
  void lifetimeOfAFreeKeyBeginsWithItsNextUse() {
    ledger.pay(null, PRICE, "key", Charge.Kind.NONE);
    time.advance(Duration.ofHours(23));
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofHours(2));
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** After 24 hours, the service forgets a key and creates a second load under it. */
  @Test
  void keyGetsANewEntryAnHourBeforeTheServiceForgetsIt() {
    SpendScope scope = client(SpendLimit.total("1.00"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    time.advance(Duration.ofHours(23).minusMillis(1));
    assertThat(ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    time.advance(Duration.ofMillis(1));
    ledger.refused(scope, PRICE, "key");
    assertThat(ledger.entries()).as("a refusal begins nothing").hasSize(1);

    time.advance(Duration.ofHours(1));
    assertThat(ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED))
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED))
        .as("the start of the key's next day is unknown")
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.95");
    assertThat(ledger.entries())
        .extracting(SpendEntry::idempotencyKey)
        .containsExactly("key", "key", "key");
  }

  @Test
  void keyStaysPaidForItsDay() {
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    for (int i = 1; i <= 5; i++) {
      time.advance(Duration.ofHours(4));
      ledger.pay(null, "0.10", "other" + i, Charge.Kind.CHARGED);
    }
    assertThat(ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.15");
  }

  /** The service still knew the key and returned the response of the day before. */
  @Test
  void responseWithTheLoadOfAnOlderEntryIsFree() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    time.advance(Duration.ofHours(24).minusMinutes(4));
    Reservation repeat = ledger.hold(null, PRICE, "key");
    for (int twice = 0; twice < 2; twice++) {
      assertThat(ledger.complete(repeat, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    }
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);

    time.advance(Duration.ofMinutes(70));
    assertKeyNeedsBudgetAndIsCharged();
    assertThat(ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-2"))
        .isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.95");
  }

  /** An operator settles it, or the next response with its own load does. */
  @Test
  void loadOfAnOlderEntryLeavesEarlierLostCallsUnknown() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    time.advance(Duration.ofHours(24).minusMinutes(4));
    ledger.pay(null, PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(Duration.ofMinutes(3));
    for (int twice = 0; twice < 2; twice++) {
      Reservation replayed = ledger.hold(null, PRICE, "key");
      assertThat(ledger.complete(replayed, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    }
    assertThat(ledger.totals().unknownUsd()).as("reserved together").isEqualByComparingTo(PRICE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /**
   * Its response was in transit, or its machine was suspended, when another call of its key ended.
   */
  @Test
  void responseWithTheLoadOfANewerEntryIsFree() {
    Reservation slept = ledger.hold(null, PRICE, "key");
    time.advance(Duration.ofHours(24).minusMinutes(4));
    Reservation newer = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(newer, Charge.Kind.CHARGED, "LD-1"))
        .as("the load is new to the ledger")
        .isEqualTo(Charge.charged(PRICE));
    for (int twice = 0; twice < 2; twice++) {
      assertThat(ledger.complete(slept, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    }
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);
  }

  /** All attempts of a call have its key, so none of them has bought another load. */
  @Test
  void unknownOutcomeWithTheLoadOfAnOlderEntryIsFree() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    time.advance(Duration.ofHours(25));
    Reservation repeat = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(repeat, Charge.Kind.UNKNOWN, "LD-1")).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  /** The call may have received its response long before it reports it. */
  @Test
  void loadOfAnOlderEntryLeavesLaterLostCallsUnknown() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    time.advance(Duration.ofHours(24).minusMinutes(4));
    Reservation slow = ledger.hold(null, PRICE, "key");
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofMinutes(10));
    assertThat(ledger.complete(slow, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  /** The call was sent late, and its response has the load of the new entry. */
  @Test
  void suspendedCallMakesNoNewerEntryFree() {
    Reservation slept = ledger.hold(null, PRICE, "key");
    time.advance(Duration.ofHours(24));
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofMinutes(10));
    ledger.complete(slept, Charge.Kind.CHARGED, "LD-1");
    time.advance(Duration.ofMinutes(10));
    Reservation repeat = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(repeat, Charge.Kind.CHARGED, "LD-1"))
        .as("the load of the suspended call")
        .isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  /**
   * The key was lost twice. The second call may have bought the load, so the key is valid from
   * then.
   */
  @Test
  void chargeOfAReusedKeyCoversNoRepeat() {
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofHours(12));
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofHours(13));
    Reservation replayed = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(replayed, Charge.Kind.CHARGED, "LD-1"))
        .as("the second call may have been charged")
        .isEqualTo(Charge.charged(PRICE));

    time.advance(Duration.ofHours(12));
    assertKeyNeedsBudgetAndIsCharged();
  }

  private void assertKeyNeedsBudgetAndIsCharged() {
    SpendScope scope = client(SpendLimit.perHour("1.00"));
    ledger.pay(scope, PRICE, "other", Charge.Kind.CHARGED);
    ledger.refused(scope, PRICE, "key");
    Reservation second = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(second, Charge.Kind.CHARGED, "LD-2"))
        .isEqualTo(Charge.charged(PRICE));
  }

  /** Each repeat needs budget while it is in progress. Then the load of its response decides. */
  @Test
  void keyChargedAfterItsFirstDayIsFreeOnlyByItsLoad() {
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofHours(25));
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    time.advance(Duration.ofHours(23));
    ledger.refused(client(SpendLimit.total("0.01")), PRICE, "key");
    Reservation repeat = ledger.hold(null, PRICE, "key");
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.complete(repeat, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().reservedUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** The service charged one of the two calls, and the response of the other has the same load. */
  @Test
  void higherPriceOfTwoConcurrentRepeatsCounts() {
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofHours(25));
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, "0.80", "key");
    assertThat(ledger.complete(one, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.complete(two, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.80");
  }

  /** The lost call may have been charged, and the next load of its key is charged in addition. */
  @Test
  void lostKeyStaysCountedNextToItsNewEntry() {
    ledger.lose(PRICE, "key");
    time.advance(Duration.ofHours(24));
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    ledger.ledger.settle(ledger.entries().get(0).id(), false, "ann", "not in the console");
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** A call that hung for so long, or whose machine was suspended. */
  @Test
  void lateOutcomeCountsDespiteANewEntryOfItsKey() {
    Reservation old = ledger.hold(null, PRICE, "key");
    time.advance(Duration.ofHours(24));
    ledger.pay(null, "0.80", "key", Charge.Kind.CHARGED);
    assertThat(ledger.complete(old, Charge.Kind.NONE)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.80");
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().reservedUsd()).isZero();
  }

  /** The service no longer knew the key, because an in-memory server was restarted. */
  @Test
  void repeatWithADifferentLoadIsASeparateEntry() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    Reservation repeat = ledger.hold(null, PRICE, "key");
    for (int twice = 0; twice < 2; twice++) {
      assertThat(ledger.complete(repeat, Charge.Kind.CHARGED, "LD-2"))
          .isEqualTo(Charge.charged(PRICE));
    }
    assertThat(ledger.entries()).extracting(SpendEntry::loadNumber).containsExactly("LD-1", "LD-2");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
  }

  @Test
  void keyOfTwoConcurrentCallsIsReservedOnce() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    Reservation one = ledger.hold(scope, PRICE, "key");
    Reservation two = ledger.hold(scope, PRICE, "key");
    ledger.complete(one, Charge.Kind.NONE);
    ledger.refused(scope, PRICE, "other");
    ledger.complete(two, Charge.Kind.NONE);
    ledger.hold(scope, PRICE, "other");
  }

  @Test
  void keyIsChargedOnceOneOfItsCallsReportsIt() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    ledger.complete(one, Charge.Kind.CHARGED);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    ledger.complete(two, Charge.Kind.NONE);
    assertThat(ledger.totals().reservedUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void secondCallOfAKeyReservesThePriceDifference() {
    SpendScope scope = client(SpendLimit.total("1.00"));
    ledger.hold(scope, PRICE, "key");
    ledger.hold(scope, "0.80", "key");
    assertThat(ledger.refused(scope, "0.21", null).remainingUsd()).isEqualByComparingTo("0.20");
  }

  @Test
  void repeatNeedsNoBudgetForItsCountedAmount() {
    ledger.hold(client(SpendLimit.total(PRICE)), PRICE, "key");
    SpendScope lowered = client(SpendLimit.total("0.10"));
    ledger.hold(lowered, PRICE, "key");
    ledger.refused(lowered, "0.66", "key");
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    SpendScope raised = client(SpendLimit.total("0.80"));
    for (int twice = 0; twice < 2; twice++) ledger.hold(raised, "0.80", "key");
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo("0.80");
  }

  @Test
  void previewShowsTheRequiredAmountOfEachLimit() {
    SpendScope scope = client(SpendLimit.total("2.50"), SpendLimit.perHour("1.00"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    assertThat(requiredAmounts(scope, PRICE, null)).isEqualTo("1.00: 0.65, 2.50: 0.65");
    assertThat(requiredAmounts(scope, PRICE, "key")).isEqualTo("1.00: 0.00, 2.50: 0.00");
    assertThat(requiredAmounts(scope, "0.80", "key")).isEqualTo("1.00: 0.15, 2.50: 0.15");
    assertThat(requiredAmounts(scope, "1.10", "key")).isEqualTo("1.00: 0.45, 2.50: 0.45");
    SpendScope other = SpendScope.of("a", SpendLimit.total("0.10"));
    assertThat(requiredAmounts(other, PRICE, "key")).isEqualTo("0.10: 0.00");

    time.advance(minutes(70));
    assertThat(requiredAmounts(scope, PRICE, "key")).isEqualTo("1.00: 0.65, 2.50: 0.00");
    assertThat(requiredAmounts(scope, "0.30", "key")).isEqualTo("1.00: 0.65, 2.50: 0.00");

    ledger.complete(ledger.hold(scope, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    assertThat(requiredAmounts(scope, "2.00", "key")).isEqualTo("1.00: 0.00, 2.50: 0.00");
    time.advance(Duration.ofHours(24));
    assertThat(requiredAmounts(scope, PRICE, "key")).isEqualTo("1.00: 0.65, 2.50: 0.65");
  }

  /**
   * The required amount of each limit, sorted by cap. A limit refuses if and only if the call is
   * refused.
   */
  private String requiredAmounts(SpendScope scope, String usd, String key) {
    Purchase purchase = ledger.purchase(scope, usd, key);
    List<LimitPreview> previews = ledger.guard.preview(purchase);
    LimitExceeded refusal = ledger.reserve(purchase) instanceof LimitExceeded it ? it : null;
    boolean isRefused = refusal != null;
    assertThat(previews.stream().anyMatch(LimitPreview::wouldExceed)).isEqualTo(isRefused);
    if (isRefused) {
      assertThat(previews.stream().filter(LimitPreview::wouldExceed).map(LimitPreview::retryAt))
          .as("the preview has the same retry time")
          .contains(refusal.retryAt());
    }
    if (!isRefused) ledger.complete(new Reservation(purchase), Charge.Kind.NONE);
    return previews.stream()
        .map(one -> one.usage().limit().capUsd() + ": " + one.requiredUsd())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /**
   * A call of another scope raised the amount that the key counts there, without checking the limit
   * of that scope.
   */
  @Test
  void repeatNeedsBudgetForAnAmountCheckedInAnotherScope() {
    SpendScope first = SpendScope.of("run:42", SpendLimit.total("0.10"));
    SpendScope next = SpendScope.of("run:43");
    ledger.hold(first, "0.10", "key");
    ledger.hold(next, PRICE, "key");
    ledger.refused(first, PRICE, "key");
    ledger.hold(first, "0.10", "key");
  }

  @Test
  void keyOfTwoScopesCountsInTheFirstAndItsEnclosingScopes() {
    SpendScope one = SpendScope.of("a");
    SpendScope other = SpendScope.of("b");
    ledger.pay(one, PRICE, "key", Charge.Kind.UNKNOWN);
    ledger.pay(other, PRICE, "key", Charge.Kind.UNKNOWN);
    assertThat(ledger.totals(one).unknownUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals(other).unknownUsd()).isZero();
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void repeatNeedsNoBudgetInAScopeThatDoesNotCountItsKey() {
    ledger.pay(SpendScope.of("a"), PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(minutes(10));
    SpendScope other = SpendScope.of("b", SpendLimit.total("0.10"));
    ledger.hold(other, PRICE, "key");
    ledger.hold(other, "0.10", null);
    assertThat(ledger.totals().spentUsd().add(ledger.totals().reservedUsd()))
        .isEqualByComparingTo("0.75");
  }

  @Test
  void lostCallRepeatedUnderItsKeyReservesNothingMore() {
    SpendScope scope = client(SpendLimit.total(PRICE), SpendLimit.perHour(PRICE));
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
  void repeatOfALostCallCountsOnceAtTheHigherPrice() {
    ledger.lose("0.80", "key");
    ledger.lose(PRICE, "key");
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo("0.80");
  }

  /** Lost at one price and repeated at another, so the charged price is unknown. */
  @Test
  void lostCallsAtTwoPricesGiveMinimumAndMaximum() {
    ledger.lose("0.80", "key");
    assertThat(ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED))
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.entries())
        .singleElement()
        .matches(entry -> entry.outcome() == Charge.Kind.CHARGED)
        .matches(entry -> entry.minUsd().compareTo(usd(PRICE)) == 0)
        .matches(entry -> entry.amountUsd().compareTo(usd("0.80")) == 0);
  }

  /** The price was zero when the key was lost. */
  @Test
  void freeLostKeyRepeatedAfterAPriceIncreaseCountsOnce() {
    ledger.lose("0.00", "key");
    SpendScope scope = client(SpendLimit.total(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);
    ledger.hold(scope, PRICE, "key");
    ledger.refused(scope, "0.01", null);
  }

  @Test
  void successResolvesALostCallOfTheSameKey() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(one, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.complete(two, Charge.Kind.UNKNOWN)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void oneOfTwoSuccessfulCallsOfAKeyReportsTheCharge() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(two, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.complete(one, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    assertThat(ledger.complete(two, Charge.Kind.CHARGED, "LD-1"))
        .as("completed again")
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /**
   * The load may have existed before. Only a response that reports a charge makes a repeat free.
   */
  @Test
  void keyWithALoadButAnUnknownChargeIsReservedAgain() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.UNKNOWN, "LD-1");
    Reservation again = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(again, Charge.Kind.CHARGED, "LD-1"))
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void lostCallMayReportTheLoadOfItsChargedKey() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    ledger.complete(one, Charge.Kind.CHARGED);
    ledger.complete(two, Charge.Kind.UNKNOWN, "LD-1");
    assertThat(ledger.entries()).extracting(SpendEntry::loadNumber).containsExactly("LD-1");
  }

  @Test
  void loadOfAFreeCallIsNotThePaidLoadOfItsKey() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    ledger.complete(one, Charge.Kind.NONE, "LD-1");
    assertThat(ledger.complete(two, Charge.Kind.CHARGED, "LD-2")).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.entries()).extracting(SpendEntry::loadNumber).containsExactly("LD-2");
  }

  /** For example, the existing load of the reference of an order. */
  @Test
  void loadOfAFreeRepeatIsNotThePaidLoadOfItsKey() {
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    Reservation one = ledger.hold(null, PRICE, "key");
    ledger.complete(one, Charge.Kind.NONE, "LD-1");
    assertThat(ledger.entries()).extracting(SpendEntry::loadId).containsOnlyNulls();
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-2");
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.NONE, "LD-3");
    assertThat(ledger.entries()).extracting(SpendEntry::loadNumber).containsExactly("LD-2");
    ledger.hold(client(SpendLimit.total("0.01")), PRICE, "key");
  }

  /** A response was damaged after its load number. */
  @Test
  void chargeWithOnlyALoadNumberKeepsTheFirstIdOfAResponse() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1", null);
    Reservation whole = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(whole, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    Reservation another = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(another, Charge.Kind.CHARGED, "LD-2"))
        .isEqualTo(Charge.charged(PRICE));
  }

  @Test
  void entryHasTheRequestIdOfTheLastResponse() {
    Reservation one = ledger.hold(null, PRICE, "key");
    Reservation two = ledger.hold(null, PRICE, "key");
    Outcome outcome = new Outcome(Charge.Kind.CHARGED, "LD-1", null, null, "req-1");
    ledger.guard.complete(one.purchase(), outcome);
    ledger.complete(two, Charge.Kind.UNKNOWN);
    assertThat(ledger.entries().get(0).requestId()).isEqualTo("req-1");
  }

  @Test
  void repeatAddsTheLoadThatTheFirstResponseLacked() {
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    Reservation repeat = ledger.hold(null, PRICE, "key");
    for (int twice = 0; twice < 2; twice++) {
      assertThat(ledger.complete(repeat, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    }
    assertThat(ledger.entries()).extracting(SpendEntry::loadNumber).containsExactly("LD-1");
  }

  @Test
  void repeatWithTheSameTooLongLoadIsFree() {
    String load = "LD-" + "9".repeat(300);
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, load, load);
    Reservation repeat = ledger.hold(null, PRICE, "key");
    assertThat(ledger.complete(repeat, Charge.Kind.CHARGED, load, load)).isEqualTo(Charge.NONE);
  }

  @Test
  void settledTwiceIsBookedOnce() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    Reservation hold = ledger.hold(scope, PRICE, null);
    Charge first = ledger.complete(hold, Charge.Kind.CHARGED);
    assertThat(ledger.complete(hold, Charge.Kind.CHARGED)).isEqualTo(first);
    assertThat(ledger.complete(hold, Charge.Kind.NONE)).as("a contradiction").isEqualTo(first);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.entries()).hasSize(1);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void reservationMadeTwiceCountsOnce() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    Purchase purchase = ledger.purchase(scope, PRICE, "key");
    Reservation first = TestLedger.requireReservation(ledger.reserve(purchase));
    assertThat(TestLedger.requireReservation(ledger.reserve(purchase))).isEqualTo(first);
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    ledger.complete(first, Charge.Kind.NONE);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void readReservedTwiceCountsOnce() {
    Purchase purchase = ledger.purchase(client(SpendLimit.total(PRICE)), PRICE, null);
    Reservation first = TestLedger.requireReservation(ledger.reserve(purchase));
    assertThat(ledger.reserve(purchase)).isEqualTo(first);
    assertThat(ledger.entries()).hasSize(1);
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void releasedReservationCannotBeReservedAgain() {
    Purchase purchase = ledger.purchase(null, PRICE, null);
    ledger.complete(TestLedger.requireReservation(ledger.reserve(purchase)), Charge.Kind.NONE);
    assertThatThrownBy(() -> ledger.reserve(purchase)).hasMessageContaining("already released");
  }

  @Test
  void chargedReservationIsReplayed() {
    Purchase purchase = ledger.purchase(null, PRICE, "key");
    ledger.complete(TestLedger.requireReservation(ledger.reserve(purchase)), Charge.Kind.CHARGED);
    TestLedger.requireReservation(ledger.reserve(purchase));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void releasedReservationStaysReleased() {
    Reservation hold = ledger.hold(null, PRICE, null);
    ledger.complete(hold, Charge.Kind.NONE);
    assertThat(ledger.complete(hold, Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().spentUsd()).isZero();
  }

  @Test
  void reservationReleasedTwiceFreesItsBudgetOnce() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    Reservation free = ledger.hold(scope, PRICE, null);
    ledger.complete(free, Charge.Kind.NONE);
    ledger.hold(scope, PRICE, null);
    assertThat(ledger.complete(free, Charge.Kind.NONE)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    ledger.refused(scope, "0.01", null);
  }
}
