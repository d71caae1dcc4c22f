package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How limits count amounts over time: earlier amounts, expired amounts and amounts of one key. */
abstract class WindowsContract extends LateCallsContract {
  @Test
  void windowFreesItsBudgetAtTheReportedTime() {
    SpendScope scope = client(SpendLimit.perHour("1.00"));
    Instant start = time.instant();
    ledger.pay(scope, "0.40", null, Charge.Kind.CHARGED);
    time.advance(minutes(10));
    ledger.pay(scope, "0.40", null, Charge.Kind.CHARGED);
    time.advance(minutes(20));

    LimitExceeded refusal = ledger.refused(scope, "0.50", null);
    assertThat(refusal.remainingUsd()).isEqualByComparingTo("0.20");
    Instant anHourOn = start.plus(Duration.ofHours(1));
    assertThat(refusal.retryAt()).isBetween(anHourOn, anHourOn.plusSeconds(60));
    assertThat(ledger.refused(scope, "0.70", null).retryAt())
        .as("when both amounts have left")
        .isEqualTo(refusal.retryAt().plus(minutes(10)));
    assertThat(ledger.refused(scope, "1.01", null).retryAt()).isNull();

    time.set(refusal.retryAt().minusNanos(1000));
    ledger.refused(scope, "0.50", null);
    time.set(refusal.retryAt());
    ledger.hold(scope, "0.50", null);
  }

  /** A retry at that time is not refused, however small the oldest amounts are. */
  @Test
  void retryTimeIsWhenTheWholePriceFits() {
    SpendScope scope = client(SpendLimit.perHour("0.70"));
    for (int i = 0; i < 2; i++) {
      ledger.pay(scope, "0.02", null, Charge.Kind.CHARGED);
      time.advance(minutes(5));
    }
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    Instant creation = time.instant();
    time.advance(minutes(5));
    assertThat(ledger.refused(scope, "0.03", null).retryAt())
        .as("one read fewer")
        .isEqualTo(creation.plus(minutes(50)));
    Instant freesAt = ledger.refused(scope, PRICE, null).retryAt();
    assertThat(freesAt).isEqualTo(creation.plus(minutes(60)));
    time.set(freesAt.minusNanos(1000));
    ledger.refused(scope, PRICE, null);
    time.set(freesAt);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void limitWithTheLatestRetryTimeIsReported() {
    SpendScope scope = client(SpendLimit.perHour("0.70"), SpendLimit.perDay("0.80"));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    Instant start = time.instant();
    assertThat(ledger.refused(scope, "0.10", null))
        .matches(refusal -> refusal.limit().contains("per 1 hour"))
        .matches(refusal -> refusal.retryAt().isBefore(start.plusSeconds(3662)));
    assertThat(ledger.refused(scope, "0.20", null))
        .matches(refusal -> refusal.limit().contains("per 24 hours"))
        .matches(refusal -> refusal.retryAt().isAfter(start.plusSeconds(86_399)));
    SpendScope total = client(SpendLimit.perHour("0.70"), SpendLimit.total("0.80"));
    assertThat(ledger.refused(total, "0.20", null))
        .matches(refusal -> refusal.limit().contains("in total"))
        .matches(refusal -> refusal.retryAt() == null);
  }

  @Test
  void innermostOfLimitsWithTheSameRetryTimeIsReported() {
    TestLedger limited = other(SpendLimit.perHour(PRICE));
    SpendScope acme = SpendScope.of("acme", SpendLimit.perHour(PRICE));
    limited.pay(acme, PRICE, null, Charge.Kind.CHARGED);
    assertThat(limited.refused(acme, PRICE, null).limit()).endsWith("scope client/acme");
  }

  /** Two running reads must not make a third one report that only a higher limit helps. */
  @Test
  void windowFullOfRunningCallsReportsARetryTime() {
    SpendScope scope = client(SpendLimit.perDay("0.06"));
    ledger.hold(scope, "0.03", null);
    ledger.hold(scope, "0.03", null);
    Instant expires = time.instant().plus(TestLedger.RESERVATION_TIME);
    assertThat(ledger.refused(scope, "0.03", null).retryAt())
        .isBetween(expires.plus(Duration.ofDays(1)), expires.plus(Duration.ofMinutes(24 * 61)));
  }

  @Test
  void freeCallFreesNoBudgetAfterItsWindow() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    ledger.pay(scope, PRICE, null, Charge.Kind.NONE);
    time.advance(minutes(10));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    assertThat(ledger.refused(scope, PRICE, null).retryAt())
        .isEqualTo(time.instant().plus(Duration.ofHours(1)));
  }

  @Test
  void runningCallDoesNotLeaveItsWindow() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    Duration hours = Duration.ofHours(2);
    Reservation slow =
        TestLedger.requireReservation(ledger.reserve(ledger.read(scope, PRICE, hours)));
    time.advance(hours);
    ledger.refused(scope, PRICE, null);
    ledger.complete(slow, Charge.Kind.CHARGED);
    time.advance(minutes(60).minusNanos(1000));
    ledger.refused(scope, PRICE, null);
    time.advance(Duration.ofNanos(1000));
    ledger.hold(scope, PRICE, null);
  }

  /** The first reservation under the limit also detects that the call has crashed. */
  @Test
  void addedLimitCountsAnEarlierCrashedCall() {
    ledger.hold(null, PRICE, null);
    time.advance(TestLedger.RESERVATION_TIME.plusSeconds(1));
    SpendScope limited = client(SpendLimit.perHour("1.30"));
    ledger.hold(limited, PRICE, null);
    ledger.refused(limited, PRICE, null);
  }

  @Test
  void addedLimitCountsEarlierSpendingOfItsWindow() {
    ledger.pay(SpendScope.of("acme"), PRICE, null, Charge.Kind.CHARGED);
    SpendScope limited = SpendScope.of("acme", SpendLimit.perHour("1.00"));
    assertThat(ledger.refused(limited, PRICE, null).remainingUsd()).isEqualByComparingTo("0.35");
  }

  @Test
  void addedLimitCountsLostAndRunningCallsOnce() {
    SpendScope acme = SpendScope.of("acme");
    ledger.pay(acme, PRICE, null, Charge.Kind.UNKNOWN);
    ledger.pay(SpendScope.of("other"), "0.10", null, Charge.Kind.UNKNOWN);
    ledger.hold(acme, "0.30", null);
    SpendScope limited = SpendScope.of("acme", SpendLimit.perHour("2.00"));
    assertThat(ledger.refused(limited, "1.06", null).remainingUsd()).isEqualByComparingTo("1.05");
  }

  @Test
  void addedLimitCountsAKeyInItsFirstRun() {
    SpendScope first = SpendScope.of("run:1");
    SpendScope next = SpendScope.of("run:2");
    Reservation one = ledger.hold(first, PRICE, "key");
    Reservation two = ledger.hold(next, PRICE, "key");
    ledger.complete(two, Charge.Kind.CHARGED);
    ledger.complete(one, Charge.Kind.UNKNOWN);
    SpendScope limited = SpendScope.of("run:1", SpendLimit.perHour("1.00"));
    assertThat(ledger.refused(limited, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
    ledger.hold(SpendScope.of("run:2", SpendLimit.perHour("1.00")), "1.00", null);
  }

  @Test
  void limitAppliesOnlyToCallsThatHaveIt() {
    SpendScope acme = SpendScope.of("acme", SpendLimit.total(PRICE));
    ledger.pay(acme, PRICE, null, Charge.Kind.CHARGED);
    ledger.refused(acme, "0.01", null);
    ledger.hold(SpendScope.of("acme"), PRICE, null);
    ledger.hold(SpendScope.of("acme", SpendLimit.total("1.31")), "0.01", null);
  }

  @Test
  void repeatInTheLastMomentOfItsWindowCountsOnce() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(Duration.ofHours(1).plus(TestLedger.RESERVATION_TIME));
    ledger.hold(scope, PRICE, "key");
  }

  /** The repeat needs budget only for an amount that has left the window. */
  @Test
  void repeatJustBeforeTheEndOfItsWindowNeedsNoBudget() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(Duration.ofHours(1).plus(TestLedger.RESERVATION_TIME).minusNanos(1000));
    ledger.refused(scope, "0.01", null);
    ledger.hold(scope, PRICE, "key");
  }

  /** Its repeat counted in the current window, and then reported that it was free. */
  @Test
  void lostKeyLeavesTheWindowAfterAFreeRepeat() {
    SpendScope scope = client(SpendLimit.perHour("1.00"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(TestLedger.RESERVATION_TIME.plusMinutes(61));
    Reservation repeat = ledger.hold(scope, PRICE, "key");
    ledger.hold(scope, "0.20", null);
    ledger.complete(repeat, Charge.Kind.NONE);
    assertThat(ledger.refused(scope, "0.81", null).remainingUsd()).isEqualByComparingTo("0.80");
    time.advance(minutes(2));
    ledger.hold(scope, "0.80", null);
  }

  /** The key may have been charged by its repeat, and counts for the scope that used it first. */
  @Test
  void keyRepeatedInAnotherScopeCountsInTheWindowOfItsFirst() {
    SpendScope first = SpendScope.of("a", SpendLimit.perHour("1.00"));
    SpendScope run = first.child("run:1");
    ledger.pay(run, PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(Duration.ofHours(22));
    ledger.pay(SpendScope.of("b"), PRICE, "key", Charge.Kind.UNKNOWN);
    time.advance(minutes(30));
    assertThat(ledger.refused(first, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
  }

  @Test
  void windowCountsPassedChargesAgainAfterAClockWasSetBack() {
    SpendScope scope = client(SpendLimit.perHour("1.00"));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    time.advance(minutes(61));
    ledger.pay(scope, "0.20", null, Charge.Kind.CHARGED);
    time.advance(minutes(-10));
    assertThat(ledger.refused(scope, "0.16", null).remainingUsd()).isEqualByComparingTo("0.15");
  }

  @Test
  void clockSetBackForAWhileFreesNoBudget() {
    SpendScope scope = client(SpendLimit.perHour("1.00"));
    Reservation lost = ledger.hold(scope, PRICE, null);
    time.advance(TestLedger.RESERVATION_TIME.plusMinutes(61));
    ledger.hold(scope, "0.20", null);
    time.advance(TestLedger.RESERVATION_TIME.plusMinutes(61).negated());
    ledger.complete(lost, Charge.Kind.NONE);
    time.advance(TestLedger.RESERVATION_TIME.plusMinutes(65));
    assertThat(ledger.refused(scope, "0.81", null).remainingUsd()).isEqualByComparingTo("0.80");
  }

  /** The clock was set back, so the call cannot have been charged at the time of its outcome. */
  @Test
  void chargeAfterAClockWasSetBackCountsFromItsDeadline() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    Reservation running = ledger.hold(scope, PRICE, null);
    time.advance(minutes(-30));
    ledger.complete(running, Charge.Kind.CHARGED);
    time.advance(minutes(30 + 62));
    ledger.refused(scope, "0.01", null);
    time.advance(minutes(1));
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void keyCountsFromItsFirstSuccess() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    Reservation one = ledger.hold(scope, PRICE, "key");
    Reservation two = ledger.hold(scope, PRICE, "key");
    ledger.complete(one, Charge.Kind.CHARGED);
    time.advance(minutes(61));
    ledger.complete(two, Charge.Kind.CHARGED);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void windowsOfEveryLengthEndToTheMicrosecond() {
    Map<Duration, SpendLimit> windows =
        Map.of(
            Duration.ofHours(1), SpendLimit.perHour(PRICE),
            Duration.ofDays(1), SpendLimit.perDay(PRICE));
    for (Duration length : windows.keySet()) {
      SpendScope scope = SpendScope.of("w" + length.toHours(), windows.get(length));
      Instant start = time.instant();
      ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
      Instant freesAt = ledger.refused(scope, PRICE, null).retryAt();
      Instant latest = start.plus(length).plus(1, ChronoUnit.MICROS);
      assertThat(freesAt).as("%s", length).isBetween(start.plus(length), latest);
      time.set(freesAt.minusNanos(1000));
      ledger.refused(scope, PRICE, null);
      time.set(freesAt);
      ledger.hold(scope, PRICE, null);
    }
  }
}
