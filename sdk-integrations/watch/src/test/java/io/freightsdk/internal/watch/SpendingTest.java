package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.watch.ReadBudget;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpendingTest {
  private static final String LOAD = "LD-2026-0001";

  @Test
  void onlyWholeReadsCount() {
    assertThat(left("0.05", "0.02")).isEqualTo(new ReadBudget(2));
    assertThat(left("0.0199", "0.02").isSpent()).isTrue();
  }

  @Test
  void freeReadsNeverEnd() {
    assertThat(left("0", "0").isUnlimited()).isTrue();
    assertThat(left("1000000000000", "0.01").isUnlimited()).isTrue();
  }

  @Test
  void theTighterOfReadsAndMoneyHolds() {
    WatchOptions options =
        WatchOptions.builder().maxReads(3).budget(new BigDecimal("1.00")).build();
    Spending spending = nothing(options);

    assertThat(spending.left()).isEqualTo(new ReadBudget(3));
    assertThat(spending.at(new BigDecimal("0.50"), BigDecimal.ZERO).left())
        .isEqualTo(new ReadBudget(2));
    assertThat(spending.at(new BigDecimal("0.50"), new BigDecimal("0.60")).left().isSpent())
        .as("by what the ledger says")
        .isTrue();
  }

  @Test
  void theNextReadIsMadeInTheScopeOfTheBudget() {
    SpendScope around = SpendScope.of("dispatch", SpendLimits.none());
    CallOptions callers = CallOptions.builder().maxPrice("0.03").scope(around).build();
    WatchOptions options = WatchOptions.builder().budget("0.10").callOptions(callers).build();

    CallOptions next = nothing(options).nextCall();

    assertThat(next.maxPrice()).isEqualByComparingTo("0.03");
    assertThat(next.scope()).isNotNull();
    assertThat(next.scope().path())
        .isEqualTo(options.budgetScope(LOAD).path())
        .startsWith("client/dispatch/watch:");
    assertThat(options.budgetScope(LOAD).limits())
        .extracting(SpendLimit::kind, SpendLimit::capUsd)
        .containsExactly(tuple(SpendLimit.Kind.TOTAL, new BigDecimal("0.10")));
    assertThat(nothing(WatchOptions.DEFAULT).nextCall())
        .isEqualTo(WatchOptions.DEFAULT.callOptions());
  }

  @Test
  void aReadAtAPriceOfZeroIsNotPaid() {
    Spending free = nothing(WatchOptions.builder().maxReads(1).build()).plus(answer("0"));

    assertThat(free.paidReads()).isZero();
    assertThat(free.plus(answer("0.02")).left().isSpent()).isTrue();
  }

  private static FreightResponse<String> answer(String chargedUsd) {
    Charge charge = Charge.charged(chargedUsd);
    return new FreightResponse<>("", 200, Map.of(), 1, charge, Duration.ZERO, null, Instant.EPOCH);
  }

  private static Spending nothing(WatchOptions options) {
    return Spending.nothing(LOAD, options, RetryPolicy.standard());
  }

  private static ReadBudget left(String budgetUsd, String priceUsd) {
    WatchOptions options =
        WatchOptions.builder().unlimitedReads().budget(new BigDecimal(budgetUsd)).build();
    return nothing(options).at(new BigDecimal(priceUsd), BigDecimal.ZERO).left();
  }
}
