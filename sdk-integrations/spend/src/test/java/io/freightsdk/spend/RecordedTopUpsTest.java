package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.testing.LogLines;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Comparisons that record money that came untold. */
class RecordedTopUpsTest {
  private static final BigDecimal PRICE = new BigDecimal("0.02");

  private Instant now = Instant.parse("2026-11-20T12:00:00Z");
  private final SpendLedger ledger =
      SpendLedger.builder()
          .clock(
              new Clock() {
                @Override
                public ZoneId getZone() {
                  return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                  return this;
                }

                @Override
                public Instant instant() {
                  return now;
                }
              })
          .recordTopUps()
          .inMemory();
  private final Map<String, BigDecimal> prices = Map.of("position_read", PRICE);
  private BigDecimal balance = new BigDecimal("10.00");
  private int reads;

  @AfterEach
  void close() {
    ledger.close();
  }

  private Reconciliation reconcile() {
    Reconciliation found =
        ledger.compare(
            () -> Pricing.builder().prices(prices).build(),
            () -> Balance.builder().balanceUsd(balance).build());
    now = now.plus(Duration.ofMinutes(10));
    return found;
  }

  /** A read that the service has charged. */
  private void read(Charge.Kind outcome) {
    Purchase purchase =
        new Purchase(
            "read " + ++reads,
            "call",
            1,
            Operation.GET_LOAD_POSITION,
            null,
            null,
            "LD-1",
            null,
            new Quote(PRICE, now),
            Duration.ofMinutes(2));
    Reservation reservation = (Reservation) ledger.guard().reserve(purchase);
    ledger.guard().complete(reservation.purchase(), new Outcome(outcome, null, null));
    balance = balance.subtract(PRICE);
    now = now.plus(Duration.ofMinutes(10));
  }

  private List<SpendEntry> topUps() {
    return ledger.entries(SpendFilter.all()).stream()
        .filter(row -> row.kind() == SpendEntry.Kind.ADJUSTMENT)
        .toList();
  }

  @Test
  void moneyThatCameIsATopUpAndTheBalanceAgrees() {
    reconcile();
    read(Charge.Kind.CHARGED);
    balance = balance.add(new BigDecimal("20.00"));
    Reconciliation found = reconcile();
    assertThat(found.agrees()).isTrue();
    assertThat(found.openedAnew()).isFalse();
    assertThat(found.openingUsd()).isEqualByComparingTo("30.00");
    assertThat(topUps())
        .singleElement()
        .satisfies(row -> assertThat(row.amountUsd()).isEqualByComparingTo("20.00"))
        .satisfies(row -> assertThat(row.settledBy()).isEqualTo("reconcile"));
    read(Charge.Kind.CHARGED);
    assertThat(reconcile().agrees()).isTrue();
    assertThat(topUps()).hasSize(1);
  }

  /** Or the unknown entry would be taken as free by whoever tops up. */
  @Test
  void moneyThatCameWhileAnEntryIsUnknownIsLeftToAPerson() {
    try (LogLines log = new LogLines()) {
      reconcile();
      read(Charge.Kind.UNKNOWN);
      balance = balance.add(new BigDecimal("20.00"));
      assertThat(reconcile().agrees()).isFalse();
      assertThat(topUps()).isEmpty();
      assertThat(log.warnings())
          .anyMatch(line -> line.contains("the balance is 19.98 USD to 20.00 USD higher"));
    }
  }

  @Test
  void moneyThatOthersSpentIsNoTopUp() {
    try (LogLines log = new LogLines()) {
      reconcile();
      read(Charge.Kind.CHARGED);
      balance = balance.subtract(new BigDecimal("5.00"));
      assertThat(reconcile().agrees()).isFalse();
      assertThat(topUps()).isEmpty();
      assertThat(log.warnings()).anyMatch(line -> line.contains("the balance is 5.00 USD lower"));
    }
  }

  /** Calls may have cost less than the ledger thinks. */
  @Test
  void moneyThatCameWhileAPriceChangedIsLeftToAPerson() {
    try (LogLines log = new LogLines()) {
      reconcile();
      read(Charge.Kind.CHARGED);
      balance = balance.add(new BigDecimal("20.00"));
      Reconciliation found =
          ledger.compare(
              () -> Pricing.builder().prices(Map.of("position_read", BigDecimal.ONE)).build(),
              () -> Balance.builder().balanceUsd(balance).build());
      assertThat(found.agrees()).isFalse();
      assertThat(topUps()).isEmpty();
      assertThat(log.warnings()).anyMatch(line -> line.contains("the balance is 20.00 USD higher"));
    }
  }

  @Test
  void theFirstComparisonHasNothingToCompareWith() {
    read(Charge.Kind.CHARGED);
    assertThat(reconcile().agrees()).isTrue();
    assertThat(topUps()).isEmpty();
  }
}
