package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.Charge;
import io.freightsdk.testing.LogLines;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reports of limits to a listener. */
class LimitListenerTest extends LedgerFixture {
  private final List<String> reported = new ArrayList<>();

  @Override
  protected TestStorage storage() {
    return TestStorage.inMemory();
  }

  private void listen(LimitListener listener, SpendLimit... limits) {
    ledger.guard.replaceLimits(limits);
    ledger.guard.addListener(0.8, listener);
  }

  private void listen(SpendLimit... limits) {
    listen(
        (use, isFull) ->
            reported.add(
                (isFull ? "full " : "nearly ")
                    + use.limit().scope()
                    + " "
                    + use.usedUsd()
                    + " of "
                    + use.limit().capUsd()),
        limits);
  }

  private void book() {
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
  }

  private void assertReported(String... lines) {
    assertThat(reported).containsExactly(lines);
    reported.clear();
  }

  /** Of 50.00 they leave 0.60, and it is never used to the whole. */
  @Test
  void limitIsReportedOnceNearlyUsedUpAndOnceRefused() {
    listen(SpendLimit.perDay("50.00", ZoneOffset.UTC));
    for (int i = 0; i < 61; i++) book();
    assertReported();
    book();
    assertReported("nearly client 40.30 of 50.00");
    for (int i = 62; i < 76; i++) book();
    assertReported();
    for (int i = 0; i < 3; i++) {
      ledger.refused(null, PRICE, null);
      ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    }
    assertReported("full client 49.40 of 50.00");
    time.advance(Duration.ofDays(1));
    for (int i = 0; i < 62; i++) book();
    assertReported("nearly client 40.30 of 50.00");
  }

  @Test
  void limitPerMonthIsReportedAgainInTheNextMonth() {
    listen(SpendLimit.perMonth(PRICE, ZoneId.of("America/Chicago")));
    book();
    ledger.refused(null, PRICE, null);
    assertReported("nearly client 0.65 of 0.65", "full client 0.65 of 0.65");
    Instant june = Instant.parse("2024-06-01T05:00:00Z");
    time.set(june.minusSeconds(1));
    ledger.refused(null, PRICE, null);
    assertReported();
    time.set(june);
    book();
    ledger.refused(null, PRICE, null);
    assertReported("nearly client 0.65 of 0.65", "full client 0.65 of 0.65");
  }

  @Test
  void lastAffordablePriceIsReportedAsNearlyUsedUp() {
    listen(SpendLimit.total(PRICE));
    book();
    assertReported("nearly client 0.65 of 0.65");
    for (int i = 0; i < 2; i++) ledger.refused(null, "0.01", null);
    assertReported("full client 0.65 of 0.65");
  }

  /** Several threads report their calls, so an earlier call may be reported later. */
  @Test
  void lateEarlierCallIsNotReportedAgain() {
    LimitWatch watch = new LimitWatch(0.8, (use, isFull) -> reported.add(use.usedUsd() + ""));
    reserve(watch, "0.85", 20);
    reserve(watch, "0.75", 10);
    reserve(watch, "0.95", 30);
    assertReported("0.85");
    reserve(watch, "0.75", 40);
    reserve(watch, "0.90", 50);
    assertReported("0.90");
  }

  private static void reserve(LimitWatch watch, String usedUsd, long second) {
    BigDecimal used = new BigDecimal(usedUsd);
    SpendLimit day = SpendLimit.perDay("1.00");
    LimitUsage usage = new LimitUsage(day, used, BigDecimal.ONE.subtract(used), used.doubleValue());
    watch.reserved(usage, BigDecimal.ONE.movePointLeft(9), Instant.ofEpochSecond(second));
  }

  @Test
  void rollingLimitIsReportedAgainAfterItWasBelowTheThreshold() {
    listen(SpendLimit.perHour("1.00"));
    ledger.pay(null, "0.20", null, Charge.Kind.CHARGED);
    time.advance(minutes(30));
    ledger.pay(null, "0.60", null, Charge.Kind.CHARGED);
    assertReported("nearly client 0.80 of 1.00");
    ledger.pay(null, "0.10", null, Charge.Kind.CHARGED);
    assertReported();
    time.advance(minutes(31));
    ledger.pay(null, "0.01", null, Charge.Kind.CHARGED);
    assertReported();
    ledger.pay(null, "0.10", null, Charge.Kind.CHARGED);
    assertReported("nearly client 0.81 of 1.00");
  }

  /** A read still fits into the limit after a refused order, and causes no new report. */
  @Test
  void rollingLimitReportsARefusalAgainAfterAnAllowedCall() {
    listen(SpendLimit.perHour("1.00"));
    book();
    for (int i = 0; i < 3; i++) {
      ledger.refused(null, PRICE, null);
      ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    }
    assertReported("full client 0.65 of 1.00");
    time.advance(minutes(61));
    book();
    ledger.refused(null, PRICE, null);
    assertReported("full client 0.65 of 1.00");
  }

  /** Threads report their calls in any order. */
  @Test
  void allowedCallThatArrivesAfterALaterRefusalCausesNoSecondReport() {
    LimitUsage usage =
        new LimitUsage(
            SpendLimit.perHour("1.00"), new BigDecimal(PRICE), new BigDecimal("0.35"), 0.65);
    List<Boolean> refusals = new ArrayList<>();
    LimitWatch watch = new LimitWatch(0.8, (use, isRefused) -> refusals.add(isRefused));
    BigDecimal price = new BigDecimal(PRICE);
    watch.refused(usage, price, time.instant().plusMillis(1));
    watch.reserved(usage, price, time.instant());
    watch.refused(usage, price, time.instant().plusMillis(2));
    assertThat(refusals).containsExactly(true);
  }

  @Test
  void replacedLimitIsReportedAgain() {
    listen(SpendLimit.perDay("0.65"));
    book();
    ledger.refused(null, PRICE, null);
    assertReported("nearly client 0.65 of 0.65", "full client 0.65 of 0.65");
    ledger.guard.replaceLimits(SpendLimit.perDay("1.30"));
    book();
    ledger.refused(null, PRICE, null);
    assertReported("nearly client 1.30 of 1.30", "full client 1.30 of 1.30");
  }

  @Test
  void eachLimitOfAScopeIsReported() {
    listen(SpendLimit.total("3.00"));
    for (String name : List.of("acme", "zeta")) {
      SpendScope customer = SpendScope.of(name, SpendLimit.total("0.70"));
      ledger.pay(customer, PRICE, null, Charge.Kind.CHARGED);
    }
    assertReported("nearly client/acme 0.65 of 0.70", "nearly client/zeta 0.65 of 0.70");
  }

  /** A bug in a listener takes nothing from a caller, and is found in the log. */
  @Test
  void listenerExceptionIsLoggedAndTheCallContinues() {
    IllegalStateException bug = new IllegalStateException("no mail server");
    listen(
        (use, isFull) -> {
          throw bug;
        },
        SpendLimit.total("1.30"));
    try (LogLines log = new LogLines()) {
      book();
      book();
      assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.30");
      assertThat(log.warnings())
          .containsExactly(
              "a LimitListener threw an exception; the call continues: 1.30 USD in total for scope"
                  + " client");
    }
  }

  @Test
  void thresholdIsAboveZeroAndAtMostOne() {
    for (double share : new double[] {0, -0.1, 1.01, 80, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ledger.guard.addListener(share, (use, isFull) -> {}))
          .withMessageContaining("threshold: must be above 0 and at most 1");
    }
  }
}
