package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No limit is exceeded, and none refuses too much, whatever the outcome of calls. */
abstract class LimitsHoldContract extends LedgerFixture {
  @Test
  void limitAllowsItsCapToTheCent() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    LimitExceeded refusal = ledger.refused(scope, "0.66", null);
    assertThat(refusal)
        .isEqualTo(
            new LimitExceeded(
                "1.30 USD in total for scope client", usd("0.66"), usd("0.65"), null));
    ledger.hold(scope, "0.65", null);
    assertThat(ledger.refused(scope, "0.01", null).remainingUsd()).isZero();
  }

  /** Each paid operation: with a key that the service charges once, or charged for each attempt. */
  @Test
  void reservationWithoutAKeyCountsDespiteAKey() {
    for (Operation operation : Operation.values()) {
      if (operation.priceKey() == null) continue;
      SpendScope total = SpendScope.of("total-" + operation.id(), SpendLimit.total("1.30"));
      SpendScope day = SpendScope.of("day-" + operation.id(), SpendLimit.perDay("1.30"));
      for (SpendScope scope : List.of(total, day)) {
        for (Charge.Kind outcome : List.of(Charge.Kind.CHARGED, Charge.Kind.UNKNOWN)) {
          ledger.complete(
              TestLedger.requireReservation(ledger.reserve(of(operation, scope))), outcome);
        }
        ledger.refused(scope, "0.01", null);
        assertThat(ledger.totals(scope).spentUsd()).isEqualByComparingTo("1.30");
      }
    }
  }

  private Purchase of(Operation operation, SpendScope scope) {
    Purchase read = ledger.purchase(scope, PRICE, null);
    return new Purchase(
        read.id(),
        read.callId(),
        1,
        operation,
        read.accountId(),
        null,
        null,
        null,
        scope,
        read.quote(),
        read.remainingTime());
  }

  @Test
  void unchargedPriceIsReleased() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    ledger.pay(scope, PRICE, null, Charge.Kind.NONE);
    ledger.refused(scope, "0.66", null);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void refusedCallIsAllowedAfterAnotherIsReleased() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    Reservation running = ledger.hold(scope, PRICE, null);
    ledger.refused(scope, PRICE, null);
    ledger.complete(running, Charge.Kind.NONE);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void callCountsInItsScopeAndEnclosingScopes() {
    SpendScope tenant = SpendScope.of("acme", SpendLimit.total("1.00"));
    SpendScope first = tenant.child("run:1", SpendLimit.total("0.70"));
    SpendScope second = tenant.child("run:2", SpendLimit.total("0.70"));
    ledger.pay(first, PRICE, null, Charge.Kind.CHARGED);

    assertThat(ledger.refused(first, PRICE, null).limit()).endsWith("scope client/acme/run:1");
    assertThat(ledger.refused(second, PRICE, null).limit()).endsWith("scope client/acme");
    ledger.pay(second, "0.35", null, Charge.Kind.CHARGED);
    ledger.pay(SpendScope.of("other"), "5", null, Charge.Kind.CHARGED);

    assertThat(ledger.totals(first).chargedUsd()).isEqualByComparingTo("0.65");
    assertThat(ledger.totals(tenant).chargedUsd()).isEqualByComparingTo("1.00");
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("6.00");
  }

  @Test
  void scopeNameIsNoPattern() {
    SpendLimit limit = SpendLimit.total(PRICE);
    ledger.pay(SpendScope.of("a_b", limit), PRICE, null, Charge.Kind.CHARGED);
    ledger.hold(SpendScope.of("axb", limit), PRICE, null);
    ledger.hold(SpendScope.of("A_B", limit), PRICE, null);
    for (String other : List.of("axb", "a", "A_B")) {
      SpendScope scope = SpendScope.of(other, limit);
      assertThat(ledger.totals(scope).spentUsd()).as(other).isZero();
      assertThat(ledger.ledger.entries(SpendFilter.all().scope(scope)))
          .as(other)
          .allMatch(SpendEntry::inProgress);
    }
  }

  /** Customer ids in any spelling. Each has its own scope, even where a database ignores case. */
  @Test
  void differentCustomerIdsHaveDifferentScopes() {
    List<String> ids =
        List.of(
            "acme",
            "ACME",
            "acme ",
            " acme",
            "acm\u00e9",
            "acme\u0301",
            "a_me",
            "a%me",
            "%",
            "_",
            "a'me",
            "a\"me",
            "a\\me",
            "a/me",
            "a!me",
            "a;--",
            "x".repeat(500),
            "x".repeat(501),
            "\ud83d\ude9a",
            "stra\u00dfe",
            "strasse",
            "\u0131",
            "i",
            "I",
            "\u0130");
    SpendLimit[] limits = {SpendLimit.perHour(PRICE), SpendLimit.total(PRICE)};
    for (String id : ids) ledger.pay(customer(id, limits), PRICE, null, Charge.Kind.CHARGED);
    for (String id : ids) {
      SpendScope scope = customer(id, limits);
      assertThat(ledger.refused(scope, "0.01", null).remainingUsd()).as(id).isZero();
      assertThat(ledger.totals(scope).chargedUsd()).as(id).isEqualByComparingTo(PRICE);
    }
  }

  private static SpendScope customer(String id, SpendLimit... limits) {
    return SpendScope.of("customer").child(id, limits);
  }

  @Test
  void callsKeepTheLimitsOfClientAndScope() {
    TestLedger limited = other(SpendLimit.total("2.00"));
    SpendScope acme = SpendScope.of("acme", SpendLimit.total("1.00"));
    limited.pay(acme, PRICE, null, Charge.Kind.CHARGED);
    assertThat(limited.refused(acme, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
    assertThat(limited.refused(null, "1.36", null).remainingUsd()).isEqualByComparingTo("1.35");
  }

  @Test
  void callsKeepBothLimitsOfOnePeriod() {
    TestLedger limited = other(SpendLimit.perHour("2.00"));
    SpendScope own = client(SpendLimit.perHour("1.00"));
    limited.pay(own, PRICE, null, Charge.Kind.CHARGED);
    assertThat(limited.refused(own, "0.36", null).limit()).startsWith("1.00 USD");
    assertThat(limited.refused(null, "1.36", null).remainingUsd()).isEqualByComparingTo("1.35");
  }

  @Test
  void freeKeysOfOneRunKeepTheLimitOfTheNext() {
    SpendScope first = SpendScope.of("run:42", SpendLimit.total("1.30"));
    SpendScope next = SpendScope.of("run:43", SpendLimit.total("1.30"));
    for (int i = 0; i < 20; i++) ledger.pay(first, PRICE, "key" + i, Charge.Kind.NONE);
    assertThat(countCharged(next, 20)).isEqualTo(2);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
  }

  /** An entry has one scope: the first scope that used the key. */
  @Test
  void lostKeysCountInTheirFirstRun() {
    SpendScope first = SpendScope.of("run:42", SpendLimit.total("1.30"));
    SpendScope next = SpendScope.of("run:43", SpendLimit.total(PRICE));
    ledger.pay(first, PRICE, "key0", Charge.Kind.UNKNOWN);
    ledger.pay(first, PRICE, "key1", Charge.Kind.UNKNOWN);
    assertThat(countCharged(next, 2)).isEqualTo(2);
    ledger.refused(first, "0.01", null);
    ledger.hold(next, PRICE, null);
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo("1.30");
  }

  @Test
  void keySettledAsFreeCountsInTheRunThatRepeatsIt() {
    SpendScope first = SpendScope.of("run:42", SpendLimit.total(PRICE));
    SpendScope next = SpendScope.of("run:43", SpendLimit.total(PRICE));
    ledger.pay(first, PRICE, "key", Charge.Kind.UNKNOWN);
    ledger.ledger.settle(ledger.entries().get(0).id(), false, "ann", "no such load");
    ledger.hold(next, PRICE, "key");
    ledger.hold(first, PRICE, null);
    ledger.refused(next, "0.01", null);
  }

  @Test
  void keyOfAnotherRunIsListedInThatRun() {
    SpendScope first = SpendScope.of("run:42");
    SpendScope next = SpendScope.of("run:43");
    ledger.pay(first, PRICE, "key", Charge.Kind.UNKNOWN);
    SpendEntry free =
        ledger.ledger.settle(ledger.entries().get(0).id(), false, "ann", "no such load");
    assertThat(free.scope()).isEqualTo(first.path());
    ledger.pay(next, PRICE, "key", Charge.Kind.CHARGED);
    assertThat(other().entries())
        .extracting(SpendEntry::scope)
        .containsExactly(first.path(), next.path());
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(2);
    assertThat(other().totals(next).chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals(first).chargedUsd()).isZero();
  }

  @Test
  void freeKeyStaysInItsFirstRun() {
    SpendScope first = SpendScope.of("run:42");
    ledger.pay(first, "0.00", "key", Charge.Kind.CHARGED);
    ledger.hold(SpendScope.of("run:43"), PRICE, "key");
    assertThat(ledger.entries()).extracting(SpendEntry::scope).containsExactly(first.path());
  }

  /** The keys count nothing in that run, so its limit could not restrict them. */
  @Test
  void uncountedKeysOfOneRunKeepTheLimitOfTheNext() {
    SpendScope first = SpendScope.of("run:42");
    SpendScope next = SpendScope.of("run:43", SpendLimit.total("1.30"));
    for (int i = 0; i < 5; i++) ledger.pay(first, PRICE, "key" + i, Charge.Kind.UNKNOWN);
    for (SpendEntry lost : ledger.entries()) {
      SpendEntry unused = ledger.ledger.settle(lost.id(), false, "ann", "no such load");
    }
    assertThat(countCharged(next, 5)).isEqualTo(2);
    assertThat(ledger.totals(next).chargedUsd()).isEqualByComparingTo("1.30");
    assertThat(ledger.totals(first).spentUsd()).isZero();
  }

  @Test
  void keyOfTwoRunsCountsInTheFirstUntilAllItsCallsAreFree() {
    SpendScope first = SpendScope.of("run:42", SpendLimit.total(PRICE));
    SpendScope next = SpendScope.of("run:43", SpendLimit.total(PRICE));
    Reservation one = ledger.hold(first, PRICE, "key");
    Reservation two = ledger.hold(next, PRICE, "key");
    ledger.complete(one, Charge.Kind.NONE);
    ledger.refused(first, "0.01", null);
    ledger.hold(next, PRICE, null);
    ledger.complete(two, Charge.Kind.NONE);
    ledger.hold(first, PRICE, null);
  }

  @Test
  void lostCallsRepeatedAfterTheirPeriodCountInTheNewPeriod() {
    SpendScope scope = client(SpendLimit.perHour("1.30"));
    for (int i = 0; i < 8; i++) {
      ledger.pay(scope, PRICE, "key" + i, Charge.Kind.UNKNOWN);
      time.advance(minutes(70));
    }
    assertThat(countCharged(scope, 8)).isEqualTo(2);
    time.advance(minutes(70));
    // And the whole budget is available afterwards.
    ledger.pay(scope, "1.30", null, Charge.Kind.CHARGED);
    time.advance(minutes(70));
    ledger.hold(scope, "1.30", null);
  }

  @Test
  void repeatAtALowerPriceNeedsBudgetForTheHigherPrice() {
    SpendScope scope = client(SpendLimit.perHour("1.00"));
    ledger.pay(scope, "0.80", "key", Charge.Kind.UNKNOWN);
    time.advance(minutes(70));
    ledger.pay(scope, "0.30", null, Charge.Kind.CHARGED);
    ledger.refused(scope, PRICE, "key");
    time.advance(minutes(70));
    ledger.hold(scope, PRICE, "key");
    ledger.refused(scope, "0.21", null);
  }

  /**
   * The entry of its key already counts most of the price, and a repeat needs budget for the rest.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void repeatAboveTheWholeLimitHasNoRetryTime(boolean isTotal) {
    SpendScope scope = client(isTotal ? SpendLimit.total(PRICE) : SpendLimit.perHour(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    LimitExceeded refusal = ledger.refused(scope, "0.70", "key");
    assertThat(refusal.priceUsd()).isEqualByComparingTo("0.70");
    assertThat(refusal.remainingUsd()).isZero();
    assertThat(refusal.retryAt()).isNull();
  }

  /** The counted amount of its entry does not help a call after the entry has left the period. */
  @Test
  void repeatNeedsItsWholePriceAfterItsEntryLeftThePeriod() {
    SpendScope scope = client(SpendLimit.perHour("1.30"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(minutes(30));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    Instant freed = time.instant().plus(Duration.ofHours(1));
    assertFitsAt(freed, ledger.refused(scope, "0.70", "key"), scope, "0.70");
  }

  private void assertFitsAt(Instant freed, LimitExceeded refusal, SpendScope scope, String usd) {
    assertThat(refusal.retryAt()).isEqualTo(freed);
    time.set(freed.minusNanos(1000));
    assertThat(ledger.refused(scope, usd, "key").retryAt()).isEqualTo(freed);
    time.set(freed);
    ledger.hold(scope, usd, "key");
  }

  @Test
  void callLostAgainCountsInTheCurrentPeriod() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(minutes(70));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    ledger.refused(scope, "0.01", null);
    time.advance(minutes(70));
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void lostCallsRepeatedOneByOneFreeNoBudgetLater() {
    SpendScope scope = client(SpendLimit.perHour("1.30"));
    for (int i = 0; i < 8; i++) {
      ledger.pay(scope, PRICE, "lost" + i, Charge.Kind.UNKNOWN);
      time.advance(minutes(70));
      ledger.pay(scope, PRICE, "lost" + i, Charge.Kind.CHARGED);
    }
    assertThat(countCharged(scope, 12)).isEqualTo(1);
    time.advance(minutes(70));
    ledger.refused(scope, "1.31", null);
    ledger.hold(scope, "1.30", null);
  }

  @Test
  void crashedCallStopsNoCallAfterItsPeriod() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    Instant expires = time.instant().plus(TestLedger.RESERVATION_TIME);
    ledger.hold(scope, PRICE, "key");
    Instant over = expires.plus(Duration.ofHours(1));
    assertThat(ledger.refused(scope, PRICE, null).retryAt()).isBetween(over, over.plusSeconds(60));
    time.set(expires.minusNanos(1000));
    assertThat(ledger.refused(scope, PRICE, null).retryAt()).isBetween(over, over.plusSeconds(60));
    assertThat(ledger.entries())
        .singleElement()
        .matches(entry -> entry.inProgress() && entry.amountUsd().compareTo(usd(PRICE)) == 0);
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.ledger.entries(SpendFilter.all().onlyUnknown())).isEmpty();
    time.set(expires);
    assertThat(ledger.refused(scope, PRICE, null).retryAt()).isBetween(over, over.plusSeconds(60));
    assertThat(ledger.entries()).singleElement().matches(SpendEntry::unknown);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.ledger.entries(SpendFilter.all().onlyUnknown())).hasSize(1);
    time.set(over.plusSeconds(60));
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void oldCrashedCallDoesNotStopTheNextCall() {
    SpendScope scope = client(SpendLimit.perDay(PRICE));
    ledger.hold(scope, PRICE, null);
    time.advance(Duration.ofDays(365));
    ledger.hold(scope, PRICE, null);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void suspendedCallIsRecordedAfterItsDeadline() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    Reservation slept = ledger.hold(scope, PRICE, null);
    Reservation alsoSlept = ledger.hold(scope, PRICE, "key");
    time.advance(Duration.ofHours(9));
    ledger.pay(null, "0", null, Charge.Kind.NONE);
    ledger.refused(scope, PRICE, null);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo("1.30");

    assertThat(ledger.complete(slept, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    ledger.complete(alsoSlept, Charge.Kind.NONE);
    assertThat(ledger.totals().unknownUsd()).isZero();
    ledger.hold(scope, PRICE, null);
    ledger.refused(scope, "0.01", null);
  }

  @Test
  void refusedRepeatsOfALostCallChangeNothing() {
    SpendScope scope = client(SpendLimit.perHour("1.00"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    for (int i = 0; i < 10; i++) {
      time.advance(minutes(1));
      ledger.refused(scope, "1.01", "key");
    }
    assertThat(ledger.refused(scope, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
    ledger.hold(scope, "0.35", null);
  }

  @Test
  void refusedRepeatsOfAnOldLostCallUseNoBudget() {
    SpendScope scope = client(SpendLimit.perHour("1.00"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(minutes(70));
    ledger.pay(scope, "0.70", null, Charge.Kind.CHARGED);
    for (int i = 0; i < 10; i++) ledger.refused(scope, PRICE, "key");
    assertThat(ledger.refused(scope, "0.31", null).remainingUsd()).isEqualByComparingTo("0.30");
    ledger.hold(scope, "0.30", null);
  }

  /** A call gives up, but the service may charge it until its deadline. */
  @Test
  void unknownChargeCountsFromTheDeadlineOfItsCall() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    Instant passed = time.instant().plus(TestLedger.RESERVATION_TIME).plus(Duration.ofHours(1));
    ledger.pay(scope, PRICE, null, Charge.Kind.UNKNOWN);
    assertThat(ledger.refused(scope, PRICE, null).retryAt())
        .isBetween(passed, passed.plusSeconds(60));
    time.set(passed.minusSeconds(1));
    ledger.refused(scope, PRICE, null);
    time.set(passed.plusSeconds(60));
    ledger.hold(scope, PRICE, null);
  }

  /** A day has 23 hours when clocks go forward, and 25 when they go back. */
  @ParameterizedTest
  @CsvSource({
    "2027-03-14T06:00:00Z, 2027-03-15T05:00:00Z",
    "2026-11-01T05:00:00Z, 2026-11-02T06:00:00Z",
    "2026-11-20T06:00:00Z, 2026-11-21T06:00:00Z"
  })
  void calendarDayEndsAtMidnightWhenClocksChange(Instant begin, Instant end) {
    SpendScope scope = client(SpendLimit.perDay(PRICE, ZoneId.of("America/Chicago")));
    time.set(begin.minusNanos(1000));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    time.set(begin);
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    time.set(end.minusNanos(1000));
    assertThat(ledger.refused(scope, PRICE, null).retryAt()).isEqualTo(end);
    time.set(end);
    ledger.hold(scope, PRICE, null);
  }

  /** Clocks change in March and November; February has 28 days, and 29 in 2028. */
  @ParameterizedTest
  @CsvSource({
    "2026-11-01T05:00:00Z, 2026-12-01T06:00:00Z",
    "2026-12-01T06:00:00Z, 2027-01-01T06:00:00Z",
    "2027-02-01T06:00:00Z, 2027-03-01T06:00:00Z",
    "2028-02-01T06:00:00Z, 2028-03-01T06:00:00Z",
    "2027-03-01T06:00:00Z, 2027-04-01T05:00:00Z"
  })
  void monthIsTheCalendarMonthOfItsZone(Instant begin, Instant end) {
    SpendScope scope = client(SpendLimit.perMonth("1.30", ZoneId.of("America/Chicago")));
    time.set(begin.minusNanos(1000));
    ledger.pay(scope, "1.30", null, Charge.Kind.CHARGED);
    time.set(begin);
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    time.set(begin.plus(Duration.ofDays(20)));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    time.set(end.minusNanos(1000));
    assertThat(ledger.ledger.purge(Instant.MAX)).as("of the months before").isLessThan(2);
    LimitExceeded refusal = ledger.refused(scope, "0.01", null);
    assertThat(refusal.limit()).isEqualTo("1.30 USD per month (America/Chicago) for scope client");
    assertThat(refusal.retryAt()).isEqualTo(end);
    assertThat(ledger.refused(scope, "1.31", null).retryAt()).isNull();
    time.set(end);
    ledger.hold(scope, "1.30", null);
  }

  @Test
  void monthAndDayAreTwoLimits() {
    ZoneId zone = ZoneId.of("America/Chicago");
    SpendScope scope = client(SpendLimit.perMonth("1.50", zone), SpendLimit.perDay("1.00", zone));
    moveTo("2026-11-20T12:00:00Z");
    ledger.pay(scope, "1.00", null, Charge.Kind.CHARGED);
    assertThat(ledger.refused(scope, "0.10", null).retryAt()).isEqualTo("2026-11-21T06:00:00Z");
    moveTo("2026-11-21T12:00:00Z");
    ledger.hold(scope, "0.50", null);
    assertThat(ledger.refused(scope, "0.10", null).retryAt()).isEqualTo("2026-12-01T06:00:00Z");
  }

  @Test
  void rollingAndCalendarDayAreTwoLimits() {
    ZoneId zone = ZoneId.of("UTC");
    SpendScope scope = client(SpendLimit.perDay("1.00", zone), SpendLimit.perDay("1.50"));
    moveTo("2026-11-20T23:00:00Z");
    ledger.pay(scope, "1.00", null, Charge.Kind.CHARGED);
    moveTo("2026-11-21T01:00:00Z");
    ledger.hold(scope, "0.50", null);
    assertThat(ledger.refused(scope, "0.10", null).limit()).contains("per 24 hours");
  }

  @Test
  void remainingAmountEqualsTheAmountOfARefusal() {
    SpendScope scope = client(SpendLimit.perHour("2.00"), SpendLimit.total("3.00"));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.hold(scope, PRICE, null);
    assertThat(remainingAmounts(scope)).containsExactly("0.70", "1.70");
    assertThat(remainingAmounts(client(SpendLimit.perDay("2.00"))))
        .as("a window without earlier calls")
        .containsExactly("0.70");
    assertThat(remainingAmounts(client(SpendLimit.perDay("1.00"))))
        .as("a limit below what is spent")
        .containsExactly("0.00");
    assertThat(remainingAmounts(client())).isEmpty();
    assertThat(ledger.limitUse(scope).get(1))
        .matches(use -> use.usedUsd().compareTo(usd("1.30")) == 0)
        .matches(use -> Math.abs(use.usedRatio() - 1.30 / 3.00) < 1e-9);
  }

  /** A listener with a threshold is also notified of it. */
  @Test
  void limitOfZeroIsUsedUp() {
    assertThat(ledger.limitUse(client(SpendLimit.total("0"))))
        .singleElement()
        .matches(use -> use.usedRatio() == 1)
        .matches(use -> use.remainingUsd().signum() == 0);
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    assertThat(ledger.limitUse(client(SpendLimit.total("0"))))
        .singleElement()
        .matches(use -> use.usedRatio() == 1);
    assertThat(ledger.limitUse(client(SpendLimit.total(PRICE))))
        .singleElement()
        .matches(use -> use.usedRatio() == 1);
  }

  private List<String> remainingAmounts(SpendScope scope) {
    return remainingAmounts(ledger.limitUse(scope));
  }

  /** Otherwise a day's orders would leave no budget for reading positions. */
  @Test
  void limitForCreationsLeavesBudgetForReads() {
    SpendLimit ofOrders = SpendLimit.perDay("1.30").onlyFor(Operation.CREATE_LOAD);
    TestLedger limited = other(SpendLimit.perDay("2.10"), ofOrders);
    SpendScope acme =
        SpendScope.of("acme", SpendLimit.perHour("0.65").onlyFor(Operation.CREATE_LOAD));
    limited.pay(null, "0.02", null, Charge.Kind.CHARGED);
    limited.pay(acme, PRICE, "one", Charge.Kind.CHARGED);
    assertThat(limited.refused(acme, PRICE, "two").limit())
        .isEqualTo("0.65 USD per 1 hour of createLoad for scope client/acme");
    limited.pay(null, PRICE, "two", Charge.Kind.CHARGED);
    assertThat(remainingAmounts(limited.guard.limitUsage(acme)))
        .containsExactly("0.00", "0.78", "0.00");
    LimitExceeded refusal = limited.refused(null, PRICE, "three");
    assertThat(refusal.limit()).isEqualTo("1.30 USD per 24 hours of createLoad for scope client");
    assertThat(refusal.retryAt()).isEqualTo(time.instant().plus(Duration.ofDays(1)));
    for (int i = 0; i < 3; i++) limited.pay(acme, "0.26", null, Charge.Kind.CHARGED);
    assertThat(limited.refused(null, "0.02", null).limit()).startsWith("2.10 USD per 24 hours for");
  }

  @Test
  void totalOfOneOperationCountsItsPurgedEntries() {
    SpendScope acme =
        SpendScope.of(
            "acme",
            SpendLimit.total("1.30").onlyFor(Operation.CREATE_LOAD),
            SpendLimit.total("0.10").onlyFor(Operation.GET_LOAD_POSITION));
    for (int twice = 1; twice <= 2; twice++) {
      ledger.pay(acme, PRICE, "key " + twice, Charge.Kind.CHARGED);
      ledger.pay(acme, "0.05", null, Charge.Kind.CHARGED);
      time.advance(Duration.ofDays(34));
      assertThat(ledger.ledger.purge(time.instant())).isEqualTo(2);
    }
    assertThat(remainingAmounts(acme)).containsExactly("0.00", "0.00");
    ledger.refused(acme, PRICE, "key 3");
    ledger.refused(acme, "0.01", null);
    assertThat(remainingAmounts(SpendScope.of("acme", SpendLimit.total("2.00"))))
        .containsExactly("0.60");
    assertThat(ledger.totals(acme).chargedUsd()).isEqualByComparingTo("1.40");
  }

  @Test
  void limitsOfRecentCallsAreReported() {
    assertThat(ledger.guard.limitUsage()).isEmpty();
    SpendScope acme = SpendScope.of("acme", SpendLimit.total("1.00"));
    TestLedger limited = other(SpendLimit.perDay("2.00"));
    limited.pay(acme, PRICE, null, Charge.Kind.CHARGED);
    limited.refused(acme, PRICE, null);
    assertThat(limited.guard.limitUsage())
        .extracting(use -> use.limit().scope() + " " + use.remainingUsd())
        .containsExactlyInAnyOrder("client/acme 0.35", "client 1.35");
    assertThat(ledger.guard.limitUsage()).as("of another guard").isEmpty();
  }

  @Test
  void limitOfTheNewestCallReplacesTheEarlierLimit() {
    SpendScope acme = SpendScope.of("acme", SpendLimit.perDay("0.65"));
    ledger.pay(acme.child("orders", SpendLimit.total("0.65")), PRICE, null, Charge.Kind.CHARGED);
    assertThat(remainingAmounts(ledger.guard.limitUsage()))
        .containsExactlyInAnyOrder("0.00", "0.00");
    SpendScope raised = SpendScope.of("acme", SpendLimit.perDay("6.50"));
    ledger.pay(raised.child("page"), "0.02", null, Charge.Kind.CHARGED);
    assertThat(ledger.guard.limitUsage())
        .extracting(use -> use.limit().scope() + " " + use.remainingUsd())
        .containsExactlyInAnyOrder("client/acme 5.83", "client/acme/orders 0.00");
    ledger.pay(SpendScope.of("acme").child("orders"), "0.02", null, Charge.Kind.CHARGED);
    assertThat(ledger.guard.limitUsage()).isEmpty();
  }

  @Test
  void guardAcceptsNewLimitsWhileInUse() {
    TestLedger limited = other(SpendLimit.perDay("1.00"));
    limited.pay(null, PRICE, null, Charge.Kind.CHARGED);
    limited.refused(null, PRICE, null);
    limited.guard.replaceLimits(SpendLimit.perDay("1.30"), SpendLimit.total("2.00"));
    assertThat(remainingAmounts(limited.guard.limitUsage())).containsExactly("0.65", "1.35");
    Reservation held = limited.hold(null, PRICE, null);
    limited.guard.replaceLimits(SpendLimit.perDay("0.10"));
    assertThat(limited.complete(held, Charge.Kind.CHARGED).kind()).isEqualTo(Charge.Kind.CHARGED);
    assertThat(limited.refused(null, "0.01", null).limit()).startsWith("0.10 USD per 24 hours");
    assertThat(limited.guard.limitUsage())
        .singleElement()
        .matches(use -> use.usedUsd().compareTo(usd("1.30")) == 0)
        .matches(use -> use.usedRatio() == 13);
    limited.guard.replaceLimits();
    limited.hold(null, PRICE, null);
    assertThat(limited.guard.limitUsage()).isEmpty();
  }

  @Test
  void guardReportsItsLimitsAndTheLimitsOfTheScope() {
    SpendScope acme = SpendScope.of("acme", SpendLimit.total("1.00"));
    ledger.pay(acme, PRICE, null, Charge.Kind.CHARGED);
    LedgerGuard small = ledger.ledger.guard(SpendLimit.total("0.70"));
    LedgerGuard large = ledger.ledger.guard(SpendLimit.total("20.00"));
    assertThat(remainingAmounts(small.limitUsage(acme))).containsExactly("0.35", "0.05");
    assertThat(remainingAmounts(large.limitUsage(acme))).containsExactly("0.35", "19.35");
    assertThat(remainingAmounts(large.limitUsage(null))).containsExactly("19.35");
    Purchase purchase = ledger.purchase(null, PRICE, null);
    assertThat(small.preview(purchase)).singleElement().matches(LimitPreview::wouldExceed);
    assertThat(small.reserve(purchase)).isInstanceOf(LimitExceeded.class);
    assertThat(large.preview(purchase)).singleElement().matches(room -> !room.wouldExceed());
    assertThat(large.reserve(purchase)).isInstanceOf(Reservation.class);
  }

  private static List<String> remainingAmounts(List<LimitUsage> limits) {
    return limits.stream().map(use -> use.remainingUsd().toPlainString()).toList();
  }

  @Test
  void freeCallFitsALoweredLimit() {
    ledger.pay(client(SpendLimit.total("1.00")), PRICE, null, Charge.Kind.CHARGED);
    ledger.refused(client(SpendLimit.total("0.50")), "0.01", "key");
    ledger.hold(client(SpendLimit.total("0.50")), "0.00", "key");
  }

  @Test
  void priceFinerThanABillionthIsRoundedUp() {
    SpendScope scope = client(SpendLimit.total("0.000000002"));
    ledger.pay(scope, "0.0000000011", null, Charge.Kind.CHARGED);
    assertThat(ledger.totals().chargedUsd()).isEqualTo(new BigDecimal("0.000000002"));
    ledger.refused(scope, "0.0000000001", null);
  }

  @Test
  void amountsMayBeTinyOrHuge() {
    for (String usd : List.of("0", "0.000000001", "999999999.999999999", "1000000000")) {
      SpendScope scope = SpendScope.of("of-" + usd, SpendLimit.perDay(usd), SpendLimit.total(usd));
      ledger.pay(scope, usd, null, Charge.Kind.CHARGED);
      assertThat(ledger.totals(scope).chargedUsd()).isEqualByComparingTo(usd);
      assertThat(ledger.refused(scope, "0.000000001", null).remainingUsd()).isZero();
      ledger.hold(scope, "0", null);
    }
  }

  /**
   * A storage without enough digits refuses the next call, and no sum overflows to a negative
   * amount.
   */
  @Test
  void hugeSumsLeaveNoBudget() {
    for (int billions = 1; billions <= 12; billions++) {
      boolean canReserve = canReserve(null, "1000000000");
      assertThat(canReserve || billions > 9).as("%d billions", billions).isTrue();
    }
    assertThat(canReserve(client(SpendLimit.total("2000000000")), "0.01")).isFalse();
    assertThat(canReserve(client(SpendLimit.perDay("2000000000")), "0.01")).isFalse();
  }

  private boolean canReserve(SpendScope scope, String usd) {
    try {
      return ledger.reserve(scope, usd, null) instanceof Reservation;
    } catch (ArithmeticException | SpendLedgerException noDigits) {
      return false;
    }
  }

  /** Charges new keys, and returns how many of them the limit allowed. */
  private int countCharged(SpendScope scope, int keys) {
    int charged = 0;
    for (int i = 0; i < keys; i++) {
      if (ledger.reserve(scope, PRICE, "key" + i) instanceof Reservation held) {
        ledger.complete(held, Charge.Kind.CHARGED);
        charged++;
      }
    }
    return charged;
  }
}
