package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Settlements: an operator decides the charge of an entry whose charge is unknown. */
abstract class SettleContract extends WindowsContract {
  private SpendEntry settle(int index, boolean charged) {
    return ledger.ledger.settle(ledger.entries().get(index).id(), charged, "ann", "sure");
  }

  @Test
  void unknownChargeCountsTowardATotalUntilSettled() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    ledger.pay(scope, PRICE, null, Charge.Kind.UNKNOWN);
    time.advance(Duration.ofDays(400));
    ledger.refused(scope, "0.01", null);
    assertThat(settle(0, false).outcome()).isEqualTo(Charge.Kind.NONE);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void keySettledAsNotChargedNeedsBudgetAgain() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    SpendEntry unused = settle(0, false);
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    ledger.refused(scope, PRICE, "key");
  }

  @Test
  void keySettledAsChargedCountsOnceWhenRepeated() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    SpendEntry unused = settle(0, true);
    Reservation again = ledger.hold(scope, PRICE, "key");
    assertThat(ledger.complete(again, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);
  }

  /** An operator may be wrong: the response reports that the key was charged, at a higher price. */
  @Test
  void repeatAfterSettlementNeedsBudgetForItsOwnPrice() {
    ledger.pay(null, "0.30", "key", Charge.Kind.UNKNOWN);
    SpendEntry unused = settle(0, true);
    ledger.refused(client(SpendLimit.total("0.64")), PRICE, "key");
    Reservation again = ledger.hold(client(SpendLimit.total(PRICE)), PRICE, "key");
    assertThat(ledger.complete(again, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.entries())
        .singleElement()
        .matches(entry -> entry.minUsd().compareTo(usd("0.30")) == 0)
        .matches(entry -> entry.amountUsd().compareTo(usd(PRICE)) == 0);
  }

  /** The operator may be wrong, and then the repeat is charged at the current price. */
  @Test
  void repeatAfterSettlementReservesTheHigherPrice() {
    SpendScope scope = client(SpendLimit.total("1.45"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    SpendEntry unused = settle(0, true);
    Reservation again = ledger.hold(scope, "0.80", "key");
    assertThat(ledger.refused(scope, "0.80", null).remainingUsd()).isEqualByComparingTo(PRICE);
    ledger.hold(scope, PRICE, null);
    ledger.complete(again, Charge.Kind.CHARGED);
    assertThat(ledger.limitUse(scope).get(0).usedUsd()).isEqualByComparingTo("1.45");
  }

  @Test
  void settledKeyRepeatedAfterItsWindowCountsInTheNewWindow() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    ledger.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    SpendEntry unused = settle(0, true);
    time.advance(Duration.ofHours(2));
    Reservation again = ledger.hold(scope, PRICE, "key");
    ledger.refused(scope, "0.01", null);
    ledger.complete(again, Charge.Kind.NONE);
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void laterOutcomeOverridesASettlement() {
    SpendScope scope = client(SpendLimit.total("1.30"));
    Reservation slept = ledger.hold(scope, PRICE, "key");
    Reservation other = ledger.hold(scope, PRICE, null);
    time.advance(TestLedger.RESERVATION_TIME);
    SpendEntry unused = settle(0, true);
    SpendEntry unused2 = settle(1, false);
    ledger.complete(slept, Charge.Kind.NONE);
    assertThat(ledger.totals().spentUsd()).isZero();
    ledger.complete(other, Charge.Kind.CHARGED);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.entries()).allMatch(entry -> entry.settledBy() == null);
    ledger.hold(scope, PRICE, null);
  }

  /** An unknown outcome has less information than the settlement. */
  @Test
  void unknownOutcomeDoesNotOverrideASettlement() {
    Reservation slept = ledger.hold(null, PRICE, "key");
    Reservation other = ledger.hold(null, PRICE, null);
    time.advance(TestLedger.RESERVATION_TIME);
    List<SpendEntry> settled = List.of(settle(0, true), settle(1, false));
    assertThat(ledger.complete(slept, Charge.Kind.UNKNOWN)).isEqualTo(Charge.UNKNOWN);
    assertThat(ledger.complete(other, Charge.Kind.UNKNOWN)).isEqualTo(Charge.UNKNOWN);
    assertThat(ledger.entries()).isEqualTo(settled);
  }

  @Test
  void settlingAgainWithAnotherNameOrReasonFails() {
    ledger.lose(PRICE, "key");
    SpendEntry settled = settle(0, true);
    for (String[] other : new String[][] {{"bob", "sure"}, {"ann", "seen twice"}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ledger.ledger.settle(settled.id(), true, other[0], other[1]))
          .withMessageContaining("only an unknown entry");
    }
    assertThat(ledger.entries()).containsExactly(settled);
  }

  @Test
  void keyWithACallInProgressCannotBeSettled() {
    ledger.lose(PRICE, "key");
    Reservation running = ledger.hold(null, PRICE, "key");
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    assertThatIllegalArgumentException().isThrownBy(() -> settle(0, false));
    ledger.complete(running, Charge.Kind.NONE);
    assertThat(settle(0, false).outcome()).isEqualTo(Charge.Kind.NONE);
  }

  @Test
  void onlyUnknownEntriesCanBeSettled() {
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.pay(null, PRICE, null, Charge.Kind.NONE);
    ledger.hold(null, PRICE, "running");
    List<Long> ids = ledger.entries().stream().map(SpendEntry::id).toList();
    for (long id : List.of(ids.get(0), ids.get(1), ids.get(2), 977L)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ledger.ledger.settle(id, true, "ann", "sure"))
          .withMessageMatching("settle: .*(only an unknown entry|is in progress|no entry 977).*");
    }
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(PRICE);
  }

  /** Its process may have crashed. Then the call can be settled once its time has passed. */
  @Test
  void settlingACallInProgressReportsTheEarliestTime() {
    Reservation running = ledger.hold(null, PRICE, "running");
    Instant over = time.instant().plus(TestLedger.RESERVATION_TIME);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settle(0, false))
        .withMessageContaining("in progress; settle it after " + over);
    time.set(over);
    assertThat(settle(0, false).outcome()).isEqualTo(Charge.Kind.NONE);
    // The settlement stands, but the call reports only certain charges.
    assertThat(ledger.complete(running, Charge.Kind.UNKNOWN)).isEqualTo(Charge.UNKNOWN);
    assertThat(ledger.totals().unknownUsd()).isZero();
  }

  /** For example, after a commit whose response was lost. */
  @Test
  void repeatingTheSameSettlementChangesNothing() {
    ledger.lose(PRICE, "key");
    assertThat(settle(0, true)).isEqualTo(settle(0, true));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThatIllegalArgumentException().isThrownBy(() -> settle(0, false));
  }

  // --- amounts ---

  private SpendEntry settleAmount(int index, String usd) {
    return ledger.ledger.settle(ledger.entries().get(index).id(), usd(usd), "ann", "the statement");
  }

  private List<SpendEntry> uncertain() {
    return other().ledger.entries(SpendFilter.all().onlyUncertainAmount()).toList();
  }

  private static void assertAmount(SpendEntry entry, Charge.Kind outcome, String usd) {
    assertThat(entry.outcome()).isEqualTo(outcome);
    assertThat(entry.minUsd()).isEqualByComparingTo(usd);
    assertThat(entry.amountUsd()).isEqualByComparingTo(usd);
    assertThat(entry.settledBy()).isEqualTo("ann");
  }

  @Test
  void amountOfAStatementSettlesAChargeBetweenTwoPrices() {
    ledger.lose(PRICE, "key");
    ledger.pay(null, "0.95", "key", Charge.Kind.CHARGED);
    ledger.pay(null, "0.95", null, Charge.Kind.CHARGED);
    assertThat(uncertain()).containsExactly(ledger.entries().get(0));

    SpendEntry settled = settleAmount(0, PRICE);
    assertAmount(settled, Charge.Kind.CHARGED, PRICE);
    assertThat(other().entries()).startsWith(settled);
    assertThat(settleAmount(0, PRICE)).as("again").isEqualTo(settled);
    assertThat(uncertain()).isEmpty();
    SpendScope scope = client(SpendLimit.total("2.00"));
    assertThat(ledger.refused(scope, "0.41", null).remainingUsd()).isEqualByComparingTo("0.40");

    assertThat(ledger.pay(null, "0.95", "key", Charge.Kind.CHARGED)).isEqualTo(Charge.NONE);
    assertThat(ledger.entries()).as("after a repeat").startsWith(settled).hasSize(2);
  }

  @Test
  void amountOutsideOfTheTwoPricesFails() {
    ledger.lose(PRICE, "key");
    ledger.pay(null, "0.95", "key", Charge.Kind.CHARGED);
    for (String usd : List.of("0.64", "0.96", "-0.65")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> settleAmount(0, usd))
          .withMessageContaining("cost 0.65 to 0.95 USD, not " + usd);
    }
    assertThat(uncertain()).hasSize(1);
  }

  @Test
  void certainAmountCannotBeSettled() {
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.pay(null, PRICE, null, Charge.Kind.NONE);
    ledger.hold(null, PRICE, "running");
    String[] facts = {"is CHARGED with 0.65 USD", "is NONE with 0.00 USD", "is in progress"};
    for (int i = 0; i < facts.length; i++) {
      int index = i;
      assertThatIllegalArgumentException()
          .isThrownBy(() -> settleAmount(index, "0.00"))
          .withMessageContaining(facts[i]);
    }
  }

  @Test
  void amountOfAStatementSettlesAnUnknownCharge() {
    for (String key : List.of("charged", "free")) {
      ledger.lose(PRICE, key);
      ledger.lose("0.95", key);
    }
    assertAmount(settleAmount(0, "0.95"), Charge.Kind.CHARGED, "0.95");
    assertAmount(settleAmount(1, "0.00"), Charge.Kind.NONE, "0.00");
    assertThat(ledger.ledger.entries(SpendFilter.all().onlyUnknown())).isEmpty();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.95");
  }

  /** The charge of the second day may belong to the lost call of the first day. */
  @Test
  void amountOfAStatementSettlesAReusedKey() {
    for (String key : List.of("first", "second")) {
      ledger.lose(PRICE, key);
      time.advance(Duration.ofHours(24));
      ledger.pay(null, PRICE, key, Charge.Kind.CHARGED);
    }
    assertThat(uncertain())
        .extracting(SpendEntry::idempotencyKey)
        .containsExactly("first", "second");
    assertAmount(settleAmount(1, PRICE), Charge.Kind.CHARGED, PRICE);
    assertAmount(settleAmount(3, "0.00"), Charge.Kind.CHARGED, "0.00");
    assertThat(uncertain()).isEmpty();
  }

  /** An operator may be wrong. The response is from the call that was settled. */
  @Test
  void laterResponseOverridesASettledAmount() {
    Reservation slept = ledger.hold(null, PRICE, "key");
    time.advance(TestLedger.RESERVATION_TIME);
    assertAmount(settleAmount(0, PRICE), Charge.Kind.CHARGED, PRICE);
    ledger.complete(slept, Charge.Kind.NONE);
    assertThat(ledger.totals().spentUsd()).isZero();
    assertThat(ledger.entries()).extracting(SpendEntry::settledBy).containsOnlyNulls();
  }

  @Test
  void entryKeepsTheNameAndReasonOfItsSettlement() {
    ledger.lose(PRICE, "key");
    long id = ledger.entries().get(0).id();
    SpendEntry settled = ledger.ledger.settle(id, true, "ann", "=seen in the console");
    assertThat(ledger.entries()).containsExactly(settled);
    assertThat(settled)
        .matches(entry -> "ann".equals(entry.settledBy()))
        .matches(entry -> "=seen in the console".equals(entry.settledWhy()))
        .matches(entry -> "PO-7".equals(entry.customerRef()))
        .matches(entry -> entry.minUsd().compareTo(usd(PRICE)) == 0);
  }

  @Test
  void settlementRequiresANameAndAReason() {
    ledger.lose(PRICE, "key");
    for (String blank : List.of("", " ")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ledger.ledger.settle(1, true, blank, "why"));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ledger.ledger.settle(1, true, "ann", blank));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.ledger.settle(1, true, "a".repeat(101), "why"))
        .withMessage("by: must have at most 100 characters, got 101; shorten it");
    assertThatThrownBy(() -> ledger.ledger.settle(1, true, null, "why"))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("by");
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }
}
