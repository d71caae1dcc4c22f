package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.testing.LogLines;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls that end after their reservation expired: their process was suspended, or it crashed and
 * never reports an outcome.
 */
abstract class LateCallsContract extends KeysContract {
  @Test
  void crashedCallStaysReservedNextToARunningCallOfItsKey() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    ledger.hold(scope, PRICE, "key");
    time.advance(TestLedger.CALL_TIME);
    Reservation running = ledger.hold(scope, PRICE, "key");
    time.advance(TestLedger.RESERVATION_TIME.minus(TestLedger.CALL_TIME));
    Instant over = time.instant().plus(TestLedger.CALL_TIME).plus(Duration.ofHours(1));
    assertThat(ledger.refused(scope, PRICE, null).retryAt()).isBetween(over, over.plusSeconds(60));

    ledger.complete(running, Charge.Kind.CHARGED);
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void suspendedReplayIsFree() {
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    Reservation slept = ledger.hold(null, PRICE, "key");
    time.advance(TestLedger.RESERVATION_TIME);
    ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    assertThat(ledger.complete(slept, Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.67");
  }

  private void settleAll(boolean charged) {
    ledger.pay(null, "0", null, Charge.Kind.NONE);
    for (SpendEntry entry : ledger.entries()) {
      if (!entry.unknown()) continue;
      SpendEntry unused = ledger.ledger.settle(entry.id(), charged, "ann", "the console says so");
    }
  }

  @Test
  void freeSuspendedCallMakesItsKeyPayAgain() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    Reservation slept = ledger.hold(scope, PRICE, "key");
    time.advance(Duration.ofHours(1));
    settleAll(true);
    assertThat(ledger.complete(slept, Charge.Kind.NONE)).isEqualTo(Charge.NONE);
    Reservation again = ledger.hold(scope, PRICE, "key");
    ledger.complete(again, Charge.Kind.CHARGED);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    ledger.hold(scope, PRICE, null);
    ledger.refused(scope, "0.01", null);
  }

  /** The settlement was about the suspended call, and another call is in progress. */
  @Test
  void freeOutcomeOfASuspendedCallReplacesItsSettlement() {
    Reservation slept = ledger.hold(null, PRICE, "key");
    time.advance(Duration.ofHours(1));
    settleAll(true);
    ledger.hold(null, PRICE, "key");
    ledger.complete(slept, Charge.Kind.NONE);
    assertThat(ledger.entries().get(0))
        .matches(SpendEntry::inProgress)
        .matches(entry -> entry.settledBy() == null && entry.settledWhy() == null);
  }

  @Test
  void outcomeOfAnotherCallResolvesACrashedCall() {
    ledger.hold(null, PRICE, null);
    time.advance(minutes(1));
    Reservation running = ledger.hold(null, "0.02", null);
    time.advance(TestLedger.RESERVATION_TIME.minusMinutes(1));
    ledger.complete(running, Charge.Kind.CHARGED);
    assertThat(ledger.entries().get(0)).matches(SpendEntry::unknown);
  }

  @Test
  void chargedSuspendedCallPaysForItsKey() {
    Reservation slept = ledger.hold(null, PRICE, "key");
    time.advance(Duration.ofHours(1));
    settleAll(false);
    time.advance(Duration.ofHours(1));
    assertThat(ledger.complete(slept, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void chargedSuspendedCallCountsFromItsDeadline() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    Reservation slept = ledger.hold(scope, PRICE, null);
    time.advance(Duration.ofMinutes(50));
    ledger.complete(slept, Charge.Kind.CHARGED);
    ledger.refused(scope, PRICE, null);
    time.advance(Duration.ofMinutes(14));
    ledger.hold(scope, PRICE, null);
  }

  /** The repeat may have been charged before the suspended call continued and was free. */
  @Test
  void suspendedCallMovesNoChargeBeforeItsRepeat() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    Reservation slept = ledger.hold(scope, PRICE, "key");
    time.advance(Duration.ofHours(23));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    ledger.complete(slept, Charge.Kind.CHARGED);
    time.advance(minutes(30));
    ledger.refused(scope, PRICE, null);
  }

  @Test
  void freeSuspendedCallDoesNotDelayTheOtherCallOfItsKey() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    Reservation slept = ledger.hold(scope, PRICE, "key");
    ledger.hold(scope, PRICE, "key");
    time.advance(Duration.ofMinutes(50));
    ledger.refused(scope, PRICE, null);
    ledger.complete(slept, Charge.Kind.NONE);
    ledger.refused(scope, PRICE, null);
    time.advance(Duration.ofMinutes(14));
    ledger.hold(scope, PRICE, null);
  }

  /** Two calls of one key whose process crashed. An operator settled the key as charged. */
  private List<Reservation> twoCrashedCallsOfAChargedKey(SpendScope scope) {
    List<Reservation> both =
        List.of(ledger.hold(scope, PRICE, "key"), ledger.hold(scope, PRICE, "key"));
    time.advance(Duration.ofHours(1));
    settleAll(true);
    return both;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void freeSuspendedCallDoesNotResolveAnotherSuspendedCall(int first) {
    SpendScope scope = client(SpendLimit.total("1.30"));
    List<Reservation> both = twoCrashedCallsOfAChargedKey(scope);
    ledger.complete(both.get(first), Charge.Kind.NONE);
    ledger.complete(both.get(first), Charge.Kind.NONE);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    ledger.hold(scope, PRICE, null);
    ledger.refused(scope, "0.01", null);
  }

  @ParameterizedTest
  @CsvSource({
    "0, CHARGED, false", "1, CHARGED, false", "0, UNKNOWN, false", "1, UNKNOWN, false",
    "0, NONE, false", "0, CHARGED, true", "1, CHARGED, true", "0, UNKNOWN, true",
    "1, UNKNOWN, true", "0, NONE, true", "1, NONE, true"
  })
  void oneOfTwoSuspendedCallsReportsTheCharge(int charged, Charge.Kind other, boolean otherFirst) {
    SpendScope scope = client(SpendLimit.total("1.30"));
    List<Reservation> both = twoCrashedCallsOfAChargedKey(scope);
    if (otherFirst) ledger.complete(both.get(1 - charged), other);
    Charge reported = ledger.complete(both.get(charged), Charge.Kind.CHARGED);
    if (!otherFirst) ledger.complete(both.get(1 - charged), other);
    boolean isOtherReported = otherFirst && other == Charge.Kind.CHARGED;
    assertThat(reported).isEqualTo(isOtherReported ? Charge.NONE : Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    ledger.hold(scope, PRICE, null);
    ledger.refused(scope, "0.01", null);
  }

  @Test
  void callThatJoinsACrashedCallReportsItsCharge() {
    ledger.hold(null, PRICE, "key");
    time.advance(Duration.ofHours(1));
    ledger.pay(null, "0.02", null, Charge.Kind.NONE);
    Reservation joined = ledger.hold(null, PRICE, "key");
    time.advance(Duration.ofHours(1));
    settleAll(true);
    assertThat(ledger.complete(joined, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void oneOfTwoSuspendedCallsOfAFreeKeyIsRecorded() {
    List<Reservation> both =
        List.of(ledger.hold(null, PRICE, "key"), ledger.hold(null, PRICE, "key"));
    time.advance(Duration.ofHours(1));
    settleAll(false);
    for (Reservation slept : both) ledger.complete(slept, Charge.Kind.CHARGED);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void clockSetBackLosesNoCharge() {
    Reservation completed = ledger.hold(null, PRICE, "key");
    Reservation repeated = ledger.hold(null, PRICE, "key");
    ledger.lose(PRICE, null);
    time.advance(Duration.ofHours(-1));
    ledger.complete(completed, Charge.Kind.CHARGED);
    ledger.complete(repeated, Charge.Kind.UNKNOWN);
    ledger.ledger.settle(ledger.entries().get(1).id(), true, "ann", "on the statement");
    assertThat(ledger.entries())
        .hasSize(2)
        .allMatch(entry -> entry.amountUsd().compareTo(usd(PRICE)) == 0);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  @Test
  void unreservedCallIsRecordedIfItMayHaveBeenCharged() {
    SpendScope scope = client(SpendLimit.total("0.10"));
    Reservation free = new Reservation(ledger.purchase(scope, PRICE, null));
    assertThat(ledger.complete(free, Charge.Kind.NONE)).isEqualTo(Charge.NONE);
    assertThat(ledger.entries()).isEmpty();
    Reservation paid = new Reservation(ledger.purchase(scope, PRICE, null));
    assertThat(ledger.complete(paid, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.entries())
        .singleElement()
        .matches(entry -> entry.outcome() == Charge.Kind.CHARGED);
    ledger.refused(scope, "0.01", null);
    Reservation lost = new Reservation(ledger.purchase(scope, PRICE, "key"));
    assertThat(ledger.complete(lost, Charge.Kind.UNKNOWN)).isEqualTo(Charge.UNKNOWN);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void unreservedCallWithADifferentLoadIsASeparateEntry() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-1");
    Reservation again = new Reservation(ledger.purchase(null, PRICE, "key"));
    Reservation another = new Reservation(ledger.purchase(null, PRICE, "key"));
    assertThat(ledger.complete(again, Charge.Kind.CHARGED, "LD-1")).isEqualTo(Charge.NONE);
    assertThat(ledger.complete(another, Charge.Kind.CHARGED, "LD-2"))
        .isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
  }

  @Test
  void suspendedCallWithAPurgedEntryIsRecordedAgainAndLogged() {
    try (LogLines log = new LogLines()) {
      Reservation slept = ledger.hold(null, PRICE, null);
      time.advance(Duration.ofHours(1));
      settleAll(true);
      time.advance(Duration.ofDays(34));
      ledger.ledger.purge(time.instant());
      assertThat(ledger.complete(slept, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
      assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
      assertThat(log.warnings()).anyMatch(line -> line.contains("without a reservation"));
    }
  }
}
