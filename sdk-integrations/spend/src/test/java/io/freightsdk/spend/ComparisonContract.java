package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.rules.Comparison;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.NanoUsd;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a balance and the ledger say of the time between two comparisons. */
abstract class ComparisonContract extends SettleContract {
  private BalanceComparison compare(String balanceUsd) {
    return ledger.compare(() -> usd(balanceUsd));
  }

  /** What the service took, least, most, and the difference. */
  private static void told(BalanceComparison made, String... usd) {
    assertThat(
            List.of(made.takenUsd(), made.leastUsd(), made.mostUsd(), made.differenceUsd()).stream()
                .map(BigDecimal::toPlainString))
        .containsExactly(usd);
  }

  @Test
  void aComparisonTellsWhatTheLedgerDoesNotExplain() {
    told(compare("100.00"), "0.00", "0.00", "0.00", "0.00");
    time.advance(minutes(1));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.lose("0.02", null);
    time.advance(minutes(5));
    told(compare("99.33"), "0.67", "0.65", "0.67", "0.00");
    time.advance(minutes(1));
    told(compare("98.00"), "1.33", "0.00", "0.00", "1.33");
    time.advance(minutes(1));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    time.advance(minutes(1));
    told(compare("122.35"), "-24.35", "0.65", "0.65", "-25.00");
  }

  /** Above the most or below the least, each by as much as it lies beside it. */
  @Test
  void aDifferenceIsWhatLiesOutsideOfTheLeastAndTheMost() {
    String[] balances = {"99.32", "99.33", "99.35", "99.36"};
    String[] differences = {"0.01", "0.00", "0.00", "-0.01"};
    for (int i = 0; i < balances.length; i++) {
      compare("100.00");
      time.advance(minutes(1));
      ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
      ledger.lose("0.02", null);
      time.advance(minutes(5));
      assertThat(compare(balances[i]).differenceUsd()).isEqualByComparingTo(differences[i]);
      time.advance(minutes(1));
    }
  }

  @Test
  void whatIsOnItsWayAtEitherEndMayBeTakenBeforeOrAfterIt() {
    compare("100.00");
    for (String taken : List.of("0.65", "0.00")) {
      Reservation running = ledger.hold(null, PRICE, null);
      time.advance(minutes(1));
      String before = usd("100").subtract(usd(taken)).toPlainString();
      told(compare(before), usd(taken).setScale(2).toPlainString(), "0.00", "0.65", "0.00");
      time.advance(minutes(1));
      ledger.complete(running, Charge.Kind.CHARGED);
      time.advance(minutes(1));
      told(
          compare("99.35"),
          usd(PRICE).subtract(usd(taken)).toPlainString(),
          "0.00",
          "0.65",
          "0.00");
      time.advance(minutes(1));
      compare("100.00");
      time.advance(minutes(1));
    }
  }

  @Test
  void whatIsChargedWhileABalanceIsReadMayBeInItOrNot() {
    compare("100.00");
    time.advance(minutes(1));
    BalanceComparison made =
        ledger.compare(
            () -> {
              time.advance(Duration.ofSeconds(1));
              ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
              time.advance(Duration.ofSeconds(1));
              return usd("100.00");
            });
    told(made, "0.00", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
  }

  @Test
  void aComparisonHasTheTimeAtWhichItsBalanceWasKnown() {
    Instant asked = time.instant();
    BalanceComparison made =
        ledger.compare(
            () -> {
              time.advance(minutes(2));
              return usd("100.00");
            });
    assertThat(made.at()).isEqualTo(asked.plus(minutes(2)));
    assertThat(made.balanceUsd()).isEqualByComparingTo("100.00");
    assertThat(made.account()).isEqualTo(TestLedger.ACCOUNT);
  }

  @Test
  void aComparisonChangesNothingThatLimitsAndPersonsSee() {
    SpendScope scope = client(SpendLimit.perHour("2.00"), SpendLimit.total("3.00"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    ledger.pay(scope, PRICE, "lost", Charge.Kind.UNKNOWN);
    ledger.hold(scope, "0.02", null);
    List<SpendEntry> entries = ledger.entries();
    SpendTotals totals = ledger.totals(scope);
    for (String balance : List.of("100.00", "40.00", "500.00")) {
      compare(balance);
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(ledger.entries()).isEqualTo(entries);
    assertThat(ledger.totals(scope)).isEqualTo(totals);
  }

  @Test
  void whatIsSettledBetweenTwoComparisonsBelongsToTheTimeInWhichItWasLost() {
    compare("100.00");
    time.advance(minutes(1));
    ledger.lose(PRICE, "key");
    time.advance(minutes(10));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    ledger.ledger.settle(ledger.entries().get(0).id(), true, "ann", "in the console");
    time.advance(minutes(1));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
  }

  @Test
  void aComparisonCountsWhatWasPurgedSinceTheLastOne() {
    compare("100.00");
    time.advance(minutes(1));
    for (int i = 0; i < 3; i++) ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(3));
    ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    time.advance(minutes(1));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(3);
    told(compare("98.03"), "1.97", "1.97", "1.97", "0.00");
    time.advance(minutes(1));
    told(compare("98.03"), "0.00", "0.00", "0.00", "0.00");
  }

  @Test
  void aComparisonCountsWhatWasPurgedTwiceSinceTheLastOne() {
    compare("100.00");
    time.advance(minutes(1));
    for (int twice = 0; twice < 2; twice++) {
      ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
      time.advance(Duration.ofDays(3));
      assertThat(ledger.ledger.purge(time.instant())).isOne();
    }
    told(compare("98.70"), "1.30", "1.30", "1.30", "0.00");
  }

  @Test
  void whatAPersonSettledAsChargedIsCertainAlsoWhenItWasPurged() {
    compare("100.00");
    ledger.lose(PRICE, null);
    long lost = ledger.entries().get(0).id();
    SpendEntry unused = ledger.ledger.settle(lost, true, "ann", "on the statement");
    time.advance(Duration.ofDays(3));
    assertThat(ledger.ledger.purge(time.instant())).isOne();
    told(compare("99.35"), "0.65", "0.65", "0.65", "0.00");
  }

  /** Its lost call is over, and the repeat was refused. */
  @Test
  void aRepeatThatCostNothingMakesALostCallNoLater() {
    ledger.lose(PRICE, "key");
    time.advance(minutes(10));
    Reservation repeat = ledger.hold(null, PRICE, "key");
    compare("100.00");
    time.advance(minutes(1));
    ledger.complete(repeat, Charge.Kind.NONE);
    time.advance(minutes(1));
    told(compare("100.00"), "0.00", "0.00", "0.00", "0.00");
  }

  /** More than are read at once, where that takes no time. */
  @Test
  void aComparisonAddsUpAllEntriesHoweverMany() {
    compare("100.00");
    time.advance(minutes(1));
    int size = many();
    for (int i = 0; i < size; i++) ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    time.advance(minutes(5));
    BigDecimal all = usd("0.02").multiply(new BigDecimal(size));
    String taken = all.toPlainString();
    told(compare(usd("100").subtract(all).toPlainString()), taken, taken, taken, "0.00");
  }

  /**
   * A call whose machine slept until it was unknown, as a comparison saw that knew nothing of it.
   */
  private Reservation sleeper(String key) {
    compare("100.00");
    time.advance(minutes(1));
    Reservation slept = ledger.hold(null, PRICE, key);
    time.advance(minutes(10));
    told(compare("100.00"), "0.00", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    return slept;
  }

  @ParameterizedTest
  @EnumSource(names = {"CHARGED", "UNKNOWN"})
  void aSleeperMayBeTakenAfterTheComparisonThatFollowedItsExpiry(Charge.Kind said) {
    Reservation slept = sleeper(null);
    ledger.complete(slept, said);
    time.advance(minutes(1));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
  }

  @Test
  void aSleeperMayHaveBeenTakenBeforeTheComparisonThatFollowedItsExpiry() {
    compare("100.00");
    time.advance(minutes(1));
    Reservation slept = ledger.hold(null, PRICE, null);
    time.advance(minutes(10));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    ledger.complete(slept, Charge.Kind.CHARGED);
    time.advance(minutes(1));
    told(compare("99.35"), "0.00", "0.00", "0.65", "0.00");
  }

  @Test
  void aSleeperThatCostNothingExplainsNothingLater() {
    Reservation slept = sleeper(null);
    ledger.complete(slept, Charge.Kind.NONE);
    time.advance(minutes(1));
    told(compare("99.35"), "0.65", "0.00", "0.00", "0.65");
  }

  @Test
  void aSleeperThatWasLostAndSettledMayBeTakenUntilItWasLost() {
    Reservation slept = sleeper(null);
    ledger.complete(slept, Charge.Kind.UNKNOWN);
    time.advance(minutes(1));
    ledger.ledger.settle(ledger.entries().get(0).id(), true, "ann", "in the console");
    time.advance(minutes(1));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
  }

  @Test
  void whatAPersonSaysOfASleeperExplainsNothingLater() {
    Reservation slept = sleeper(null);
    ledger.ledger.settle(ledger.entries().get(0).id(), true, "ann", "in the console");
    time.advance(minutes(1));
    told(compare("100.00"), "0.00", "0.00", "0.00", "0.00");
    time.advance(minutes(1));
    ledger.complete(slept, Charge.Kind.CHARGED);
    time.advance(minutes(1));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
  }

  @Test
  void aSleeperMayBeTakenAfterTwoComparisonsThatFollowedItsExpiry() {
    Reservation slept = sleeper("key");
    told(compare("100.00"), "0.00", "0.00", "0.00", "0.00");
    time.advance(minutes(1));
    ledger.complete(slept, Charge.Kind.CHARGED);
    time.advance(minutes(1));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
  }

  @Test
  void aSleeperThatEndsWhileABalanceIsReadMayBeInItOrNot() {
    Reservation slept = sleeper(null);
    BalanceComparison made =
        ledger.compare(
            () -> {
              time.advance(Duration.ofSeconds(1));
              ledger.complete(slept, Charge.Kind.CHARGED);
              time.advance(Duration.ofSeconds(1));
              return usd("100.00");
            });
    told(made, "0.00", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
  }

  @Test
  void aSleeperThatEndsWhileABalanceIsReadIsNotSurelyInIt() {
    compare("100.00");
    time.advance(minutes(1));
    Reservation slept = ledger.hold(null, PRICE, null);
    time.advance(minutes(10));
    BalanceComparison made =
        ledger.compare(
            () -> {
              time.advance(Duration.ofSeconds(1));
              ledger.complete(slept, Charge.Kind.CHARGED);
              return usd("100.00");
            });
    told(made, "0.00", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
  }

  /** The sleeper's answer repeats what the service took for the other call. */
  @Test
  void aSleeperBesideAPaidCallOfItsKeyMovesNothing() {
    Reservation slept = sleeper("key");
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    time.advance(minutes(1));
    ledger.complete(slept, Charge.Kind.CHARGED);
    time.advance(minutes(1));
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
  }

  @Test
  void aSleeperThatWasPurgedSinceTheLastComparisonCountsAllTheSame() {
    Reservation slept = sleeper(null);
    ledger.complete(slept, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(3));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(1);
    told(compare("99.35"), "0.65", "0.00", "0.65", "0.00");
    time.advance(minutes(1));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
  }

  /** What lies in the future was read before: only numbers say what came after it. */
  @Test
  void aClockThatIsSetBackHidesNothingThatCameAfterAComparison() {
    compare("100.00");
    time.advance(minutes(-10));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.lose("0.02", null);
    time.advance(minutes(5));
    told(compare("99.35"), "0.65", "0.65", "0.67", "0.00");
    time.advance(minutes(1));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
  }

  /** The clock is past the last comparison again, and what was charged meanwhile lies before it. */
  @Test
  void whatWasChargedWhileAClockWasBackIsFoundWhenItHasCaughtUp() {
    ledger.lose(PRICE, "key");
    compare("100.00");
    time.advance(minutes(-10));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
    time.advance(minutes(20));
    told(compare("98.70"), "1.30", "0.65", "1.30", "0.00");
    time.advance(minutes(1));
    told(compare("98.70"), "0.00", "0.00", "0.00", "0.00");
  }

  /** Then it was made at a time that has not come yet. */
  @Test
  void whatWasChargedBeforeAClockWasSetBackIsFoundByTheNextComparison() {
    compare("100.00");
    time.advance(minutes(20));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    time.advance(minutes(-10));
    told(compare("99.35"), "0.65", "0.65", "0.65", "0.00");
    time.advance(minutes(30));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
  }

  @Test
  void aClockThatIsSetBackByWeeksHidesNothingThatCameAfterAComparison() {
    compare("100.00");
    time.advance(Duration.ofDays(-20));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    ledger.hold(null, "0.02", null);
    time.advance(minutes(1));
    told(compare("99.33"), "0.67", "0.65", "0.67", "0.00");
  }

  /** As by the standby that takes over and has a wrong clock. */
  @Test
  void aClockThatIsSetForwardMovesNothingToAnotherComparison() {
    compare("100.00");
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(30));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    told(compare("98.70"), "1.30", "1.30", "1.30", "0.00");
    told(compare("98.70"), "0.00", "0.00", "0.00", "0.00");
  }

  @Test
  void aClockThatIsSetBackAfterAChargeCountsItInOneComparisonOnly() {
    compare("100.00");
    time.advance(minutes(1));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    time.advance(minutes(-10));
    told(compare("99.35"), "0.65", "0.65", "0.65", "0.00");
    time.advance(minutes(30));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
    time.advance(minutes(1));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
  }

  /** Only numbers tell what came first then, and what is on its way has none of its end. */
  @Test
  void aClockThatIsSetBackAfterAComparisonTellsByNumbersWhatCameBefore() {
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    compare("99.35");
    time.advance(minutes(-10));
    told(compare("98.70"), "0.65", "0.00", "0.00", "0.65");

    ledger.hold(null, PRICE, null);
    compare("98.70");
    time.advance(minutes(-10));
    told(compare("98.05"), "0.65", "0.00", "0.65", "0.00");
  }

  @Test
  void aClockThatIsSetBackLosesNothingThatWasPurged() {
    compare("100.00");
    time.advance(Duration.ofDays(-4));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(3));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(1);
    told(compare("99.35"), "0.65", "0.65", "0.65", "0.00");
  }

  /** The balance that was read first came second: nobody knows which of them is newer. */
  @Test
  void ofTwoComparisonsAtOnceTheSecondReadsItsBalanceAgain() {
    compare("100.00");
    time.advance(minutes(1));
    TestLedger other = other();
    List<String> balances = new ArrayList<>(List.of("100.00", "99.35"));
    BalanceComparison mine =
        ledger.compare(
            () -> {
              String balance = balances.remove(0);
              time.advance(Duration.ofSeconds(1));
              if (balances.isEmpty()) return usd(balance);
              ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
              time.advance(Duration.ofSeconds(1));
              told(other.compare(() -> usd("99.35")), "0.65", "0.65", "0.65", "0.00");
              time.advance(Duration.ofSeconds(1));
              return usd(balance);
            });
    told(mine, "0.00", "0.00", "0.00", "0.00");
  }

  /** Or while entries are purged: they would count in both. */
  @Test
  void aComparisonThatAnotherOvertakesIsNotStored() {
    compare("100.00");
    time.advance(minutes(1));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(3));
    LedgerRules.Draft draft = draft("99.35");
    assertThat(ledger.ledger.purge(time.instant())).isOne();
    assertThat(store(draft)).as("it does not know what was purged").isNull();

    LedgerRules.Draft overtaken = draft("99.35");
    told(compare("99.35"), "0.65", "0.65", "0.65", "0.00");
    assertThat(store(overtaken)).isNull();
    time.advance(minutes(1));
    told(compare("99.35"), "0.00", "0.00", "0.00", "0.00");
  }

  private LedgerRules.Draft draft(String balanceUsd) {
    Comparison.Point now = rows().read(LedgerRows::point);
    Comparison.BalanceReading reading =
        new Comparison.BalanceReading(NanoUsd.of(usd(balanceUsd)), now, now);
    return rows().read(rows -> new LedgerRules(rows).draft("draft", TestLedger.ACCOUNT, reading));
  }

  private Comparison store(LedgerRules.Draft draft) {
    return rows().change(rows -> new LedgerRules(rows).store(draft));
  }
}
