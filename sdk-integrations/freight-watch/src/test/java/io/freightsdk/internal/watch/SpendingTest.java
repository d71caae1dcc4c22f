package io.freightsdk.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.watch.ReadBudget;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class SpendingTest {
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
        WatchOptions.builder().maxReads(3).budgetUsd(new BigDecimal("1.00")).build();
    Spending spending = Spending.nothing(options, RetryPolicy.standard());

    assertThat(spending.left()).isEqualTo(new ReadBudget(3));
    assertThat(spending.at(new BigDecimal("0.50")).left()).isEqualTo(new ReadBudget(2));
  }

  @Test
  void theNextReadIsNotSentAtAPriceThatIsNotLeftOrNotKnown() {
    WatchOptions options = WatchOptions.builder().budgetUsd(new BigDecimal("0.10")).build();
    Spending fresh = Spending.nothing(options, RetryPolicy.standard());
    assertThat(fresh.nextCall().maxPrice()).isEqualByComparingTo("0.10");

    CallOptions callers = CallOptions.builder().maxPrice(new BigDecimal("0.03")).build();
    WatchOptions tighter = options.toBuilder().callOptions(callers).build();
    Spending both = Spending.nothing(tighter, RetryPolicy.standard());
    assertThat(both.nextCall().maxPrice()).isEqualByComparingTo("0.03");
    assertThat(Spending.nothing(WatchOptions.DEFAULT, RetryPolicy.standard()).nextCall())
        .isEqualTo(WatchOptions.DEFAULT.callOptions());
  }

  private static ReadBudget left(String budgetUsd, String priceUsd) {
    WatchOptions options =
        WatchOptions.builder().unlimitedReads().budgetUsd(new BigDecimal(budgetUsd)).build();
    return Spending.nothing(options, RetryPolicy.standard()).at(new BigDecimal(priceUsd)).left();
  }
}
