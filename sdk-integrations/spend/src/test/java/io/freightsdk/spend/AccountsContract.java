package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Reservation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Limits add up everything in a ledger. Only entries of its own account make a call free: a key
 * within its day, and later a load that the account has bought.
 */
abstract class AccountsContract extends NovemberContract {
  /** A load number that a restarted server assigns again. */
  private static final String NUMBER = "LD-2026-0001";

  private static final String FIRST = TestLedger.accountId("first");
  private static final String SECOND = TestLedger.accountId("second");
  private static final String LOAD = "0b9f8c1e-5d0a-4c39-9d3e-0e6a51f7a001";
  private static final String ANOTHER = "7c2d4e90-11b3-4f0e-8a55-3f9be2c4d002";
  private static final String THIRD = "e41a7d35-92c8-4b6d-b0f7-6a08d95e1003";
  private static final Charge CHARGED = Charge.charged(PRICE);
  private static final Duration MORE_THAN_A_DAY = Duration.ofHours(25);

  /** The number of orders in a batch. */
  private static final int ORDERS = 40;

  private TestLedger first;
  private TestLedger second;

  @BeforeEach
  void openAccounts() {
    first = ledger.of("first");
    second = ledger.of("second");
  }

  /** Makes a creation of an account that gets a 201. */
  private static Charge buy(TestLedger account, SpendScope scope, String key, String loadId) {
    return completeWithLoad(account, account.hold(scope, PRICE, key), loadId);
  }

  private static Charge completeWithLoad(
      TestLedger account, Reservation reservation, String loadId) {
    return account.complete(reservation, Charge.Kind.CHARGED, NUMBER, loadId);
  }

  /** Asserts the charged and the unknown amount. */
  private void assertSpent(String chargedUsd, String unknownUsd) {
    SpendTotals totals = ledger.totals();
    assertThat(totals.chargedUsd()).as("charged").isEqualByComparingTo(chargedUsd);
    assertThat(totals.unknownUsd()).as("unknown").isEqualByComparingTo(unknownUsd);
    assertThat(totals.reservedUsd()).as("reserved").isZero();
  }

  // --- two accounts ---

  @ParameterizedTest
  @ValueSource(ints = {0, 23, 25})
  void twoAccountsWithTheSameKeyAreBothCharged(int hours) {
    SpendScope scope = client(SpendLimit.total("1.30"));
    assertThat(buy(first, scope, "key", LOAD)).isEqualTo(CHARGED);
    time.advance(Duration.ofHours(hours));
    assertThat(buy(second, scope, "key", ANOTHER)).isEqualTo(CHARGED);
    assertSpent("1.30", "0.00");
    ledger.refused(scope, "0.01", null);
    assertThat(ledger.entries())
        .extracting(SpendEntry::accountId, SpendEntry::idempotencyKey, SpendEntry::loadId)
        .containsExactly(tuple(FIRST, "key", LOAD), tuple(SECOND, "key", ANOTHER));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void twoAccountsWithTheSameKeyAreBothChargedConcurrently(boolean secondEndsFirst) {
    SpendScope scope = client(SpendLimit.perHour("1.30"));
    Reservation one = first.hold(scope, PRICE, "key");
    Reservation two = second.hold(scope, PRICE, "key");
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo("1.30");
    ledger.refused(scope, "0.01", null);

    if (secondEndsFirst) assertThat(completeWithLoad(second, two, ANOTHER)).isEqualTo(CHARGED);
    assertThat(completeWithLoad(first, one, LOAD)).isEqualTo(CHARGED);
    if (!secondEndsFirst) assertThat(completeWithLoad(second, two, ANOTHER)).isEqualTo(CHARGED);
    assertSpent("1.30", "0.00");
    ledger.refused(scope, "0.01", null);
  }

  @ParameterizedTest
  @EnumSource(names = {"CHARGED", "UNKNOWN"})
  void keyOfAnotherAccountNeedsBudget(Charge.Kind other) {
    SpendScope scope = client(SpendLimit.total(PRICE));
    first.pay(scope, PRICE, "key", other);
    second.refused(scope, PRICE, "key");
    assertThat(ledger.entries()).as("a refusal begins nothing").hasSize(1);
  }

  @Test
  void repeatIsFreeInEachAccountThatPaidForTheKey() {
    buy(first, null, "key", LOAD);
    buy(second, null, "key", ANOTHER);
    SpendScope full = client(SpendLimit.total("0.01"));
    assertThat(buy(first, full, "key", LOAD)).isEqualTo(Charge.NONE);
    assertThat(buy(second, full, "key", ANOTHER)).isEqualTo(Charge.NONE);
    assertSpent("1.30", "0.00");
  }

  @Test
  void lostKeyIsNotResolvedByAnotherAccount() {
    first.lose(PRICE, "key");
    assertThat(buy(second, null, "key", LOAD)).isEqualTo(CHARGED);
    assertSpent("0.65", "0.65");
    assertThat(buy(first, null, "key", ANOTHER)).isEqualTo(CHARGED);
    assertSpent("1.30", "0.00");
  }

  @Test
  void settlementOfAKeyAppliesToItsAccountOnly() {
    first.lose(PRICE, "key");
    second.lose(PRICE, "key");
    ledger.ledger.settle(ledger.entries().get(0).id(), true, "ann", "in the console of the first");
    assertSpent("0.65", "0.65");
    SpendScope full = client(SpendLimit.total("1.30"));
    ledger.refused(full, "0.01", null);
    assertThat(buy(second, full, "key", LOAD)).isEqualTo(CHARGED);
    assertSpent("1.30", "0.00");
  }

  @Test
  void sameReferenceInTwoAccountsIsTwoOrders() {
    buy(first, null, "one", LOAD);
    buy(second, null, "two", ANOTHER);
    SpendFilter reference = SpendFilter.all().customerRef("PO-7");
    assertThat(loads(reference)).containsExactly(LOAD, ANOTHER);
    assertThat(loads(reference.accountId(FIRST))).containsExactly(LOAD);
    assertThat(loads(reference.accountId(SECOND))).containsExactly(ANOTHER);
    assertThat(loads(reference.accountId(TestLedger.accountId("third")))).isEmpty();
  }

  private List<String> loads(SpendFilter filter) {
    return ledger.ledger.entries(filter).map(SpendEntry::loadId).toList();
  }

  /**
   * Its account is a digest of the agent key, so the ledger cannot know that the broker is the
   * same.
   */
  @Test
  void rotatedKeyOfAnUnnamedAccountCountsAgain() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    assertThat(buy(ledger.of("digest of the old key"), scope, "order-7", LOAD)).isEqualTo(CHARGED);
    assertThat(buy(ledger.of("digest of the new key"), scope, "order-7", LOAD)).isEqualTo(CHARGED);
    assertSpent("1.30", "0.00");
    ledger.refused(scope, "0.01", null);
  }

  @Test
  void rotatedKeyOfANamedAccountIsFree() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    assertThat(buy(ledger.of("acme"), scope, "order-7", LOAD)).isEqualTo(CHARGED);
    TestLedger restarted = other().of("acme");
    assertThat(buy(restarted, scope, "order-7", LOAD)).isEqualTo(Charge.NONE);
    assertSpent("0.65", "0.00");
  }

  /** A truncated link would not work. */
  @Test
  void tooLongTrackingLinkIsOmitted() {
    Reservation held = first.hold(null, PRICE, "key");
    String link = "https://freight/" + "a".repeat(2000);
    first.guard.complete(
        held.purchase(), new Outcome(Charge.Kind.CHARGED, NUMBER, LOAD, link, "req-1"));
    assertThat(ledger.entries())
        .singleElement()
        .matches(entry -> LOAD.equals(entry.loadId()))
        .matches(entry -> entry.trackingLink() == null);
  }

  @Test
  void entryHasAccountLoadAndTrackingLink() {
    Reservation held = first.hold(null, PRICE, "key");
    Outcome outcome =
        new Outcome(Charge.Kind.CHARGED, NUMBER, LOAD, "https://freight/track/trk_1", "req-1");
    first.guard.complete(held.purchase(), outcome);
    assertThat(ledger.entries())
        .singleElement()
        .matches(entry -> entry.accountId().equals(FIRST))
        .matches(entry -> LOAD.equals(entry.loadId()))
        .matches(entry -> "https://freight/track/trk_1".equals(entry.trackingLink()));
    first.pay(null, "0.02", null, Charge.Kind.CHARGED);
    assertThat(ledger.entries().get(1))
        .matches(entry -> entry.accountId().equals(FIRST))
        .matches(entry -> entry.loadId() == null && entry.trackingLink() == null);
  }

  /** All accounts share one budget. */
  @Test
  void limitsCountAllAccountsAndFiltersSelectOne() {
    SpendScope acme = SpendScope.of("acme", SpendLimit.total("2.00"), SpendLimit.perDay("2.00"));
    first.pay(acme, PRICE, "key", Charge.Kind.CHARGED);
    second.pay(acme, "0.02", null, Charge.Kind.CHARGED);
    second.pay(acme, PRICE, "key", Charge.Kind.UNKNOWN);
    first.hold(acme, "0.05", null);
    for (TestLedger each : List.of(ledger, first, second)) {
      assertThat(each.refused(acme, "0.64", null).remainingUsd()).isEqualByComparingTo("0.63");
      assertThat(each.totals(acme).spentUsd()).isEqualByComparingTo("1.32");
      assertThat(each.limitUse(acme))
          .allMatch(use -> use.remainingUsd().compareTo(usd("0.63")) == 0);
    }
    assertThat(first.totalsOfAccount().chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(first.totalsOfAccount().unknownUsd()).isZero();
    assertThat(first.totalsOfAccount().reservedUsd()).isEqualByComparingTo("0.05");
    assertThat(second.totalsOfAccount().chargedUsd()).isEqualByComparingTo("0.02");
    assertThat(second.totalsOfAccount().unknownUsd()).isEqualByComparingTo(PRICE);
    SpendFilter lost = SpendFilter.all().accountId(SECOND).scope(acme).onlyUnknown();
    assertThat(ledger.ledger.totals(lost).spentUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void purgedEntriesOfEachAccountStillCountInLimits() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    buy(first, scope, "key", LOAD);
    buy(second, scope, "key", ANOTHER);
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(Instant.MAX)).isEqualTo(2);
    assertSpent("1.30", "0.00");
    first.refused(scope, "0.01", null);
    second.refused(scope, "0.01", null);
  }

  // --- another load under a key ---

  /** A restarted in-memory server knows no key and numbers its loads from 1 again. */
  @Test
  void differentLoadUnderAKeyIsASeparateEntry() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    assertThat(buy(first, scope, "order-1", LOAD)).isEqualTo(CHARGED);
    Reservation repeat = first.hold(scope, PRICE, "order-1");
    for (int twice = 0; twice < 2; twice++) {
      assertThat(completeWithLoad(first, repeat, ANOTHER)).as("completed again").isEqualTo(CHARGED);
    }
    assertSpent("1.30", "0.00");
    ledger.refused(scope, "0.01", null);
    assertThat(ledger.entries())
        .extracting(SpendEntry::idempotencyKey, SpendEntry::loadNumber, SpendEntry::loadId)
        .containsExactly(tuple("order-1", NUMBER, LOAD), tuple("order-1", NUMBER, ANOTHER));
    assertThat(ledger.entries())
        .allMatch(entry -> entry.outcome() == Charge.Kind.CHARGED && !entry.inProgress())
        .allMatch(entry -> entry.amountUsd().compareTo(usd(PRICE)) == 0);
  }

  /** Its repeat needed no budget, because the ledger treated it as free. */
  @Test
  void differentLoadCountsInFullEvenAboveALimit() {
    SpendScope scope = client(SpendLimit.perHour("1.00"));
    buy(first, scope, "key", LOAD);
    assertThat(buy(first, scope, "key", ANOTHER)).isEqualTo(CHARGED);
    assertThat(ledger.refused(scope, "0.01", null).remainingUsd()).isZero();
    assertThat(ledger.limitUse(scope).get(0).usedUsd()).isEqualByComparingTo("1.30");
    time.advance(minutes(61));
    ledger.hold(scope, "1.00", null);
  }

  @Test
  void keyThatPaidForTwoLoadsPaysForNeitherAgain() {
    buy(first, null, "key", LOAD);
    buy(first, null, "key", ANOTHER);
    for (String known : List.of(ANOTHER, LOAD, ANOTHER)) {
      assertThat(buy(first, null, "key", known)).as(known).isEqualTo(Charge.NONE);
    }
    assertSpent("1.30", "0.00");
    assertThat(buy(first, null, "key", THIRD)).isEqualTo(CHARGED);
    assertSpent("1.95", "0.00");
  }

  /** The real service assigns random numbers. */
  @Test
  void loadIsIdentifiedByIdAndNotByNumber() {
    buy(first, null, "key", LOAD);
    Reservation renamed = first.hold(null, PRICE, "key");
    assertThat(first.complete(renamed, Charge.Kind.CHARGED, "LD-2026-7788", LOAD))
        .isEqualTo(Charge.NONE);
    assertThat(ledger.entries()).extracting(SpendEntry::loadNumber).containsExactly(NUMBER);
    assertSpent("0.65", "0.00");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void concurrentCallsOfAKeyWithTwoLoadsAreBothCharged(boolean secondEndsFirst) {
    Reservation one = first.hold(null, PRICE, "key");
    Reservation two = first.hold(null, "0.80", "key");
    Charge dearer = Charge.charged("0.80");
    if (secondEndsFirst) assertThat(completeWithLoad(first, two, ANOTHER)).isEqualTo(dearer);
    assertThat(completeWithLoad(first, one, LOAD)).isEqualTo(CHARGED);
    if (!secondEndsFirst) assertThat(completeWithLoad(first, two, ANOTHER)).isEqualTo(dearer);
    assertSpent("1.45", "0.00");
    assertThat(ledger.entries())
        .extracting(SpendEntry::loadId, entry -> entry.amountUsd().toPlainString())
        .containsExactlyInAnyOrder(tuple(LOAD, PRICE), tuple(ANOTHER, "0.80"));
  }

  /**
   * A call that bought another load counts in the entry of that load. It does not count here again
   * when other calls end.
   */
  @Test
  void reservationOfADifferentLoadLeavesTheEntryOfItsKey() {
    Reservation one = first.hold(null, PRICE, "key");
    Reservation two = first.hold(null, "0.80", "key");
    Reservation three = first.hold(null, PRICE, "key");
    completeWithLoad(first, one, LOAD);
    completeWithLoad(first, two, ANOTHER);
    assertThat(first.complete(three, Charge.Kind.NONE)).isEqualTo(Charge.NONE);
    assertSpent("1.45", "0.00");
  }

  /** The first attempt was lost. It may have bought the load that a later attempt found. */
  @Test
  void unknownOutcomeWithADifferentLoadStaysUnknown() {
    buy(first, null, "key", LOAD);
    Reservation repeat = first.hold(null, PRICE, "key");
    assertThat(first.complete(repeat, Charge.Kind.UNKNOWN, NUMBER, ANOTHER))
        .isEqualTo(Charge.UNKNOWN);
    assertSpent("0.65", "0.65");
    assertThat(ledger.entries()).extracting(SpendEntry::loadId).containsExactly(LOAD, ANOTHER);
  }

  @Test
  void unknownOutcomeWithTheLoadOfItsKeyIsFree() {
    buy(first, null, "key", LOAD);
    Reservation repeat = first.hold(null, PRICE, "key");
    assertThat(first.complete(repeat, Charge.Kind.UNKNOWN, NUMBER, LOAD)).isEqualTo(Charge.NONE);
    assertSpent("0.65", "0.00");
  }

  @Test
  void settledChargeKeepsTheFirstLoadOfAResponse() {
    first.lose(PRICE, "key");
    ledger.ledger.settle(ledger.entries().get(0).id(), true, "ann", "on the statement");
    assertThat(buy(first, null, "key", LOAD)).isEqualTo(CHARGED);
    assertSpent("0.65", "0.00");
    assertThat(ledger.entries()).extracting(SpendEntry::loadId).containsExactly(LOAD);

    assertThat(buy(first, null, "key", LOAD)).isEqualTo(Charge.NONE);
    assertThat(buy(first, null, "key", ANOTHER)).isEqualTo(CHARGED);
    assertSpent("1.30", "0.00");
  }

  @Test
  void chargeWithoutLoadKeepsTheFirstLoadOfAResponse() {
    first.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    assertThat(buy(first, null, "key", LOAD)).isEqualTo(Charge.NONE);
    assertThat(ledger.entries()).extracting(SpendEntry::loadId).containsExactly(LOAD);
    assertThat(buy(first, null, "key", ANOTHER)).isEqualTo(CHARGED);
    assertSpent("1.30", "0.00");
  }

  // --- a key after 24 hours ---

  /** The service forgets a key after 24 hours. The ledger stops relying on it one hour earlier. */
  @Test
  void keyNeedsBudgetAgainAnHourBeforeItsDayEnds() {
    SpendScope scope = client(SpendLimit.total("1.00"));
    buy(first, scope, "key", LOAD);
    time.advance(Duration.ofHours(23).minusMillis(1));
    assertThat(buy(first, scope, "key", LOAD)).isEqualTo(Charge.NONE);
    time.advance(Duration.ofMillis(1));
    first.refused(scope, PRICE, "key");
  }

  @Test
  void dayOfAKeyBeginsWithItsFirstUse() {
    SpendScope scope = client(SpendLimit.total("1.00"));
    first.lose(PRICE, "key");
    time.advance(Duration.ofHours(20));
    assertThat(buy(first, scope, "key", LOAD)).isEqualTo(CHARGED);
    time.advance(Duration.ofHours(4));
    first.refused(scope, PRICE, "key");
  }

  /**
   * A minute before the service should forget the key, and with a service that remembers it longer.
   */
  @ParameterizedTest
  @ValueSource(ints = {24 * 60 - 1, 25 * 60, 47 * 60})
  void replayAfterTheDayOfItsKeyReservesAndThenCountsNothing(int minutes) {
    SpendScope scope = client(SpendLimit.total("1.30"));
    buy(first, scope, "key", LOAD);
    time.advance(minutes(minutes));

    Reservation repeat = first.hold(scope, PRICE, "key");
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    ledger.refused(scope, "0.01", null);
    for (int twice = 0; twice < 2; twice++) {
      assertThat(completeWithLoad(first, repeat, LOAD))
          .as("completed again")
          .isEqualTo(Charge.NONE);
    }
    assertSpent("0.65", "0.00");
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void threeReplaysOnTheSecondDayCountNothing() {
    SpendScope scope = client(SpendLimit.total("1.30"), SpendLimit.perDay(PRICE));
    buy(first, scope, "key", LOAD);
    time.advance(MORE_THAN_A_DAY);
    for (int i = 0; i < 3; i++) {
      assertThat(buy(first, scope, "key", LOAD)).isEqualTo(Charge.NONE);
      time.advance(Duration.ofHours(1));
    }
    assertSpent("0.65", "0.00");
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void concurrentReplaysOnTheSecondDayShareAReservationAndCountNothing() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    buy(first, scope, "key", LOAD);
    time.advance(MORE_THAN_A_DAY);
    List<Reservation> repeats = new ArrayList<>();
    for (int i = 0; i < 3; i++) repeats.add(first.hold(scope, PRICE, "key"));
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    for (Reservation one : repeats)
      assertThat(completeWithLoad(first, one, LOAD)).isEqualTo(Charge.NONE);
    assertSpent("0.65", "0.00");
    ledger.hold(scope, PRICE, null);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = ANOTHER)
  void responseWithAnUnknownLoadAfterTheDayOfItsKeyIsCharged(String loadId) {
    SpendScope scope = client(SpendLimit.total("1.30"));
    buy(first, scope, "key", LOAD);
    time.advance(MORE_THAN_A_DAY);
    Reservation repeat = first.hold(scope, PRICE, "key");
    for (int twice = 0; twice < 2; twice++) {
      assertThat(completeWithLoad(first, repeat, loadId)).as("completed again").isEqualTo(CHARGED);
    }
    assertSpent("1.30", "0.00");
    ledger.refused(scope, "0.01", null);
  }

  @Test
  void loadOfTheSecondDayOfAKeyIsFreeToo() {
    buy(first, null, "key", LOAD);
    time.advance(MORE_THAN_A_DAY);
    assertThat(buy(first, null, "key", ANOTHER)).isEqualTo(CHARGED);
    for (String known : List.of(ANOTHER, LOAD)) {
      assertThat(buy(first, null, "key", known)).as(known).isEqualTo(Charge.NONE);
    }
    time.advance(MORE_THAN_A_DAY);
    assertThat(buy(first, null, "key", ANOTHER)).as("on the third day").isEqualTo(Charge.NONE);
    assertSpent("1.30", "0.00");
  }

  @Test
  void lostRepeatsAfterTheDayOfTheirKeyCountOnce() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    buy(first, scope, "key", LOAD);
    time.advance(MORE_THAN_A_DAY);
    for (int i = 0; i < 3; i++) {
      assertThat(first.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN)).isEqualTo(Charge.UNKNOWN);
    }
    assertSpent("0.65", "0.65");
    ledger.refused(scope, "0.01", null);
    assertThat(buy(first, scope, "key", ANOTHER)).as("that was it").isEqualTo(CHARGED);
    assertSpent("1.30", "0.00");
  }

  /** It is unknown whether the lost call or a call of the day before was charged. */
  @Test
  void replayNextToALostRepeatIsFree() {
    buy(first, null, "key", LOAD);
    time.advance(MORE_THAN_A_DAY);
    first.lose(PRICE, "key");
    assertThat(buy(first, null, "key", LOAD)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  /** The service still knows the key of the first day, but the ledger does not know its load. */
  @Test
  void responseAfterTheDayOfALostKeyIsCharged() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    first.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(Duration.ofHours(24).minusMinutes(4));
    assertThat(buy(first, scope, "key", LOAD)).isEqualTo(CHARGED);
    assertSpent("0.65", "0.65");
    ledger.refused(scope, "0.01", null);
  }

  /** A lost call of a key found the load, and it is unknown which call bought it. */
  @Test
  void unchargedLoadMakesNoCallFreeAfterTheDayOfItsKey() {
    Reservation lost = first.hold(null, PRICE, "key");
    first.complete(lost, Charge.Kind.UNKNOWN, NUMBER, LOAD);
    time.advance(MORE_THAN_A_DAY);
    assertThat(buy(first, null, "key", LOAD)).isEqualTo(CHARGED);
    assertSpent("0.65", "0.65");
  }

  @Test
  void loadOfAnotherAccountMakesNoCallFree() {
    buy(second, null, "other", LOAD);
    assertThat(buy(first, null, "key", LOAD)).as("its first use").isEqualTo(CHARGED);
    buy(first, null, "next", ANOTHER);
    buy(second, null, "third", THIRD);
    assertThat(buy(first, null, "next", THIRD)).as("within the day").isEqualTo(CHARGED);
    assertSpent("3.25", "0.00");
  }

  @Test
  void loadOfAnotherAccountMakesNoCallFreeAfterTheDayOfAKey() {
    buy(first, null, "key", LOAD);
    buy(second, null, "key", ANOTHER);
    time.advance(MORE_THAN_A_DAY);
    assertThat(buy(first, null, "key", ANOTHER)).isEqualTo(CHARGED);
    assertThat(buy(second, null, "key", ANOTHER)).isEqualTo(Charge.NONE);
    assertSpent("1.95", "0.00");
  }

  // --- the balance of an account ---

  private BalanceComparison compare(String account, String balanceUsd) {
    return ledger.of(account).compare(() -> usd(balanceUsd));
  }

  /** Asserts the debited amount, the minimum, the maximum and the difference. */
  private static void assertComparison(BalanceComparison made, String... usd) {
    assertThat(
            List.of(made.debitedUsd(), made.minUsd(), made.maxUsd(), made.unexplainedUsd()).stream()
                .map(BigDecimal::toPlainString))
        .containsExactly(usd);
  }

  @Test
  void eachAccountIsComparedWithItsOwnBalance() {
    compare("first", "100.00");
    compare("second", "50.00");
    time.advance(minutes(1));
    first.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    second.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    second.lose("0.02", null);
    time.advance(minutes(5));
    BalanceComparison made = compare("first", "99.35");
    assertThat(made.accountId()).isEqualTo(FIRST);
    assertComparison(made, "0.65", "0.65", "0.65", "0.00");
    assertComparison(compare("second", "49.33"), "0.67", "0.65", "0.67", "0.00");
    time.advance(minutes(1));
    ledger.ledger.recordAdjustment(SECOND, usd("-0.65"), "ann", "the old program");
    assertComparison(compare("first", "99.35"), "0.65", "0.65", "0.65", "0.00");
    assertComparison(compare("second", "48.68"), "0.67", "0.65", "0.67", "0.00");
  }

  @Test
  void callInProgressOfAnotherAccountExplainsNoDifference() {
    compare("first", "100.00");
    second.hold(null, PRICE, "key");
    time.advance(minutes(1));
    assertComparison(compare("first", "99.35"), "0.65", "0.00", "0.00", "0.65");
  }

  /** Adding an account name has the same effect as a rotation. */
  @Test
  void firstComparisonOfAnAccountOnlyStoresTheBalance() {
    compare("first", "100.00");
    time.advance(minutes(1));
    second.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    time.advance(minutes(1));
    BalanceComparison made = compare("second", "7.00");
    assertThat(made.accountId()).isEqualTo(SECOND);
    assertThat(made.balanceUsd()).isEqualByComparingTo("7.00");
    assertComparison(made, "0.00", "0.00", "0.00", "0.00");
    time.advance(minutes(1));
    assertComparison(compare("first", "100.00"), "0.00", "0.00", "0.00", "0.00");
  }

  @Test
  void purgeKeepsTheUncomparedTotalsOfEachAccount() {
    compare("first", "100.00");
    compare("second", "50.00");
    time.advance(minutes(1));
    first.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    for (int i = 0; i < 2; i++) second.pay(null, "0.02", null, Charge.Kind.CHARGED);
    ledger.of("third").pay(null, "0.03", null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(4);
    assertComparison(compare("first", "99.35"), "0.65", "0.65", "0.65", "0.00");
    assertComparison(compare("third", "10.00"), "0.00", "0.00", "0.00", "0.00");
    time.advance(minutes(1));
    assertComparison(compare("second", "49.96"), "0.04", "0.04", "0.04", "0.00");
    time.advance(minutes(1));
    assertComparison(compare("first", "98.35"), "1.65", "0.65", "0.65", "1.00");
  }

  @Test
  void lostRepeatsAfterTheDayOfTheirKeyAreDebitedAtMostOnce() {
    buy(first, null, "key", LOAD);
    time.advance(MORE_THAN_A_DAY);
    compare("first", "100.00");
    time.advance(minutes(1));
    for (int i = 0; i < 3; i++) first.lose(PRICE, "key");
    time.advance(minutes(10));
    assertComparison(compare("first", "100.00"), "0.00", "0.00", "0.65", "0.00");
  }

  @Test
  void replayAfterTheDayOfItsKeyIsNotDebited() {
    buy(first, null, "key", LOAD);
    time.advance(MORE_THAN_A_DAY);
    compare("first", "100.00");
    time.advance(minutes(1));
    buy(first, null, "key", LOAD);
    time.advance(minutes(10));
    assertComparison(compare("first", "99.35"), "0.65", "0.00", "0.00", "0.65");
  }

  /** The call that was lost the day before bought the load, so it was debited then. */
  @Test
  void chargeAfterTheDayOfALostKeyHasNoMinimum() {
    compare("first", "100.00");
    time.advance(minutes(1));
    first.lose(PRICE, "key");
    time.advance(Duration.ofHours(1));
    assertComparison(compare("first", "99.35"), "0.65", "0.00", "0.65", "0.00");
    time.advance(Duration.ofHours(23).minusMinutes(4));
    assertThat(buy(first, null, "key", LOAD)).isEqualTo(CHARGED);
    time.advance(minutes(1));
    assertComparison(compare("first", "99.35"), "0.65", "0.00", "1.30", "0.00");
  }

  // --- a batch ---

  /** A service that remembers keys for a day, and references forever. */
  private final class Service {
    private final Map<String, Instant> keys = new HashMap<>();
    private final Map<String, String> loads = new HashMap<>();
    private int debits;

    /** The response to a creation: a 201, also as a replay, or a 200 for a known reference. */
    Outcome create(String order) {
      String load = loads.get(order);
      Instant keyed = keys.get(order);
      boolean isReplay = keyed != null && time.instant().isBefore(keyed.plus(Duration.ofDays(1)));
      if (load != null && !isReplay) {
        return new Outcome(Charge.Kind.NONE, "LD-" + order, load, null, null);
      }
      if (load == null) {
        debits++;
        keys.put(order, time.instant());
        loads.put(order, TestLedger.idOf("LD-" + order));
      }
      return new Outcome(Charge.Kind.CHARGED, "LD-" + order, loads.get(order), null, null);
    }
  }

  private Reservation reserveOrder(SpendScope scope, String order) {
    return TestLedger.requireReservation(
        first.reserve(first.order(scope, PRICE, order, "acme/" + order)));
  }

  /** Every eighth response of the first delivery is lost. */
  @Test
  void redeliveredBatchReportsEachChargeOnce() {
    Service service = new Service();
    SpendScope budget = client(SpendLimit.total("26.00"));
    Map<String, Integer> charged = new HashMap<>();

    List<Reservation> deliveries = new ArrayList<>();
    for (int twice = 0; twice < 2; twice++) {
      for (int i = 0; i < ORDERS; i++) deliveries.add(reserveOrder(budget, "order-" + i));
    }
    for (int i = 0; i < deliveries.size(); i++) {
      Reservation one = deliveries.get(i);
      String order = one.purchase().idempotencyKey();
      Outcome outcome = service.create(order);
      boolean isLost = i < ORDERS && i % 8 == 0;
      Outcome reportedOutcome =
          isLost ? new Outcome(Charge.Kind.UNKNOWN, null, null, null, null) : outcome;
      Charge assertComparison = first.guard.complete(one.purchase(), reportedOutcome);
      if (isLost) assertThat(assertComparison).as(order).isEqualTo(Charge.UNKNOWN);
      if (assertComparison.equals(CHARGED)) charged.merge(order, 1, Integer::sum);
    }
    assertThat(charged.values()).hasSize(ORDERS).containsOnly(1);
    assertSpent("26.00", "0.00");

    time.advance(MORE_THAN_A_DAY);
    SpendScope more = client(SpendLimit.total("26.65"));
    for (int i = 0; i < ORDERS; i++) {
      Reservation again = reserveOrder(more, "order-" + i);
      Outcome outcome = service.create("order-" + i);
      assertThat(first.guard.complete(again.purchase(), outcome)).isEqualTo(Charge.NONE);
    }
    assertThat(service.debits).isEqualTo(ORDERS);
    assertSpent("26.00", "0.00");
  }
}
