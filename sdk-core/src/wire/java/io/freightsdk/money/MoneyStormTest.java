package io.freightsdk.money;

import static java.math.BigDecimal.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testsupport.Size;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyStormTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void afterAnyStormBothLedgersAgreeToTheCent(long seed) throws Exception {
    try (MoneyStorm storm = new MoneyStorm(plan(seed, 700, SpendLimits.none(), 20))) {
      storm.run();
      Reconciliation found = storm.reconcile();
      SpendTotals totals = storm.client().ledger().totals();

      assertThat(found.verdict())
          .as("%s; %s", found.explanation(), storm.summary())
          .isIn(Verdict.NOTHING, Verdict.ALL, Verdict.BETWEEN);
      BigDecimal between = found.verdict() == Verdict.BETWEEN ? found.missingUsd() : ZERO;
      assertThat(totals.chargedUsd().add(between)).isEqualByComparingTo(storm.debited());
      assertNoLoadIsCreatedTwice(storm);
    }
  }

  @Test
  void aTotalIsNeverPassedOnTheBooksOfTheService() throws Exception {
    SpendLimits limits = SpendLimits.builder().total("21.37").build();
    try (MoneyStorm storm = new MoneyStorm(plan(4, 700, limits, 20))) {
      storm.run();
      assertThat(storm.debited()).isLessThanOrEqualTo(new BigDecimal("21.37"));
      // Nothing was left lying either: what is missing to the cap is less than a load costs.
      BigDecimal counted = storm.client().ledger().totals(SpendFilter.all()).spentUsd();
      assertThat(counted).isBetween(new BigDecimal("20.72"), new BigDecimal("21.37"));
      Reconciliation found = storm.reconcile();
      BigDecimal between = found.verdict() == Verdict.BETWEEN ? found.missingUsd() : ZERO;
      assertThat(storm.client().ledger().totals().chargedUsd().add(between))
          .isEqualByComparingTo(storm.debited());
    }
  }

  @Test
  void aWindowIsNeverPassedOnTheBooksOfTheService() throws Exception {
    Duration window = Duration.ofMillis(250);
    BigDecimal cap = new BigDecimal("2.00");
    SpendLimits limits = SpendLimits.builder().per(window, cap).build();
    try (MoneyStorm storm = new MoneyStorm(plan(5, Size.of(10_000, 80_000), limits, 0))) {
      storm.run();
      // A fast machine is refused all the others within a window or two.
      while (storm.broker().debits().size() <= 100 || isAtMost(storm.debited(), cap.add(cap))) {
        storm.goOn();
      }

      List<LedgerEntry> debits = storm.broker().debits();
      assertThat(mostWithin(window, debits)).isLessThanOrEqualTo(cap);
    }
  }

  private static boolean isAtMost(BigDecimal usd, BigDecimal most) {
    return usd.compareTo(most) <= 0;
  }

  /** The most that the service took in any stretch of time shorter than the window. */
  private static BigDecimal mostWithin(Duration window, List<LedgerEntry> debits) {
    BigDecimal most = BigDecimal.ZERO;
    BigDecimal sum = BigDecimal.ZERO;
    int first = 0;
    for (LedgerEntry debit : debits) {
      sum = sum.add(debit.amountUsd());
      Instant start = debit.at().minus(window);
      while (!debits.get(first).at().isAfter(start)) {
        sum = sum.subtract(debits.get(first++).amountUsd());
      }
      most = most.max(sum);
    }
    return most;
  }

  private static void assertNoLoadIsCreatedTwice(MoneyStorm storm) {
    Map<String, Long> debitsByKey =
        storm.broker().debits().stream()
            .filter(debit -> debit.operation() == Operation.CREATE_LOAD)
            .collect(Collectors.groupingBy(LedgerEntry::idempotencyKey, Collectors.counting()));
    assertThat(debitsByKey).isNotEmpty().allSatisfy((key, debits) -> assertThat(debits).isOne());
    assertThat(storm.keysWithSeveralLoads()).isEmpty();
  }

  private static MoneyStorm.Plan plan(long seed, int calls, SpendLimits limits, int cancels) {
    return new MoneyStorm.Plan(seed, calls, 0.05, 0.05, 0.02, cancels, limits);
  }
}
